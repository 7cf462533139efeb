/** A browser as far as a connect needs one: cookies by host, redirects, forms. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #fetch: (request: Request) => Promise<Response>;

  /** `fetch` reaches both the service and the authorization server. */
  constructor(fetch: (request: Request) => Promise<Response>) {
    this.#fetch = fetch;
  }

  /** The cookies of a host, as `name=value`. */
  cookiesOf(url: string): string[] {
    return [...(this.#cookies.get(new URL(url).host) ?? [])].map(([name, value]) => `${name}=${value}`);
  }

  /** One request, its redirect not followed. */
  async request(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const cookies = this.cookiesOf(url);
    if (cookies.length > 0) headers.set("cookie", cookies.join("; "));
    const response = await this.#fetch(new Request(url, { ...init, headers, redirect: "manual" }));
    this.#keep(url, response);
    return response;
  }

  /** Goes to an address and on, until a page comes or the address begins like `stop`. */
  async go(url: string, { stop, ...init }: RequestInit & { stop?: string } = {}): Promise<Visited> {
    let at = url;
    let response = await this.request(at, init);
    for (let hop = 0; hop < 20; hop++) {
      const location = response.headers.get("location");
      if (location === null)
        return { url: at, status: response.status, text: await response.text(), response };
      at = new URL(location, at).href;
      if (stop !== undefined && at.startsWith(stop))
        return { url: at, status: response.status, text: "", response };
      await response.body?.cancel();
      response = await this.request(at);
    }
    throw new Error(`too many redirects: ${at}`);
  }

  /** Sends the only form of a page, as its button does. */
  submit(url: string, options: { stop?: string } = {}): Promise<Visited> {
    const headers = { "sec-fetch-site": "same-origin", origin: new URL(url).origin };
    return this.go(url, { method: "POST", headers, ...options });
  }

  #keep(url: string, response: Response): void {
    const jar = this.#cookies.get(new URL(url).host) ?? new Map<string, string>();
    this.#cookies.set(new URL(url).host, jar);
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  }
}

export interface Visited {
  url: string;
  status: number;
  text: string;
  response: Response;
}
