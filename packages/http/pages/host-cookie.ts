import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";

/** A cookie that only this host can set and that scripts cannot read. */
export interface HostCookie {
  name: string;
  /**
   * `Lax` cookies are also sent when another site links or redirects to the service, but not with the forms
   * and scripts of other sites. `Strict` cookies are only sent from the service's own pages.
   */
  sameSite: "Lax" | "Strict";
  maxAgeSeconds: number;
}

/** `url` is the service's base URL. */
export function setHostCookie(
  context: Context,
  url: string,
  { name, sameSite, maxAgeSeconds: maxAge }: HostCookie,
  value: string,
): void {
  setCookie(context, addHostPrefix(url, name), value, { ...scopeOf(url), httpOnly: true, sameSite, maxAge });
}

export function readHostCookie(context: Context, url: string, { name }: HostCookie): string | undefined {
  return getCookie(context, addHostPrefix(url, name));
}

export function deleteHostCookie(context: Context, url: string, { name }: HostCookie): void {
  deleteCookie(context, addHostPrefix(url, name), scopeOf(url));
}

/** The `__Host-` prefix requires `Secure`, no domain and the root path (RFC 6265bis, 4.1.3.2). */
function addHostPrefix(url: string, name: string): string {
  return isSecure(url) ? `__Host-${name}` : name;
}

const scopeOf = (url: string) => ({ path: "/", secure: isSecure(url) });
const isSecure = (url: string) => url.startsWith("https:");
