import * as z from "zod";

/** Headers a caller may not set: those that carry credentials, choose the host, name a proxy or frame the message (RFC 9110, RFC 9112). */
const REFUSED =
  /^(authorization|cookie|cookie2|set-cookie|host|proxy-.*|forwarded|x-forwarded-.*|x-real-ip|via|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|content-type|content-encoding|accept-encoding|user-agent|http2-settings)$/;

const name = z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/, "must be a header name");

/** Visible ASCII: nothing that could end the header early. */
const value = z.string().regex(/^[\x20-\x7e]{0,4096}$/, "must be plain ASCII on one line");

export const webhookHeaders = z
  .record(name, value)
  // Not a rule of `name`: of a bad key zod tells nothing but that it is bad.
  .superRefine((headers, context) => {
    for (const header of Object.keys(headers)) {
      if (!REFUSED.test(header.toLowerCase())) continue;
      const message =
        header.toLowerCase() === "authorization"
          ? "may not be set; use bearer_token or credential_id"
          : "may not be set";
      context.addIssue({ code: "custom", path: [header], message });
    }
  })
  .refine((headers) => Object.keys(headers).length <= 50, "must hold at most 50 headers")
  .refine(
    (headers) =>
      new Set(Object.keys(headers).map((key) => key.toLowerCase())).size === Object.keys(headers).length,
    "must not repeat a header",
  )
  .optional()
  .describe("Except authorization, cookie, host, content-type, user-agent, proxy and framing headers.");
