import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";

let lastTrusted: { certificates: string; context: SecureContext } | undefined;

/**
 * Returns a TLS context that trusts these certificates (PEM) in addition to the system's. Parsing them takes
 * about 20 ms, so the last context is cached. The `ca` option is not used because it parses them for each
 * connection. Unparseable certificates are skipped.
 */
export function createTrustContext(extraCertificates: string | undefined): SecureContext | undefined {
  if (extraCertificates === undefined) return undefined;
  if (lastTrusted?.certificates !== extraCertificates)
    lastTrusted = {
      certificates: extraCertificates,
      context: createSecureContext({ ca: [...rootCertificates, extraCertificates] }),
    };
  return lastTrusted.context;
}
