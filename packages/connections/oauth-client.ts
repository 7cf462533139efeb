import { credentialKinds, providerName } from "@plumbline/adapters/credential-kinds.ts";
import type { Provider } from "@plumbline/adapters/define-adapter.ts";
import type { OAuthFacts } from "@plumbline/adapters/oauth-facts.ts";
import { PROVIDERS } from "@plumbline/adapters/providers.ts";
import type { LateSecret, Secret } from "@plumbline/core/access/secret.ts";
import type { CredentialKind } from "@plumbline/core/credentials/kinds.ts";

/** The app that the operator registered with a provider, for one kind of credential. */
export interface OAuthClient {
  readonly kind: CredentialKind;
  readonly id: string;
  readonly secret: Secret | LateSecret;
  /** The provider's OAuth facts, with URLs overridden by the operator. */
  readonly facts: OAuthFacts;
}

/** The operator's clients by kind. A kind without a client is connected by storing a token. */
export type OAuthClients = ReadonlyMap<CredentialKind, OAuthClient>;

/** Returns the OAuth facts of every kind whose provider has an authorization server. */
export function listOauthFacts(): ReadonlyMap<CredentialKind, OAuthFacts> {
  const facts = (PROVIDERS as readonly Provider[]).flatMap(({ kinds }) =>
    kinds.flatMap(({ kind, oauth }) => (oauth ? [[kind, oauth] as const] : [])),
  );
  return new Map(facts);
}

/** Returns the display name of a kind's provider, or the kind itself if it is unknown. */
export function providerOfKind(kind: CredentialKind): string {
  return credentialKinds.has(kind) ? providerName({ kind, metadata: {} }) : kind;
}
