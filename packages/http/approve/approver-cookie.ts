import { APPROVAL_PAGE } from "@plumbline/core/access/visits.ts";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { cookieScope, ownCookieName } from "../connect/browser-cookie.ts";

const NAME = "plumbline_approver";

/** Keeps a person's visit in the browser. No script can read it, and no other site's form sends it. */
export function keepApproverCookie(context: Context, url: string, visit: string): void {
  setCookie(context, ownCookieName(url, NAME), visit, {
    ...cookieScope(url),
    httpOnly: true,
    // Sent when a person follows a link from a chat to the page, and with no form of another site.
    sameSite: "Lax",
    maxAge: APPROVAL_PAGE.lastsMs / 1000,
  });
}

export function readApproverCookie(context: Context, url: string): string | undefined {
  return getCookie(context, ownCookieName(url, NAME));
}

export function dropApproverCookie(context: Context, url: string): void {
  deleteCookie(context, ownCookieName(url, NAME), cookieScope(url));
}
