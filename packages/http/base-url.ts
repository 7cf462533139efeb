import type { Context } from "hono";
import type { AppTypes } from "./request-scope.ts";

/** Where the service is reached, without a slash at its end: what the operator set, or what the client asked. */
export function baseUrl(publicUrl: string | undefined, context: Context<AppTypes>): string {
  const asked = () => new URL(context.req.url).origin + (context.env?.basePath ?? "");
  return (publicUrl ?? asked()).replace(/\/+$/, "");
}
