import { Secret } from "@plumbline/core/access/secret.ts";
import { APPROVAL_PAGE } from "@plumbline/core/access/visits.ts";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { addHostPrefix, getCookieScope } from "../connect/browser-cookie.ts";

const VISIT_NAME = "plumbline_approver";

/** Stores a person's sign-in in a cookie. Scripts cannot read it, and other sites' forms do not send it. */
export function setApproverCookie(context: Context, url: string, visit: string): void {
  setCookie(context, addHostPrefix(url, VISIT_NAME), visit, {
    ...getCookieScope(url),
    httpOnly: true,
    // Sent when a person follows a link from a chat to the page, but not with another site's form.
    sameSite: "Lax",
    maxAge: APPROVAL_PAGE.lastsMs / 1000,
  });
}

export function readApproverCookie(context: Context, url: string): string | undefined {
  return getCookie(context, addHostPrefix(url, VISIT_NAME));
}

export function deleteApproverCookie(context: Context, url: string): void {
  deleteCookie(context, addHostPrefix(url, VISIT_NAME), getCookieScope(url));
}

const SIGN_IN_NAME = "plumbline_approver_sign_in";
/** Time limit for a sign-in at the issuer. */
const SIGN_IN_SECONDS = 10 * 60;
const SHAPE = /^([\w-]{43})\.([\w-]{43})\.([\da-f-]{36}|console)$/i;

/** Binds a sign-in at the issuer to the browser in which it started. */
export interface SignInCookie {
  state: string;
  verifier: Secret;
  /** ID of the approval on whose page the sign-in started, or `console`. */
  page: string;
}

/** Stores a started sign-in in a cookie that scripts cannot read. */
export function setSignInCookie(context: Context, url: string, signIn: SignInCookie): void {
  const { state, verifier, page } = signIn;
  setCookie(context, addHostPrefix(url, SIGN_IN_NAME), `${state}.${verifier.reveal()}.${page}`, {
    ...getCookieScope(url),
    httpOnly: true,
    // Sent when the issuer redirects back here, but not with requests that another page makes.
    sameSite: "Lax",
    maxAge: SIGN_IN_SECONDS,
  });
}

/**
 * Reads and deletes the browser's sign-in cookie, so that it works once. Returns `undefined` in another
 * browser.
 */
export function takeSignInCookie(context: Context, url: string): SignInCookie | undefined {
  const value = getCookie(context, addHostPrefix(url, SIGN_IN_NAME));
  const [, state, verifier = "", page = ""] = SHAPE.exec(value ?? "") ?? [];
  deleteCookie(context, addHostPrefix(url, SIGN_IN_NAME), getCookieScope(url));
  return state === undefined ? undefined : { state, verifier: new Secret(verifier), page };
}
