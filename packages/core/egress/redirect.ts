import { AdapterTransientError } from "../errors/adapter-error.ts";

/** Returns true for a redirect. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/**
 * Returns true for a redirect after which a write may have taken effect. 303 states that it was. After
 * 301 and 302, some servers have carried it out and others have not. Only 307 and 308 ask to repeat the same
 * request at another address (RFC 9110, 15.4).
 */
export function mayFollowWork(status: number): boolean {
  return isRedirect(status) && status !== 307 && status !== 308;
}

/**
 * Returns the error for a redirected write, which must not be repeated without checking. `about` ends the
 * sentence.
 */
export function redirectedWrite(
  host: string,
  status: number,
  about = "",
  result?: unknown,
): AdapterTransientError {
  const message = `${host} answered ${status}, a redirect${about}. It may have done its work before it redirected.`;
  return new AdapterTransientError(message, { status, permanent: true, outcomeUnknown: true, result });
}
