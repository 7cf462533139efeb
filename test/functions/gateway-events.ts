import type { GatewayEvent } from "../../packages/functions/runtime/gateway-event.ts";

export interface SimpleRequest {
  method?: string;
  /** As sent: percent-encoded, without the stage. */
  path: string;
  /** Decoded, as API Gateway gives them. */
  query?: Record<string, string[]>;
  headers?: Record<string, string[]>;
  body?: string | Buffer | null;
}

/**
 * Returns the event that a REST API sends for a request. A map without entries is null, and a Buffer becomes
 * base64.
 */
export function gatewayEvent({
  method = "GET",
  path,
  query,
  headers,
  body = null,
}: SimpleRequest): GatewayEvent {
  const binary = Buffer.isBuffer(body);
  return {
    path,
    httpMethod: method,
    multiValueHeaders: headers ?? null,
    multiValueQueryStringParameters: query ?? null,
    body: binary ? body.toString("base64") : body,
    isBase64Encoded: binary,
    requestContext: {
      domainName: "abcdef.execute-api.eu-central-1.amazonaws.com",
      requestId: "gateway-1",
      path: `/live${path}`,
    },
  };
}
