type Lists = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * What we read of a REST API's proxy event, payload version 1
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
  requestContext: { domainName?: string | undefined; requestId?: string | undefined };
}

/** The request that an event stands for. */
export function requestFromEvent(event: GatewayEvent): Request {
  const headers = new Headers();
  for (const [name, value] of entries(event.multiValueHeaders)) headers.append(name, value);
  const url = new URL(`https://${event.requestContext.domainName ?? "localhost"}`);
  url.pathname = event.path;
  for (const [name, value] of entries(event.multiValueQueryStringParameters))
    url.searchParams.append(name, value);
  return new Request(url, { method: event.httpMethod, headers, body: bodyOf(event) });
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
