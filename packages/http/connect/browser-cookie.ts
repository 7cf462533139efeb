import type { Random } from "@plumbline/core/clock/clock.ts";
import type { Context } from "hono";
import { type HostCookie, readHostCookie } from "../pages/host-cookie.ts";

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

/**
 * Returns the cookie of an authorization. Each has its own, so that two open links do not interfere. `Lax`,
 * because the provider redirects back here.
 */
export function cookieOf(authId: string): HostCookie {
  return {
    name: `plumbline_connect_${authId.slice(0, 16)}`,
    sameSite: "Lax",
    maxAgeSeconds: MAX_AGE_SECONDS,
  };
}

/** Returns the browser's cookie for an authorization, or `undefined` in another browser. */
export function readBrowserCookie(context: Context, url: string, authId: string): BrowserCookie | undefined {
  const value = readHostCookie(context, url, cookieOf(authId));
  const [, , linkToken] = SHAPE.exec(value ?? "") ?? [];
  return value === undefined || linkToken === undefined ? undefined : { value, linkToken };
}
