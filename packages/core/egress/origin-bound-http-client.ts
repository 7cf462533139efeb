import { AdapterValidationError } from "../errors/adapter-error.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "./http-message.ts";

/** An HTTP client restricted to the declared origins, so that a token cannot be sent elsewhere by mistake. */
export class OriginBoundHttpClient implements HttpClient {
  readonly #http: HttpClient;
  readonly #origins: ReadonlySet<string>;

  constructor(http: HttpClient, baseUrls: readonly string[]) {
    this.#http = http;
    this.#origins = new Set(baseUrls.map((url) => new URL(url).origin));
  }

  send(request: HttpRequest): Promise<HttpResponse> {
    if (this.#origins.has(request.url.origin)) return this.#http.send(request);
    return Promise.reject(
      new AdapterValidationError(`This tool may not send requests to ${request.url.host}.`),
    );
  }
}
