import type { LookupFunction } from "node:net";
import { createSecureContext, rootCertificates, type SecureContext } from "node:tls";
import { buildConnector } from "undici";

const CONNECT_TIMEOUT_MS = 10_000;

/** Makes what opens connections; a `lookup` replaces how it turns a name into addresses. */
export type ConnectorFactory = (lookup?: LookupFunction) => buildConnector.connector;

/**
 * What TLS trusts when certificates (PEM) are added to the system's; made once, since as a `ca` option all of them would be
 * parsed again for every connection. What cannot be read in them is passed over, as TLS does.
 */
export function trusting(extraCertificates: string | undefined): SecureContext | undefined {
  return extraCertificates === undefined
    ? undefined
    : createSecureContext({ ca: [...rootCertificates, extraCertificates] });
}

/** Connectors for HTTP, with the default trust unless another is given. */
export function connectorFactory(secureContext?: SecureContext): ConnectorFactory {
  return (lookup) =>
    buildConnector({
      timeout: CONNECT_TIMEOUT_MS,
      ...(secureContext ? { secureContext } : {}),
      ...(lookup ? { lookup } : {}),
    });
}
