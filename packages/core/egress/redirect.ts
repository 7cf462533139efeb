import { AdapterTransientError } from "../errors/adapter-error.ts";

/** An answer that points elsewhere. */
export function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

/**
 * Returns true for a redirect after which a write may have been carried out. 303 says that it was, and where
 * to look; after 301 and 302 some servers have done the work and others have not. Only 307 and 308 ask for
 * the same request at another address (RFC 9110, 15.4).
 */
export function mayFollowWork(status: number): boolean {
  return isRedirect(status) && status !== 307 && status !== 308;
}

/** A write that was answered so; never made again without a look. `about` ends the sentence. */
export function redirectedWrite(
  host: string,
  status: number,
  about = "",
  result?: unknown,
): AdapterTransientError {
  const message = `${host} answered ${status}, a redirect${about}. It may have done its work before it redirected.`;
  return new AdapterTransientError(message, { status, permanent: true, outcomeUnknown: true, result });
}
