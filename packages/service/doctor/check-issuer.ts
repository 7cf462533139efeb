import type { IssuerSettings } from "@plumbline/core/access/token-verifier.ts";
import {
  fetchIssuerKeys,
  IssuerError,
  type IssuerErrorCode,
  type IssuerPorts,
} from "@plumbline/core/oidc/fetch-issuer-keys.ts";
import { type DoctorFinding, reportProblem, reportWell } from "./finding.ts";

const PLACE = { area: "issuer", name: "AUTH_ISSUER" } as const;

const REMEDIES: Readonly<Record<IssuerErrorCode, string>> = {
  issuer_unreachable:
    "Check AUTH_ISSUER, the network and the issuer's status. Keys at a private address need EGRESS_ALLOW.",
  issuer_metadata_wrong: "Set AUTH_ISSUER exactly as in the issuer's metadata (docs/oidc.md).",
  issuer_keys_wrong: "Check the issuer's jwks_uri: it must return its public keys.",
};

/** Fetches the OIDC issuer's metadata and keys. Returns no finding if no issuer is configured. */
export async function checkIssuer(
  settings: IssuerSettings | undefined,
  ports: IssuerPorts,
): Promise<DoctorFinding[]> {
  if (!settings) return [];
  try {
    const { keys } = await fetchIssuerKeys(settings.issuer, ports);
    // A set may contain encryption keys and, if the issuer is careless, secrets.
    const usable = keys.filter(({ kty, use }) => kty !== "oct" && (use === undefined || use === "sig"));
    const count = `${usable.length} public key${usable.length === 1 ? "" : "s"}`;
    if (usable.length > 0) return [reportWell(PLACE, `It responds with ${count} for signatures.`)];
    return [reportProblem(PLACE, "It publishes no public key for signatures.", REMEDIES.issuer_keys_wrong)];
  } catch (error) {
    if (!(error instanceof IssuerError)) throw error;
    return [reportProblem(PLACE, error.message, REMEDIES[error.code])];
  }
}
