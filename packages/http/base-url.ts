import type { Context } from "hono";
import type { AppTypes } from "./request-scope.ts";

/** What `PUBLIC_URL` is by default, where the platform tells nothing either. */
const DEFAULT_URL = "http://127.0.0.1:8787";

/**
 * Where the service is reached, without a slash at its end: what the operator set, or what the platform knows of itself. Never
 * what the client says in `Host`: published documents would name whatever it wrote there.
 */
export function baseUrl(publicUrl: string | undefined, context: Context<AppTypes>): string {
  return (publicUrl ?? context.env?.baseUrl ?? DEFAULT_URL).replace(/\/+$/, "");
}
