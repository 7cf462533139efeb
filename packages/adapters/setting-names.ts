import type { Provider } from "./define-adapter.ts";
import { PROVIDERS } from "./providers.ts";

/**
 * Lists the environment variables that say where the providers are reached, in the order of the providers.
 */
export function endpointVariables(providers: readonly Provider[] = PROVIDERS): string[] {
  return providers.flatMap(({ endpoints }) =>
    Object.values(endpoints).flatMap((endpoint) =>
      "server" in endpoint ? [`${endpoint.setting}_HOST`, `${endpoint.setting}_PORT`] : [endpoint.setting],
    ),
  );
}

/** The settings of the client with which accounts of a kind are connected and renewed. */
export interface OAuthVariables {
  readonly kind: string;
  readonly clientId: string;
  /** A secret. */
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Left out where the provider has no such address. */
  readonly revokeUrl?: string;
}

/** Lists them for every kind whose provider has an authorization server, in the order of the providers. */
export function oauthVariables(providers: readonly Provider[] = PROVIDERS): OAuthVariables[] {
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
