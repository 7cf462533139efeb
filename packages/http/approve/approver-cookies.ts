import { Secret } from "@plumbline/core/access/secret.ts";
import { APPROVAL_PAGE } from "@plumbline/core/access/visits.ts";
import type { Context } from "hono";
import { deleteHostCookie, type HostCookie, readHostCookie, setHostCookie } from "../pages/host-cookie.ts";

/** Keeps a person signed in to the page. `Lax`, because they follow a link from a chat to it. */
export const approverCookie: HostCookie = {
  name: "plumbline_approver",
  sameSite: "Lax",
  maxAgeSeconds: APPROVAL_PAGE.lastsMs / 1000,
};

/** Time limit for a sign-in at the issuer. */
const SIGN_IN_SECONDS = 10 * 60;
/** `Lax`, because the issuer redirects back here. */
const signInCookie: HostCookie = {
  name: "plumbline_approver_sign_in",
  sameSite: "Lax",
  maxAgeSeconds: SIGN_IN_SECONDS,
};
const SHAPE = /^([\w-]{43})\.([\w-]{43})\.([\da-f-]{36}|console)$/i;

/** Binds a sign-in at the issuer to the browser in which it started. */
export interface SignInCookie {
  state: string;
  verifier: Secret;
  /** ID of the approval on whose page the sign-in started, or `console`. */
  page: string;
}

export function setSignInCookie(
  context: Context,
  url: string,
  { state, verifier, page }: SignInCookie,
): void {
  setHostCookie(context, url, signInCookie, `${state}.${verifier.reveal()}.${page}`);
}

/**
 * Reads and deletes the browser's sign-in cookie, so that it works once. Returns `undefined` in another
 * browser.
 */
export function takeSignInCookie(context: Context, url: string): SignInCookie | undefined {
  const [, state, verifier = "", page = ""] =
    SHAPE.exec(readHostCookie(context, url, signInCookie) ?? "") ?? [];
  deleteHostCookie(context, url, signInCookie);
  return state === undefined ? undefined : { state, verifier: new Secret(verifier), page };
}
