import type { LookupFunction } from "node:net";
import { createSecureContext, rootCertificates } from "node:tls";
import { buildConnector } from "undici";

const CONNECT_TIMEOUT_MS = 10_000;

/** Makes what opens connections; a `lookup` replaces how it turns a name into addresses. */
export type ConnectorFactory = (lookup?: LookupFunction) => buildConnector.connector;

/** Connectors that trust the given certificates (PEM) beside the system's. What cannot be read in them is passed over, as TLS does. */
export function connectorFactory(extraCertificates?: string): ConnectorFactory {
  // Read once: as a `ca` option all certificates would be parsed again for every connection.
  const secureContext =
    extraCertificates && createSecureContext({ ca: [...rootCertificates, extraCertificates] });
  return (lookup) =>
    buildConnector({
      timeout: CONNECT_TIMEOUT_MS,
      ...(secureContext ? { secureContext } : {}),
      ...(lookup ? { lookup } : {}),
    });
}
