import * as z from "zod";

/**
 * Headers that a caller may not set: those that carry credentials, select the host, describe a proxy or frame
 * the message (RFC 9110, RFC 9112).
 */
const REFUSED =
  /^(authorization|cookie|cookie2|set-cookie|host|proxy-.*|forwarded|x-forwarded-.*|x-real-ip|via|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|content-type|content-encoding|accept-encoding|user-agent|http2-settings)$/;

export const headerName = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, "must be a header name");

/** Returns true for a header that a caller may set, in any case. */
export function maySetHeader(name: string): boolean {
  return !REFUSED.test(name.toLowerCase());
}
