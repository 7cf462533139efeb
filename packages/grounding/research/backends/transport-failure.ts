import type { AdapterError } from "@plumbline/core/errors/adapter-error.ts";

/** Transport codes by what a reader of the provider chain can make of them (Node errors documentation, undici lib/core/errors.js). */
const SAID: readonly (readonly [codes: RegExp, said: string])[] = [
  [/^(?:ENOTFOUND|EAI_\w+)$/, "name could not be resolved"],
  [/^ECONNREFUSED$/, "connection refused"],
  [/^(?:EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "no route to it"],
  [/^UND_ERR_CONNECT_TIMEOUT$|^ETIMEDOUT$/, "connecting took too long"],
  [/CERT|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH/, "certificate could not be verified"],
  [/^not_http$/, "its answer is not HTTP"],
];

/**
 * Why no answer came, in words without the host: the instance is the operator's, and the provider chain is shown to tenants.
 * `timeoutMs` is what the call was given.
 */
export function transportFailure({ code, detail }: AdapterError, timeoutMs: number): string {
  const { providerCode = "", status } = detail;
  if (providerCode === "timeout") {
    const within = `within ${Math.round(timeoutMs / 100) / 10} s`;
    return status === undefined
      ? `did not answer ${within}`
      : `answered ${status} but did not finish ${within}`;
  }
  if (code === "validation")
    return status === undefined ? "the request cannot be sent" : "its answer is too large";
  const known = SAID.find(([codes]) => codes.test(providerCode))?.[1];
  return known ?? (status === undefined ? "connection lost" : `answered ${status} but its answer broke off`);
}
