type Lists = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * The parts of a REST API's proxy event that we read, payload version 1
 * (docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html).
 */
export interface GatewayEvent {
  httpMethod: string;
  /**
   * As it was sent: percent-encoded, and without the stage. A custom domain must map its root, or its base
   * path is in here.
   */
  path: string;
  /** Null when empty. */
  multiValueHeaders: Lists | null;
  /** Decoded; null when empty. */
  multiValueQueryStringParameters: Lists | null;
  body: string | null;
  isBase64Encoded: boolean;
  /** `requestId` is in the access log, too (stacks/access-log.ts). */
  requestContext: GatewayContext;
}

interface GatewayContext {
  domainName?: string | undefined;
  requestId?: string | undefined;
  /**
   * As `path`, with the stage where the client had to name it: at API Gateway's own address, not at a custom
   * domain.
   */
  path?: string | undefined;
}

/** The request that an event stands for. */
export function requestFromEvent(event: GatewayEvent): Request {
  const headers = new Headers();
  for (const [name, value] of entries(event.multiValueHeaders)) headers.append(name, asSent(value));
  const url = new URL(`https://${event.requestContext.domainName ?? "localhost"}`);
  url.pathname = event.path;
  for (const [name, value] of entries(event.multiValueQueryStringParameters))
    url.searchParams.append(name, value);
  return new Request(url, { method: event.httpMethod, headers, body: bodyOf(event) });
}

/**
 * Where the gateway itself says that it was asked: its own or its custom domain, and the stage, `/live`,
 * where that stands before the path. The gateway lets no `Host` in that is not one of its domains.
 */
export function baseUrlOf({ path, requestContext }: GatewayEvent): string | undefined {
  const { domainName, path: asked } = requestContext;
  if (domainName === undefined) return undefined;
  return `https://${domainName}${asked?.endsWith(path) ? asked.slice(0, -path.length) : ""}`;
}

/**
 * A header's bytes, each as one character, which is all that the web's Headers take; a gateway may have read
 * them as UTF-8.
 */
function asSent(value: string): string {
  return /[^\0-\xff]/.test(value) ? Buffer.from(value, "utf8").toString("latin1") : value;
}

/** The web's Request takes no body with GET and HEAD, where it has no meaning. */
function bodyOf({ httpMethod, body, isBase64Encoded }: GatewayEvent): Uint8Array | null {
  if (body === null || httpMethod === "GET" || httpMethod === "HEAD") return null;
  return Buffer.from(body, isBase64Encoded ? "base64" : "utf8");
}

function entries(lists: Lists | null): [string, string][] {
  return Object.entries(lists ?? {}).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
}
