import type { Context } from "hono";

/**
 * Tells whether a request came from another site's page (Fetch Metadata; older browsers say `Origin`). What
 * sends neither is no browser, and acts for nobody but itself.
 */
export function isFromElsewhere(context: Context, base: string): boolean {
  const site = context.req.header("sec-fetch-site");
  if (site !== undefined) return site !== "same-origin";
  const origin = context.req.header("origin");
  return origin !== undefined && origin !== new URL(base).origin;
}
