import type { ShownVisit } from "@plumbline/core/access/visits.ts";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { cookieScope, ownCookieName } from "../connect/browser-cookie.ts";
import { isFromElsewhere } from "../pages/foreign-request.ts";

const NAME = "plumbline_console";

/**
 * The header with which the console's own script says that it asks; once somebody has signed in, it is the
 * secret that the page keeps. A form cannot send it.
 */
const CONSOLE_HEADER = "x-plumbline-console";

/** Keeps a visit in the browser. No script can read it, and no request of another site carries it. */
export function keepVisitCookie(
  context: Context,
  url: string,
  { token, maxAgeSeconds }: { token: string; maxAgeSeconds: number },
): void {
  setCookie(context, ownCookieName(url, NAME), token, {
    ...cookieScope(url),
    httpOnly: true,
    sameSite: "Strict",
    maxAge: maxAgeSeconds,
  });
}

/**
 * The visit of a request that the console's own script made. `undefined` for any other request, cookie or
 * not: one from another site, one without the console's header, and one for something else than the API.
 */
export function readVisitCookie(context: Context, url: string): ShownVisit | undefined {
  if (!context.req.path.startsWith("/api/")) return undefined;
  const pageSecret = context.req.header(CONSOLE_HEADER);
  if (pageSecret === undefined || isFromElsewhere(context, url)) return undefined;
  const token = getCookie(context, ownCookieName(url, NAME));
  return token === undefined ? undefined : { token, pageSecret };
}

export function dropVisitCookie(context: Context, url: string): void {
  deleteCookie(context, ownCookieName(url, NAME), cookieScope(url));
}
