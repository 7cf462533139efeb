import type { Provider } from "./define-adapter.ts";
import { PROVIDERS } from "./providers.ts";

/**
 * Returns the environment variables that override the providers' addresses, in the order of the providers.
 */
export function listEndpointVariables(providers: readonly Provider[] = PROVIDERS): string[] {
  return providers.flatMap(({ endpoints }) =>
    Object.values(endpoints).flatMap((endpoint) =>
      "server" in endpoint ? [`${endpoint.setting}_HOST`, `${endpoint.setting}_PORT`] : [endpoint.setting],
    ),
  );
}

/** Settings of the OAuth client that connects accounts of a kind and refreshes their tokens. */
export interface OAuthVariables {
  readonly kind: string;
  readonly clientId: string;
  /** A secret. */
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Omitted if the provider has no revocation endpoint. */
  readonly revokeUrl?: string;
}

/** Returns the OAuth settings of every kind with an authorization server, in the order of the providers. */
export function listOauthVariables(providers: readonly Provider[] = PROVIDERS): OAuthVariables[] {
  return providers.flatMap(({ kinds }) =>
    kinds.flatMap(({ kind, oauth }) => {
      if (!oauth) return [];
      const start = `OAUTH_${kind.toUpperCase()}`;
      return {
        kind,
        clientId: `${start}_CLIENT_ID`,
        clientSecret: `${start}_CLIENT_SECRET`,
        authorizeUrl: `${start}_AUTHORIZE_URL`,
        tokenUrl: `${start}_TOKEN_URL`,
        ...(oauth.revocation && { revokeUrl: `${start}_REVOKE_URL` }),
      };
    }),
  );
}
