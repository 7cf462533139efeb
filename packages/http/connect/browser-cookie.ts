import type { Random } from "@plumbline/core/clock/clock.ts";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

/** The browser's part of an authorization: a secret that binds it to this browser, and the link to retry. */
export interface BrowserCookie {
  value: string;
  linkToken: string;
}

/** Slightly longer than the time limit of an authorization. */
const MAX_AGE_SECONDS = 40 * 60;
const SHAPE = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{64})$/;

/** Creates the cookie for an authorization that starts from a link. */
export function createBrowserCookie(linkToken: string, random: Random): BrowserCookie {
  return { value: `${random.bytes(32).toString("base64url")}.${linkToken}`, linkToken };
}

/** Sets the cookie. Other sites cannot set it, and scripts cannot read it. */
export function setBrowserCookie(
  context: Context,
  url: string,
  authId: string,
  { value }: BrowserCookie,
): void {
  setCookie(context, formatCookieName(url, authId), value, {
    ...getCookieScope(url),
    httpOnly: true,
    // Sent when the provider redirects back here, but not with requests that another page makes.
    sameSite: "Lax",
    maxAge: MAX_AGE_SECONDS,
  });
}

/** Returns the browser's cookie for an authorization, or `undefined` in another browser. */
export function readBrowserCookie(context: Context, url: string, authId: string): BrowserCookie | undefined {
  const value = getCookie(context, formatCookieName(url, authId));
  const [, , linkToken] = SHAPE.exec(value ?? "") ?? [];
  return value === undefined || linkToken === undefined ? undefined : { value, linkToken };
}

export function deleteBrowserCookie(context: Context, url: string, authId: string): void {
  deleteCookie(context, formatCookieName(url, authId), getCookieScope(url));
}

/** Returns a separate cookie name for each authorization, so that two open links do not interfere. */
function formatCookieName(url: string, authId: string): string {
  return addHostPrefix(url, `plumbline_connect_${authId.slice(0, 16)}`);
}

/** Adds the prefix that allows only this host to set the cookie. */
export function addHostPrefix(url: string, name: string): string {
  return isSecure(url) ? `__Host-${name}` : name;
}

/**
 * Returns the attributes that the `__Host-` prefix requires: `Secure`, no domain and the root path (RFC
 * 6265bis, 4.1.3.2).
 */
export function getCookieScope(url: string): { path: "/"; secure: boolean } {
  return { path: "/", secure: isSecure(url) };
}

function isSecure(url: string): boolean {
  return url.startsWith("https:");
}
