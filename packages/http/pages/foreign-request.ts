import type { Context } from "hono";

/**
 * Returns whether a request came from another site's page (Fetch Metadata; `Origin` in older browsers). A
 * client that sends neither header is not a browser, so it acts only for itself.
 */
export function isCrossSite(context: Context, base: string): boolean {
  const site = context.req.header("sec-fetch-site");
  if (site !== undefined) return site !== "same-origin";
  const origin = context.req.header("origin");
  return origin !== undefined && origin !== new URL(base).origin;
}
