import { type PlumblineClient, plumblineClient } from "@plumbline/client/client.ts";
import { pageSecret } from "./page-secret.ts";
import { endVisitHere } from "./visit-state.ts";

/** The path at which the service is reached: empty, or for example `/live` on AWS. */
const BASE = document.querySelector('meta[name="plumbline-base"]')?.getAttribute("content") ?? "";

/** Client of the service, which identifies the caller by the cookie. All requests of the console use it. */
export const service: PlumblineClient = plumblineClient({
  baseUrl: `${location.origin}${BASE}`,
  fetch: async (request) => {
    request.headers.set("x-plumbline-console", pageSecret());
    const response = await fetch(request);
    if (response.status === 401) endVisitHere();
    return response;
  },
});

/** Returns the address of one of the service's own pages, such as `/docs`. */
export function serviceUrl(path: string): string {
  return `${BASE}${path}`;
}
