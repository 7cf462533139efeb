import type { IssuerSettings, TokenVerifier } from "../access/token-verifier.ts";
import type { Clock } from "../clock/clock.ts";
import type { Egress } from "../egress/egress.ts";
import { ServiceError } from "../errors/service-error.ts";
import { loadOnce } from "../loading/load-once.ts";
import type { Logger } from "../log/logger.ts";

/** Maximum length of a token, in characters. Gateways accept about 10 kB of headers in total. */
const MAX_TOKEN = 8_192;

interface OidcVerifierPorts {
  egress: Pick<Egress, "provider" | "guarded">;
  clock: Clock;
  logger: Logger;
}

/**
 * Creates the verifier of the issuer's tokens. Returns `undefined` if no issuer is configured. The token
 * library is loaded with the first token, because most callers send an API key.
 */
export function createOidcVerifier(
  settings: IssuerSettings | undefined,
  { egress, clock, logger }: OidcVerifierPorts,
): TokenVerifier | undefined {
  if (!settings) return undefined;
  const open = loadOnce(async () => {
    const [{ IssuerKeys }, { verifyToken }] = await Promise.all([
      import("./issuer-keys.ts"),
      import("./verify-token.ts"),
    ]);
    const { issuer } = settings;
    const keys = new IssuerKeys({ issuer, http: egress.provider, guarded: egress.guarded, clock, logger });
    return (token: string) => verifyToken(token, settings, { keys, clock });
  });
  return {
    async verify(token) {
      if (token.length > MAX_TOKEN)
        throw new ServiceError("unauthenticated", `This token is longer than ${MAX_TOKEN} characters.`);
      const verify = await open();
      return verify(token);
    },
  };
}
