import { AdapterTransientError } from "../errors/adapter-error.ts";
import { decodeText, isPlainUtf8 } from "../text/decode-text.ts";
import { mendText, parseJson } from "../text/parse-json.ts";

/** A request that an adapter sends through the HTTP client. */
export interface HttpRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Absolute http or https URL. */
  url: URL;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer;
  /**
   * A read may always be repeated. A write that was fully sent but got no response may have been carried out.
   */
  effect: "read" | "write";
  /** Time limit in milliseconds for connecting, sending and reading the whole response. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Maximum size of the response, in bytes. Defaults to 4 MiB. */
  maxResponseBytes?: number;
  /**
   * Set if only the status matters (for a webhook). A body that is too long, stalls or breaks off is then
   * truncated and flagged.
   */
  acceptPartialBody?: boolean;
}

/** A provider's response, whatever its status. Redirects are not followed but returned. */
export class HttpResponse {
  readonly status: number;
  /** Names in lower case. Repeated headers are joined by ", ". */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** True if the body is incomplete. */
  readonly truncated: boolean;
  /** Numbers that `json` returned as text. */
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

  /** Decodes the body by its charset. Replaces ill-formed text; removes characters that JSON forbids. */
  text(): string {
    return mendText(decodeText(this.body, this.headers["content-type"], this.truncated));
  }

  /**
   * Parses the body with `parseJson`. Returns `undefined` if it is not JSON (an HTML error page, an empty or
   * truncated body).
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
 * Sends HTTP requests. All outgoing calls use it. Throws AdapterTransientError if no complete response
 * arrived, and AdapterValidationError if the destination is blocked or the response is too large.
 */
export interface HttpClient {
  send(request: HttpRequest): Promise<HttpResponse>;
}

const USER_AGENT = "Plumbline/0.1 (+integrations for LLM agents)";

/**
 * Returns the request headers, except framing headers. Asks for no compression, because some servers compress
 * by default.
 */
export function buildOutgoingHeaders(headers: HttpRequest["headers"]): Record<string, string> {
  return { "user-agent": USER_AGENT, "accept-encoding": "identity", ...headers };
}

/** Appends a path to a base URL and its path, with exactly one slash in between. */
export function joinUrl(base: string, path: string): URL {
  return new URL(`${base.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`);
}

/** Returns true if the status is a redirect. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/**
 * Returns true for a redirect after which a write may have taken effect. 303 states that it did. After 301
 * and 302, some servers have carried it out and others have not. Only 307 and 308 ask to repeat the same
 * request at another URL (RFC 9110, 15.4).
 */
export function mayRedirectAfterWrite(status: number): boolean {
  return isRedirect(status) && status !== 307 && status !== 308;
}

/**
 * Creates the error for a redirected write, which must not be repeated without checking. `about` ends the
 * first sentence.
 */
export function createRedirectedWriteError(
  host: string,
  status: number,
  about = "",
  result?: unknown,
): AdapterTransientError {
  const message = `${host} responded with ${status}, a redirect${about}. The request may have taken effect before the redirect.`;
  return new AdapterTransientError(message, { status, permanent: true, outcomeUnknown: true, result });
}
