import { CONSOLE, type ShownVisit } from "@plumbline/core/access/visits.ts";
import type { Context } from "hono";
import { isCrossSite } from "../pages/foreign-request.ts";
import { type HostCookie, readHostCookie } from "../pages/host-cookie.ts";

/** Keeps a person signed in to the console. Requests from other sites do not carry it. */
export const visitCookie: HostCookie = {
  name: "plumbline_console",
  sameSite: "Strict",
  maxAgeSeconds: CONSOLE.lastsMs / 1000,
};

/**
 * Header that marks requests of the console's own script. After sign-in, its value is the secret that the
 * page holds. Forms cannot send it.
 */
const CONSOLE_HEADER = "x-plumbline-console";

/**
 * Returns the sign-in of a request that the console's own script made. Returns `undefined` for any other
 * request, even with a cookie: from another site, without the console's header, or to a path outside the API.
 */
export function readVisit(context: Context, url: string): ShownVisit | undefined {
  if (!context.req.path.startsWith("/api/")) return undefined;
  const pageSecret = context.req.header(CONSOLE_HEADER);
  if (pageSecret === undefined || isCrossSite(context, url)) return undefined;
  const token = readHostCookie(context, url, visitCookie);
  return token === undefined ? undefined : { token, pageSecret };
}
