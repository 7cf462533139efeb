import type { Random } from "@plumbline/core/clock/clock.ts";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

/**
 * The browser's part of an authorization: a secret that binds it to this browser, and the link for trying
 * again.
 */
export interface BrowserCookie {
  value: string;
  linkToken: string;
}

/** Slightly longer than an authorization may take. */
const MAX_AGE_SECONDS = 40 * 60;
const SHAPE = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{64})$/;

/** Creates the secret for an authorization that starts at a link. */
export function makeBrowserCookie(linkToken: string, random: Random): BrowserCookie {
  return { value: `${random.bytes(32).toString("base64url")}.${linkToken}`, linkToken };
}

/** Sets the cookie. Another site cannot set it, and no script can read it. */
export function keepBrowserCookie(
  context: Context,
  url: string,
  visitId: string,
  { value }: BrowserCookie,
): void {
  setCookie(context, cookieName(url, visitId), value, {
    ...cookieScope(url),
    httpOnly: true,
    // Sent when the provider redirects back here, but not with requests that another page makes.
    sameSite: "Lax",
    maxAge: MAX_AGE_SECONDS,
  });
}

/** Returns the browser's cookie for an authorization; `undefined` in another browser. */
export function readBrowserCookie(context: Context, url: string, visitId: string): BrowserCookie | undefined {
  const value = getCookie(context, cookieName(url, visitId));
  const [, , linkToken] = SHAPE.exec(value ?? "") ?? [];
  return value === undefined || linkToken === undefined ? undefined : { value, linkToken };
}

export function dropBrowserCookie(context: Context, url: string, visitId: string): void {
  deleteCookie(context, cookieName(url, visitId), cookieScope(url));
}

/** Returns a separate name for each authorization, so that two open links do not interfere. */
function cookieName(url: string, visitId: string): string {
  return ownCookieName(url, `plumbline_connect_${visitId.slice(0, 16)}`);
}

/** Returns the name of a cookie that only this host may set. */
export function ownCookieName(url: string, name: string): string {
  return isSecure(url) ? `__Host-${name}` : name;
}

/**
 * Returns the attributes that the `__Host-` prefix requires: `Secure`, no domain and the root path (RFC
 * 6265bis, 4.1.3.2).
 */
export function cookieScope(url: string): { path: "/"; secure: boolean } {
  return { path: "/", secure: isSecure(url) };
}

function isSecure(url: string): boolean {
  return url.startsWith("https:");
}
