import { AdapterValidationError } from "../errors/adapter-error.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "./http-message.ts";

/** An HTTP client that reaches the declared origins and no other, so that a token cannot travel elsewhere by a slip. */
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
      new AdapterValidationError(`${request.url.host} is not a host this tool may reach.`),
    );
  }
}
