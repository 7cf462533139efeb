import type { CredentialRecord } from "@plumbline/core/credentials/credential.ts";
import { CredentialKinds } from "@plumbline/core/credentials/kinds.ts";
import { type Provider, type ProviderKind, providerTitle } from "./define-adapter.ts";
import { PROVIDERS } from "./providers.ts";

/** Name of a credential kind defined by a provider. */
export type ProviderKindName = (typeof PROVIDERS)[number]["kinds"][number]["kind"];

const defined = new Map<string, { provider: Provider; kind: ProviderKind }>();
for (const provider of PROVIDERS as readonly Provider[])
  for (const kind of provider.kinds) defined.set(kind.kind, { provider, kind });

/** Every kind of credential, with the schema of its metadata. */
export const credentialKinds = new CredentialKinds(
  (PROVIDERS as readonly Provider[]).flatMap(({ kinds }) => kinds),
);

/** Names of all kinds, in the order of the providers. */
export const CREDENTIAL_KINDS = credentialKinds.listNames() as [ProviderKindName, ...ProviderKindName[]];

/** Returns the service's display name: "Slack", "mail server". */
export function providerName({ kind, metadata }: Pick<CredentialRecord, "kind" | "metadata">): string {
  const found = defined.get(kind);
  if (!found) return kind;
  const { opens = found.provider.speaksTo } = found.kind;
  return typeof opens === "string" ? opens : opens(metadata);
}

/** Returns the display name together with the type of service: "chat app (Slack)", "mail server". */
export function describeProvider(record: Pick<CredentialRecord, "kind" | "metadata">): string {
  const found = defined.get(record.kind);
  // For mail servers and webhooks, the name is already the type of service.
  return providerTitle({ called: found?.provider.called, speaksTo: providerName(record) });
}

/** Describes a kind like `describeProvider`, without an account's metadata. */
export function describeKind(kind: string): string {
  const found = defined.get(kind);
  if (!found) return kind;
  const { called, speaksTo } = found.provider;
  const { opens = speaksTo } = found.kind;
  // Only the metadata tells which of the two an account is.
  return typeof opens === "string" ? providerTitle({ called, speaksTo: opens }) : "mail server or webhook";
}

/** Returns the kind with this name or alias, ignoring case: `slack` is `chatapp_bot`. */
export function findKind(name: string): ProviderKindName | undefined {
  const wanted = name.toLowerCase();
  return CREDENTIAL_KINDS.find(
    (kind) => kind === wanted || defined.get(kind)?.kind.aliases?.includes(wanted) === true,
  );
}

/** First alias of each kind that has one, for help texts: `slack` and others. */
export const KIND_ALIASES: readonly string[] = CREDENTIAL_KINDS.flatMap(
  (kind) => defined.get(kind)?.kind.aliases?.slice(0, 1) ?? [],
);
