import { getDomain } from "tldts";

/**
 * The domain under which somebody registers ("news.example.co.uk" → "example.co.uk"), by the public suffix list: two hosts of one
 * owner are one voice. Hosts without one (addresses, single labels) stand for themselves.
 */
export function registrableDomain(host: string): string {
  const folded = host.toLowerCase().replace(/\.$/, "");
  return getDomain(folded) ?? folded;
}
