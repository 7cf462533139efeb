import type { Random } from "@plumbline/core/clock/clock.ts";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

/** A browser's part of a visit: a secret that ties the visit to it, and the link it may try again at. */
export interface BrowserCookie {
  value: string;
  linkToken: string;
}

/** So long as a visit may take, and a little more. */
const MAX_AGE_SECONDS = 40 * 60;
const SHAPE = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{64})$/;

/** A new secret for a visit that begins at a link. */
export function makeBrowserCookie(linkToken: string, random: Random): BrowserCookie {
  return { value: `${random.bytes(32).toString("base64url")}.${linkToken}`, linkToken };
}

/** Gives the browser its cookie. A page of another site cannot set it, and no script can read it. */
export function keepBrowserCookie(
  context: Context,
  url: string,
  visitId: string,
  { value }: BrowserCookie,
): void {
  setCookie(context, cookieName(url, visitId), value, {
    ...cookieScope(url),
    httpOnly: true,
    // Sent when the provider's page leads back here, and with no request that another page makes.
    sameSite: "Lax",
    maxAge: MAX_AGE_SECONDS,
  });
}

/** The browser's cookie of a visit; `undefined` in another browser. */
export function readBrowserCookie(context: Context, url: string, visitId: string): BrowserCookie | undefined {
  const value = getCookie(context, cookieName(url, visitId));
  const [, , linkToken] = SHAPE.exec(value ?? "") ?? [];
  return value === undefined || linkToken === undefined ? undefined : { value, linkToken };
}

export function dropBrowserCookie(context: Context, url: string, visitId: string): void {
  deleteCookie(context, cookieName(url, visitId), cookieScope(url));
}

/** One for each visit, so that two open links do not disturb each other. */
function cookieName(url: string, visitId: string): string {
  return ownCookieName(url, `plumbline_connect_${visitId.slice(0, 16)}`);
}

/** The name of a cookie that only this very host may set. */
export function ownCookieName(url: string, name: string): string {
  return isSecure(url) ? `__Host-${name}` : name;
}

/** The prefix `__Host-` demands `Secure`, no domain and the whole path (RFC 6265bis, 4.1.3.2). */
export function cookieScope(url: string): { path: "/"; secure: boolean } {
  return { path: "/", secure: isSecure(url) };
}

function isSecure(url: string): boolean {
  return url.startsWith("https:");
}
