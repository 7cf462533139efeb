import { type PlumblineClient, plumblineClient } from "@plumbline/client/client.ts";
import { pageSecret } from "./page-secret.ts";
import { endVisitHere } from "./visit-state.ts";

/** The path at which the service is reached: empty, or such as `/live` on AWS. */
const BASE = document.querySelector('meta[name="plumbline-base"]')?.getAttribute("content") ?? "";

/** The service, which knows the caller by the cookie. The console reaches it in no other way. */
export const service: PlumblineClient = plumblineClient({
  baseUrl: `${location.origin}${BASE}`,
  fetch: async (request) => {
    request.headers.set("x-plumbline-console", pageSecret());
    const response = await fetch(request);
    if (response.status === 401) endVisitHere();
    return response;
  },
});

/** An address of the service's own pages, such as `/docs`. */
export function serviceUrl(path: string): string {
  return `${BASE}${path}`;
}
