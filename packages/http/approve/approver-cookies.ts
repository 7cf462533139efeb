import { Secret } from "@plumbline/core/access/secret.ts";
import { APPROVAL_PAGE } from "@plumbline/core/access/visits.ts";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { cookieScope, ownCookieName } from "../connect/browser-cookie.ts";

const VISIT_NAME = "plumbline_approver";

/** Keeps a person's visit in the browser. No script can read it, and no other site's form sends it. */
export function keepApproverCookie(context: Context, url: string, visit: string): void {
  setCookie(context, ownCookieName(url, VISIT_NAME), visit, {
    ...cookieScope(url),
    httpOnly: true,
    // Sent when a person follows a link from a chat to the page, and with no form of another site.
    sameSite: "Lax",
    maxAge: APPROVAL_PAGE.lastsMs / 1000,
  });
}

export function readApproverCookie(context: Context, url: string): string | undefined {
  return getCookie(context, ownCookieName(url, VISIT_NAME));
}

export function dropApproverCookie(context: Context, url: string): void {
  deleteCookie(context, ownCookieName(url, VISIT_NAME), cookieScope(url));
}

const SIGN_IN_NAME = "plumbline_approver_sign_in";
/** So long as a person may take at the issuer. */
const SIGN_IN_SECONDS = 10 * 60;
const SHAPE = /^([\w-]{43})\.([\w-]{43})\.([\da-f-]{36}|console)$/i;

/** Ties a sign-in at the issuer to the browser in which it began. */
export interface SignInCookie {
  state: string;
  verifier: Secret;
  /** Id of the approval whose page it began on, or `console`. */
  page: string;
}

/** Keeps a sign-in that has begun in the browser. No script can read it. */
export function keepSignInCookie(context: Context, url: string, signIn: SignInCookie): void {
  const { state, verifier, page } = signIn;
  setCookie(context, ownCookieName(url, SIGN_IN_NAME), `${state}.${verifier.reveal()}.${page}`, {
    ...cookieScope(url),
    httpOnly: true,
    // Sent when the issuer's page leads back here, and with no request that another page makes.
    sameSite: "Lax",
    maxAge: SIGN_IN_SECONDS,
  });
}

/** Takes the browser's sign-in, which counts once; `undefined` in another browser. */
export function takeSignInCookie(context: Context, url: string): SignInCookie | undefined {
  const value = getCookie(context, ownCookieName(url, SIGN_IN_NAME));
  const [, state, verifier = "", page = ""] = SHAPE.exec(value ?? "") ?? [];
  deleteCookie(context, ownCookieName(url, SIGN_IN_NAME), cookieScope(url));
  return state === undefined ? undefined : { state, verifier: new Secret(verifier), page };
}
