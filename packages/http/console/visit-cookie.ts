import type { ShownVisit } from "@plumbline/core/access/visits.ts";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { addHostPrefix, getCookieScope } from "../connect/browser-cookie.ts";
import { isCrossSite } from "../pages/foreign-request.ts";

const NAME = "plumbline_console";

/**
 * Header that marks requests of the console's own script. After sign-in, its value is the secret that the
 * page holds. Forms cannot send it.
 */
const CONSOLE_HEADER = "x-plumbline-console";

/** Stores a sign-in in a cookie. Scripts cannot read it, and requests from other sites do not carry it. */
export function setVisitCookie(
  context: Context,
  url: string,
  { token, maxAgeSeconds }: { token: string; maxAgeSeconds: number },
): void {
  setCookie(context, addHostPrefix(url, NAME), token, {
    ...getCookieScope(url),
    httpOnly: true,
    sameSite: "Strict",
    maxAge: maxAgeSeconds,
  });
}

/**
 * Returns the sign-in of a request that the console's own script made. Returns `undefined` for any other
 * request, even with a cookie: from another site, without the console's header, or to a path outside the API.
 */
export function readVisitCookie(context: Context, url: string): ShownVisit | undefined {
  if (!context.req.path.startsWith("/api/")) return undefined;
  const pageSecret = context.req.header(CONSOLE_HEADER);
  if (pageSecret === undefined || isCrossSite(context, url)) return undefined;
  const token = getCookie(context, addHostPrefix(url, NAME));
  return token === undefined ? undefined : { token, pageSecret };
}

/** Returns whether a browser has the cookie. Proves no sign-in, because the secret is not checked. */
export function hasVisitCookie(context: Context, url: string): boolean {
  return getCookie(context, addHostPrefix(url, NAME)) !== undefined;
}

export function deleteVisitCookie(context: Context, url: string): void {
  deleteCookie(context, addHostPrefix(url, NAME), getCookieScope(url));
}
