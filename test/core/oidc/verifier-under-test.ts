import type { IssuerSettings } from "@plumbline/core/access/token-verifier.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { createOidcVerifier } from "@plumbline/core/oidc/oidc-verifier.ts";
import type { TokenVerifier } from "../../../packages/core/access/token-verifier.ts";
import { type IssuerKey, type ScriptedIssuer, startScriptedIssuer } from "../../support/scripted-issuer.ts";

export const AUDIENCE = "https://plumbline.test";

/** When the clock starts, in seconds: for rows of a table that are made before any test. */
export const START = Date.parse("2026-01-01T00:00:00Z") / 1_000;

/** The check of tokens in front of an issuer on loopback, with a clock that only moves when told. */
export interface VerifierUnderTest {
  issuer: ScriptedIssuer;
  clock: ManualClock;
  /** Every line that was logged, parsed; the list is live. */
  logged: Record<string, unknown>[];
  /** A check that has no keys yet. */
  verifier(changed?: Partial<IssuerSettings>): TokenVerifier;
  /** Claims of a good token as of now. */
  claims(changed?: Record<string, unknown>): Record<string, unknown>;
  close(): Promise<void>;
}

export async function startVerifier(...published: IssuerKey[]): Promise<VerifierUnderTest> {
  const clock = new ManualClock(START * 1_000);
  const issuer = await startScriptedIssuer(...published);
  const egress = openEgress({ clock, allow: parseEgressAllow("") });
  const logged: Record<string, unknown>[] = [];
  const logger = createLogger((line) => logged.push(JSON.parse(line)), clock, "debug");
  return {
    issuer,
    clock,
    logged,
    verifier(changed = {}) {
      const settings = { issuer: issuer.url, audiences: [AUDIENCE], tenantClaim: "tenant_id", ...changed };
      const made = createOidcVerifier(settings, { egress, clock, logger });
      if (!made) throw new Error("An issuer is configured.");
      return made;
    },
    claims(changed = {}) {
      const seconds = Math.floor(clock.now() / 1_000);
      const times = { iat: seconds, exp: seconds + 86_400 };
      const who = { sub: "ada", tenant_id: "tenant-1", scope: "tools:call" };
      return { iss: issuer.url, aud: AUDIENCE, ...who, ...times, ...changed };
    },
    async close() {
      await egress.close();
      await issuer.close();
    },
  };
}
