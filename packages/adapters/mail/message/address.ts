import { domainToASCII } from "node:url";
import * as z from "zod";

/** One mailbox: an ASCII address and a display name ("" if there is no name). */
export interface MailAddress {
  name: string;
  address: string;
}

/**
 * Matches `Name <address>`, with or without quotes around the name. Rejects a name that could be read as
 * another address.
 */
const NAMED = /^(?:"([^"\\<>@\p{Cc}]*)"|([^"\\<>@:;\p{Cc}]*?)) *<([^<>]*)>$/u;
/** RFC 5321's dot-string. Quoted local parts are valid but never needed, and enable smuggling. */
const LOCAL_PART = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;
/**
 * Characters of a domain before it is converted to ASCII. Excludes those at which a URL parser would end the
 * host.
 */
const DOMAIN_CHARACTERS = /^[\p{L}\p{N}\p{M}.-]+$/u;
const DOMAIN = /^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+(?=.*[a-z])[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/;
/** Maximum lengths from RFC 5321, 4.5.3.1. */
const MAX_LOCAL_PART = 64;
const MAX_ADDRESS = 254;

/**
 * Parses exactly one address: `ada@example.com` or `Ada Lovelace <ada@example.com>`. Converts an
 * internationalized domain to ASCII. Returns `undefined` for anything else: a list, a line break, a quoted or
 * non-ASCII local part, or a domain without a dot.
 */
export function parseAddress(text: string): MailAddress | undefined {
  const trimmed = text.trim();
  const [, quoted, plain, bracketed] = NAMED.exec(trimmed) ?? [];
  const written = bracketed ?? trimmed;
  const at = written.lastIndexOf("@");
  const local = written.slice(0, at);
  const domain = toAsciiDomain(written.slice(at + 1));
  if (at < 1 || domain === undefined || local.length > MAX_LOCAL_PART || !LOCAL_PART.test(local))
    return undefined;
  const address = `${local}@${domain}`;
  return address.length > MAX_ADDRESS ? undefined : { name: (quoted ?? plain ?? "").trim(), address };
}

function toAsciiDomain(written: string): string | undefined {
  if (!DOMAIN_CHARACTERS.test(written)) return undefined;
  const domain = domainToASCII(written);
  return DOMAIN.test(domain) ? domain : undefined;
}

/** An argument that is one address. Invalid ones are refused, quoting them, before anything is sent. */
export const addressArgument = z
  .string()
  .max(500)
  .transform((text, context): MailAddress => {
    const parsed = parseAddress(text);
    if (parsed !== undefined) return parsed;
    context.addIssue({
      code: "custom",
      message: "must be one e-mail address, such as ada@example.com or Ada <ada@example.com>",
    });
    return z.NEVER;
  });
