import type { Context } from "hono";

/** Where the service is reached, without a slash at its end: what the operator set, or the origin the client asked. */
export function baseUrl(publicUrl: string | undefined, context: Context): string {
  return (publicUrl ?? new URL(context.req.url).origin).replace(/\/+$/, "");
}
