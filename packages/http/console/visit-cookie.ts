import type { ShownVisit } from "@plumbline/core/access/visits.ts";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { cookieScope, ownCookieName } from "../connect/browser-cookie.ts";
import { isFromElsewhere } from "../pages/foreign-request.ts";

const NAME = "plumbline_console";

/**
 * Header that marks requests of the console's own script. After sign-in, its value is the secret that the
 * page holds. A form cannot send it.
 */
const CONSOLE_HEADER = "x-plumbline-console";

/** Stores a sign-in in a cookie that no script can read and that no request from another site carries. */
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
 * Returns the sign-in of a request made by the console's own script. Returns `undefined` for any other
 * request, even with a cookie: from another site, without the console's header, or to a path outside the API.
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
