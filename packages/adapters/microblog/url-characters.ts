import { TOP_LEVEL_DOMAINS } from "./top-level-domains.ts";

/*
 * What twitter-text 3.1.0 takes for parts of a URL (dist/regexp/*.js; Copyright Twitter, Inc., Apache License 2.0). Matched by
 * UTF-16 code units and without regard to case, as there.
 */

const DIRECTION_MARKS = "\\u202a-\\u202e\\u061c\\u200e\\u200f\\u2066-\\u2069";
const NEVER_VALID = "\\ufffe\\ufeff\\uffff";
const SPACES = "\\t-\\r \\x85\\xa0\\u1680\\u180e\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const PUNCTUATION = "!'#%&()*+,\\\\\\-./:;<=>?@\\[\\]^_{|}~$";
const LATIN_ACCENTS =
  "\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u024f\\u0253\\u0254\\u0256\\u0257\\u0259\\u025b\\u0263\\u0268\\u026f\\u0272\\u0289\\u028b\\u02bb" +
  "\\u0300-\\u036f\\u1e00-\\u1eff";
const CYRILLIC = "\\u0400-\\u04ff";

const domainCharacter = `[^${PUNCTUATION}${SPACES}${NEVER_VALID}${DIRECTION_MARKS}]`;
const label = `${domainCharacter}(?:[-_]*${domainCharacter})*`;
const topLevelDomain = `(?:(?:${TOP_LEVEL_DOMAINS.trim().replace(/\s+/g, "|")})(?=[^0-9a-z@+-]|$)|xn--[-0-9a-z]+)`;

const pathCharacter = `[a-z${CYRILLIC}0-9!*';:=+,.$/%#\\[\\]\\-\\u2013_~@|&${LATIN_ACCENTS}]`;
const parentheses = `\\((?:${pathCharacter}+|${pathCharacter}*\\(${pathCharacter}+\\)${pathCharacter}*)\\)`;
const pathEnd = `(?:[+\\-a-z${CYRILLIC}0-9=_#/${LATIN_ACCENTS}]|${parentheses})`;
const path = `(?:${pathCharacter}*(?:${parentheses}${pathCharacter}*)*${pathEnd}|@${pathCharacter}+/)`;
const query = "\\?[a-z0-9!?*'@();:&=+$/%#\\[\\]\\-_.,~|]*[a-z0-9\\-_&=#/]";

/** Labels of domain names with single dots between, as long as they go. */
export const LABELS = new RegExp(`${label}(?:\\.${label})*`, "g");
export const DOMAIN_CHARACTER = new RegExp(domainCharacter);
/** At a position: a top-level domain that ends there. */
export const TOP_LEVEL_DOMAIN = new RegExp(topLevelDomain, "iy");
/** What may stand before a URL. */
export const BEFORE_URL = new RegExp(`[^a-z0-9@\\uff20$#\\uff03${NEVER_VALID}]`, "i");
/** What may not stand before one without a protocol. */
export const BEFORE_NO_BARE_DOMAIN = /[-_./]/;
export const PROTOCOL_AT_END = /https?:\/\/$/i;
/** What follows a domain: port, path (the group `path`) and query. */
export const AFTER_DOMAIN = new RegExp(`^(?::[0-9]+)?(?<path>/${path}*)?(?:${query})?`, "i");
/** The domains in ASCII and accented Latin letters within one. */
export const LATIN_DOMAINS = new RegExp(`(?:[-a-z0-9${LATIN_ACCENTS}]+\\.)+${topLevelDomain}`, "gi");
/** A link the provider has shortened already; its group is the slug. */
export const SHORTENED = new RegExp(`^https?://t\\.co/([a-z0-9]+)(?:${query})?`, "i");
