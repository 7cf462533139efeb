import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import type { CredentialMetadata, KindDefinition } from "@plumbline/core/credentials/kinds.ts";
import type { SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import type { Destination } from "@plumbline/core/tool/destination.ts";
import type { DestinationAccount, Tool } from "@plumbline/core/tool/tool.ts";
import type { OAuthFacts } from "./oauth-facts.ts";

/** Names a mail server. It speaks TLS from the first byte on 465 and 993, STARTTLS on any other port. */
export interface MailServer {
  host: string;
  port: number;
}

/** One address of a provider: the setting that an operator can change it with, and its default. */
export type Endpoint =
  /**
   * The setting is the whole name of an environment variable; the endpoint is a URL that paths are appended
   * to.
   */
  | { readonly setting: string; readonly baseUrl: string }
  /** The setting is the beginning of two environment variables, `…_HOST` and `…_PORT`. */
  | { readonly setting: string; readonly server: MailServer };

/** One kind of credential of a provider. */
export interface ProviderKind extends KindDefinition {
  /** Names what such a credential opens, for people. Left out, it is what the provider speaks to. */
  opens?: string | ((metadata: CredentialMetadata) => string);
  /** Names that people have for the kind, such as `slack`; taken in its place at the command line. */
  aliases?: readonly string[];
  /** The provider's authorization server for this kind; left out, its tokens are keys. */
  oauth?: OAuthFacts;
  /** Says in docs/connections.md what is stored, a row for each purpose. */
  docs: readonly {
    purpose?: string;
    token: string;
    metadata: string;
  }[];
}

/**
 * Facts about a provider that need none of its code. Settings, the deployment and the API's description are
 * derived from them. Each provider keeps them in a file of its own, `provider.ts`, so that reading them loads
 * no adapter.
 */
export interface Provider {
  /** The neutral word that code, tools and logs use, such as `crm`. */
  word: string;
  /** The service behind the word, such as "HubSpot". */
  speaksTo: string;
  /** The kind of service, for people and models, such as "chat app". */
  called?: string;
  /** Where it is reached, by names of its own such as `baseUrl`; empty where the caller names the address. */
  endpoints: Readonly<Record<string, Endpoint>>;
  kinds: readonly ProviderKind[];
}

/** Names a provider for people and models: "chat app (Slack)"; its name alone where that says enough. */
export function providerTitle({
  called,
  speaksTo,
}: {
  called?: string | undefined;
  speaksTo: string;
}): string {
  return called === undefined ? speaksTo : `${called} (${speaksTo})`;
}

/** The account of a public post, by the names that people have for it. */
export function postAccount(
  { word, speaksTo, kinds }: Provider,
  account: DestinationAccount | undefined,
): Destination[] {
  // A letter alone stands in many a text: "X" counts as it is written, its alias "x" does not.
  const aliases = kinds.flatMap(({ aliases: known = [] }) => known).filter(({ length }) => length > 1);
  return [{ kind: "account", value: account?.label ?? word, names: [word, speaksTo, ...aliases] }];
}

/** An address that a provider, or a reader's program, fetches or links to. */
export function linkIn(argument: string, url: string): Destination {
  return { kind: "link", value: url, argument };
}

/** Checks a provider's facts and keeps their exact types. */
export function defineProvider<const Facts extends Provider>(facts: Facts): Facts {
  return facts;
}

/** The addresses of some providers as the settings have them: `{crm: {baseUrl: "https://…"}}`. */
export type EndpointsOf<Facts extends Provider> = {
  [One in Facts as keyof One["endpoints"] extends never ? never : One["word"]]: {
    [Name in keyof One["endpoints"]]: One["endpoints"][Name] extends { server: MailServer }
      ? MailServer
      : string;
  };
};

/** Dependencies of an adapter's tools. */
export interface AdapterMeans<Endpoints = Readonly<Record<string, unknown>>> {
  /** Endpoints of the adapter's own providers. */
  endpoints: Endpoints;
  /** The guard's decision on a URL that a caller chose (egress/destination.ts); `what` begins its message. */
  destination: (url: string, what?: string) => URL;
  /** Returns the options for opening a socket to a mail server. */
  socketOptions: SocketOptionsFor;
}

/**
 * Tools that the service itself runs on a stored credential; no caller can name them. `test` is the
 * provider's cheapest authenticated read and answers `{account?, scopes?}`. `revoke` tells the provider that
 * the token is no longer wanted; only some providers offer that.
 */
export interface ConnectionCheck {
  kinds: readonly string[];
  /**
   * Narrows the kinds to what a credential is for, by its metadata and scope, where several providers share a
   * kind.
   */
  fits?(credential: Pick<CredentialRecord, "kind" | "metadata" | "scope">): boolean;
  test: Tool;
  revoke?: Tool;
  /** Makes the tool that reads a part of a mail. Its bytes are given to `receive`, and are in no result. */
  readMailPart?(receive: (bytes: Buffer) => void): Tool;
}

/** One adapter, as the list of adapters keeps it. Made by defineAdapter. */
export interface Adapter {
  readonly providers: readonly Provider[];
  tools(means: AdapterMeans): readonly Tool[];
  connectionChecks(means: AdapterMeans): readonly ConnectionCheck[];
}

/**
 * Makes the manifest of one provider folder. `providers` are the services that the adapter speaks to, as a
 * rule one.
 *
 *     export default defineAdapter({
 *       providers: [crm],
 *       tools: ({ endpoints }) => [crmUpsertContact(endpoints.crm.baseUrl)],
 *       connectionChecks: ({ endpoints }) => [crmConnection(endpoints.crm.baseUrl)],
 *     });
 */
export function defineAdapter<const Facts extends readonly Provider[]>(manifest: {
  providers: Facts;
  tools(means: AdapterMeans<EndpointsOf<Facts[number]>>): readonly Tool[];
  connectionChecks?(means: AdapterMeans<EndpointsOf<Facts[number]>>): readonly ConnectionCheck[];
}): Adapter {
  const { providers, tools, connectionChecks } = manifest;
  // The settings hold an endpoint for each that a provider names.
  const own = (means: AdapterMeans) => means as AdapterMeans<EndpointsOf<Facts[number]>>;
  return {
    providers,
    tools: (means) => tools(own(means)),
    connectionChecks: (means) => connectionChecks?.(own(means)) ?? [],
  };
}
