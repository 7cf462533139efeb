import * as z from "zod";
import { parseUrl } from "../text/parsed-url.ts";

const EXPECTED =
  "must be an origin such as hooks.example.com, https://hooks.example.com:8443 or http://hooks.example.com, " +
  "without path, query, user name or wildcard";

/** Accepts a trailing `/`, which browsers add when an origin is copied. */
const SHAPE = /^\s*([Hh][Tt][Tt][Pp][Ss]?:\/\/)?[^\s/\\@?#*%]+\/?\s*$/;
/** A host name that the URL parser converted to ASCII, or an IPv6 address in brackets. */
const HOST =
  /^(?:\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*\.?)$/;

/**
 * An entry of `allowed_hosts`. Stored as an origin with scheme: `hooks.example.com` becomes
 * `https://hooks.example.com`. International names are converted to ASCII (punycode).
 */
export const allowedOrigin = z
  .string()
  .min(1)
  .max(300)
  .regex(SHAPE, EXPECTED)
  .transform((text, context) => {
    const entry = text.trim();
    const url = parseUrl(entry.includes("://") ? entry : `https://${entry}`);
    if (url && url.hostname.length <= 253 && HOST.test(url.hostname) && url.port !== "0") return url.origin;
    context.issues.push({ code: "custom", message: EXPECTED, input: text });
    return z.NEVER;
  });

/** Returns true if the stored `allowed_hosts` permit sending a key to this URL. */
export function allowsUrl(allowedHosts: unknown, { origin }: URL): boolean {
  return Array.isArray(allowedHosts) && allowedHosts.includes(origin);
}
