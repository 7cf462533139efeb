type MultiValues = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * The fields of a REST API's proxy event (payload version 1) that are used
 * (docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html).
 */
export interface GatewayEvent {
  httpMethod: string;
  /**
   * The path as sent: percent-encoded, without the stage. A custom domain must map its root, or its base path
   * is included.
   */
  path: string;
  /** Null if empty. */
  multiValueHeaders: MultiValues | null;
  /** Decoded; null if empty. */
  multiValueQueryStringParameters: MultiValues | null;
  body: string | null;
  isBase64Encoded: boolean;
  /** `requestId` is also in the access log (stacks/access-log.ts). */
  requestContext: GatewayContext;
}

interface GatewayContext {
  domainName?: string | undefined;
  requestId?: string | undefined;
  /** Like `path`, but with the stage if the URL contains it, as at API Gateway's own address. */
  path?: string | undefined;
}

/** Converts an event to a request. */
export function requestFromEvent(event: GatewayEvent): Request {
  const headers = new Headers();
  for (const [name, value] of listEntries(event.multiValueHeaders)) headers.append(name, toByteString(value));
  const url = new URL(`https://${event.requestContext.domainName ?? "localhost"}`);
  url.pathname = event.path;
  for (const [name, value] of listEntries(event.multiValueQueryStringParameters))
    url.searchParams.append(name, value);
  return new Request(url, { method: event.httpMethod, headers, body: decodeBody(event) });
}

/**
 * Returns the base URL that the gateway reports: its own or its custom domain, followed by the stage, such as
 * `/live`, if the URL contains it. The gateway only accepts a `Host` that is one of its domains.
 */
export function readBaseUrl({ path, requestContext }: GatewayEvent): string | undefined {
  const { domainName, path: requestPath } = requestContext;
  if (domainName === undefined) return undefined;
  return `https://${domainName}${requestPath?.endsWith(path) ? requestPath.slice(0, -path.length) : ""}`;
}

/**
 * Converts a header's value to one character per byte, as the Headers class requires. The gateway may have
 * decoded it as UTF-8.
 */
function toByteString(value: string): string {
  return /[^\0-\xff]/.test(value) ? Buffer.from(value, "utf8").toString("latin1") : value;
}

/** Returns the body, or null for GET and HEAD, for which the Request class accepts none. */
function decodeBody({ httpMethod, body, isBase64Encoded }: GatewayEvent): Uint8Array | null {
  if (body === null || httpMethod === "GET" || httpMethod === "HEAD") return null;
  return Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
}

function listEntries(lists: MultiValues | null): [string, string][] {
  return Object.entries(lists ?? {}).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
}
