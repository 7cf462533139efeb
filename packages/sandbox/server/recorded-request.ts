import type { IncomingMessage } from "node:http";

/** The head of a request, known before its body. */
export type RequestHead = Pick<IncomingMessage, "method" | "url" | "headers">;

/** One request as a sandbox server read it. */
export class RecordedRequest {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names are in lower case. Repeated headers are joined by a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;

  constructor(head: RequestHead, body: Buffer) {
    const url = head.url ?? "/";
    const queryStart = url.indexOf("?");
    this.method = head.method ?? "GET";
    this.path = queryStart === -1 ? url : url.slice(0, queryStart);
    this.query = new URLSearchParams(queryStart === -1 ? "" : url.slice(queryStart + 1));
    this.headers = Object.fromEntries(
      Object.entries(head.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      ),
    );
    this.body = body;
  }

  /** The body as UTF-8. */
  get text(): string {
    return this.body.toString("utf8");
  }

  /** Parses the body as JSON. Throws `SyntaxError` if it is not JSON. */
  json(): unknown {
    return JSON.parse(this.text);
  }

  /** Parses the body as `application/x-www-form-urlencoded`. */
  form(): URLSearchParams {
    return new URLSearchParams(this.text);
  }
}

/**
 * Selects requests: either all whose `METHOD /path` starts with this text (`""` selects every request), or
 * those that a predicate accepts.
 */
export type RequestMatch = string | ((request: RecordedRequest) => boolean);

/** Returns whether a request matches. */
export function matches(match: RequestMatch, request: RecordedRequest): boolean {
  if (typeof match === "function") return match(request);
  return `${request.method} ${request.path}`.startsWith(match);
}
