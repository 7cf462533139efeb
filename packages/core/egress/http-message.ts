import { decodeText, isPlainUtf8 } from "../text/decode-text.ts";
import { mendText, parseJson } from "../text/parse-json.ts";

/** A request that an adapter makes through the HTTP client. */
export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Absolute, http or https. */
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /** A read may always be repeated; a write that was wholly sent and got no answer may have happened. */
  effect: "read" | "write";
  /** Milliseconds for the whole call: connecting, sending, and reading the answer to its end. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Bytes of the answer that are kept; default 4 MiB. */
  maxResponseBytes?: number;
  /**
   * The status alone is the answer (a webhook's): a body that is too long, stalls or breaks off is cut and
   * flagged.
   */
  acceptPartialBody?: boolean;
}

/** A provider's answer, whatever its status. Redirects are answers too: they are never followed. */
export class HttpResponse {
  readonly status: number;
  /** Names in lower case; a repeated header is joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** The body is not whole. */
  readonly truncated: boolean;
  /** Where `json` notes each number that it keeps as a text. */
  numbersAsText: string[] = [];

  constructor(status: number, headers: Readonly<Record<string, string>>, body: Buffer, truncated: boolean) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.truncated = truncated;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  /** The body's text in its charset, well formed and without control characters that JSON forbids. */
  text(): string {
    return mendText(decodeText(this.body, this.headers["content-type"], this.truncated));
  }

  /**
   * The body as `parseJson` reads it, or `undefined` when it is not JSON (an HTML error page, an empty or a
   * cut body).
   */
  json(): unknown {
    if (this.truncated) return undefined;
    try {
      const type = this.headers["content-type"];
      return parseJson(isPlainUtf8(this.body, type) ? this.body : decodeText(this.body, type), (digits) =>
        this.numbersAsText.push(digits),
      );
    } catch {
      return undefined;
    }
  }
}

/**
 * The port every outgoing HTTP call goes through. Throws AdapterTransientError when no whole answer came,
 * AdapterValidationError when the destination is refused or the answer is too large.
 */
export interface HttpClient {
  send(request: HttpRequest): Promise<HttpResponse>;
}

/** Joins a path to a base URL by appending: a base with a path keeps it, with exactly one slash between. */
export function joinUrl(base: string, path: string): URL {
  return new URL(`${base.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`);
}
