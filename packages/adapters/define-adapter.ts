import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { CredentialMetadata, KindDefinition } from "@plumbline/core/credentials/kinds.ts";
import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import type { Destination } from "@plumbline/core/tool/destination.ts";
import type { DestinationAccount, Reach, Tool } from "@plumbline/core/tool/tool.ts";
import type { OAuthFacts } from "./oauth-facts.ts";

/** A mail server. Uses TLS from the first byte on ports 465 and 993, and STARTTLS on any other port. */
export interface MailServer {
  host: string;
  port: number;
}

/** One address of a provider: the setting that overrides it, and its default. */
export type Endpoint =
  /**
   * `setting` is the full name of an environment variable. The endpoint is a URL to which paths are appended.
   */
  | { readonly setting: string; readonly baseUrl: string }
  /** `setting` is the prefix of two environment variables, `…_HOST` and `…_PORT`. */
  | { readonly setting: string; readonly server: MailServer };

/** One kind of credential of a provider. */
export interface ProviderKind extends KindDefinition {
  /** Name of the account's service, for people. Defaults to the provider's `speaksTo`. */
  opens?: string | ((metadata: CredentialMetadata) => string);
  /** Common names of the kind, such as `slack`, which the CLI accepts in its place. */
  aliases?: readonly string[];
  /** The provider's authorization server for this kind. If omitted, its tokens are API keys. */
  oauth?: OAuthFacts;
  /** Rows for docs/connections.md on the stored values, one for each purpose. */
  docs: readonly {
    purpose?: string;
    token: string;
    metadata: string;
  }[];
}

/**
 * Facts about a provider that need none of its code. Settings, the deployment and the OpenAPI description are
 * derived from them. They are in a separate file, `provider.ts`, so that reading them does not load the
 * adapter.
 */
export interface Provider {
  /** Neutral name that code, tools and logs use, such as `crm`. */
  word: string;
  /** The actual service, such as "HubSpot". */
  speaksTo: string;
  /** Type of service, for people and models, such as "chat app". */
  called?: string;
  /** The provider's addresses by name, such as `baseUrl`. Empty if the caller gives the address. */
  endpoints: Readonly<Record<string, Endpoint>>;
  kinds: readonly ProviderKind[];
  /** Kinds of another provider, whose accounts open this one too. */
  sharedKinds?: readonly string[];
  /** Header of the provider's responses that contains its ID of the request. */
  requestIdHeader?: string;
}

/** Declares that a tool needs an account of a provider, and sends requests only to these base URLs. */
export function atProvider({ kinds, sharedKinds = [], requestIdHeader }: Provider, ...baseUrls: string[]) {
  const accepted = [...kinds.map(({ kind }) => kind), ...sharedKinds];
  const reach: Reach = { to: "provider", baseUrls, ...(requestIdHeader && { requestIdHeader }) };
  return { credential: { use: "required", kinds: accepted } as const, reach };
}

/**
 * Returns a provider's name for people and models, such as "chat app (Slack)", or only the service's name if
 * that is clear enough.
 */
export function providerTitle({
  called,
  speaksTo,
}: {
  called?: string | undefined;
  speaksTo: string;
}): string {
  return called === undefined ? speaksTo : `${called} (${speaksTo})`;
}

/** Returns the destination of a public post: the account, with the names that people use for it. */
export function createPostDestination(
  { word, speaksTo, kinds }: Provider,
  account: DestinationAccount | undefined,
): Destination[] {
  // A single letter occurs in many texts, so only the name "X" counts, and not its alias "x".
  const aliases = kinds.flatMap(({ aliases: known = [] }) => known).filter(({ length }) => length > 1);
  return [{ kind: "account", value: account?.label ?? word, names: [word, speaksTo, ...aliases] }];
}

/** Returns the destination for a URL that a provider or a recipient's program may fetch or link to. */
export function createLinkDestination(argument: string, url: string): Destination {
  return { kind: "link", value: url, argument };
}

/** Checks a provider's facts at compile time and preserves their exact types. */
export function defineProvider<const Facts extends Provider>(facts: Facts): Facts {
  return facts;
}

/** The endpoints of providers that have any, by provider: `{crm: {baseUrl: "https://…"}}`. */
export type EndpointsOf<Facts extends Provider> = {
  [One in Facts as keyof One["endpoints"] extends never ? never : One["word"]]: {
    [Name in keyof One["endpoints"]]: One["endpoints"][Name] extends { server: MailServer }
      ? MailServer
      : string;
  };
};

/** Dependencies of an adapter's tools. */
export interface AdapterDependencies<Endpoints = Readonly<Record<string, unknown>>> {
  /** Endpoints of the adapter's own providers. */
  endpoints: Endpoints;
  /**
   * Returns a caller's URL as an object if the egress guard permits it (egress/guard.ts). `what` starts
   * the error message.
   */
  destination: (url: string, what?: string) => URL;
  /** Returns the options for opening a socket to a mail server. */
  socketOptions: SocketOptionsFor;
}

/**
 * Tools that only the service runs, to test or revoke a stored credential. `test` is the provider's cheapest
 * authenticated read and returns the account (connection-check.ts). `revoke` revokes the token at the
 * provider, if supported.
 */
export interface ConnectionCheck {
  kinds: readonly string[];
  /**
   * Returns whether the check applies to a credential of these kinds, by its metadata and scope. Needed if
   * several providers share a kind.
   */
  fits?(credential: Pick<CredentialRecord, "kind" | "metadata" | "scope">): boolean;
  test: Tool;
  revoke?: Tool;
  /**
   * Creates the tool that reads a part of a mail. It passes the bytes to `receive` and never returns them.
   */
  readMailPart?(receive: (bytes: Buffer) => void): Tool;
}

/** An adapter in the list of adapters: what is known without loading its code. */
export interface AdapterEntry {
  readonly providers: readonly Provider[];
  /** Names of its tools, in the order in which its manifest has them. */
  readonly tools: readonly string[];
  load(): Promise<Adapter>;
}

/** The manifest of an adapter. Created by defineAdapter. */
export interface Adapter {
  readonly providers: readonly Provider[];
  tools(dependencies: AdapterDependencies): readonly Tool[];
  connectionChecks(dependencies: AdapterDependencies): readonly ConnectionCheck[];
}

/**
 * Creates the manifest of one provider folder. `providers` are the services that the adapter uses, usually
 * one.
 *
 *     export const crmAdapter = defineAdapter({
 *       providers: [crm],
 *       tools: ({ endpoints }) => [crmUpsertContact(endpoints.crm.baseUrl)],
 *       connectionChecks: ({ endpoints }) => [createConnectionCheck(endpoints.crm.baseUrl)],
 *     });
 */
export function defineAdapter<const Facts extends readonly Provider[]>(manifest: {
  providers: Facts;
  tools(dependencies: AdapterDependencies<EndpointsOf<Facts[number]>>): readonly Tool[];
  connectionChecks?(
    dependencies: AdapterDependencies<EndpointsOf<Facts[number]>>,
  ): readonly ConnectionCheck[];
}): Adapter {
  const { providers, tools, connectionChecks } = manifest;
  // The settings contain every endpoint that a provider defines.
  const narrowDependencies = (dependencies: AdapterDependencies) =>
    dependencies as AdapterDependencies<EndpointsOf<Facts[number]>>;
  return {
    providers,
    tools: (dependencies) => tools(narrowDependencies(dependencies)),
    connectionChecks: (dependencies) => connectionChecks?.(narrowDependencies(dependencies)) ?? [],
  };
}
