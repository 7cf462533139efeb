import { isLabelWithinLimit } from "./punycode-length.ts";
import { TOP_LEVEL_DOMAINS } from "./top-level-domains.ts";

const MAX_URL_LENGTH = 4096;
/** Maximum number of characters to match. Enough to recognize a URL as too long. */
const MAX_MATCHED_LENGTH = 2 * MAX_URL_LENGTH;
/** RFC 1035, 2.3.4. Applied only to bare domains, to bound the search for Latin domains in them. */
const MAX_NAME_LENGTH = 253;
const MAX_SLUG_LENGTH = 40;
const MAX_PROTOCOL_LENGTH = "https://".length;

/** A part of a text in UTF-16 code units. `end` is exclusive. */
export interface UrlSpan {
  start: number;
  end: number;
}

/**
 * Returns the URLs that the provider finds in a text, including bare domains, like twitter-text's
 * extractUrlsWithIndices. That function uses one regular expression, which takes quadratic time on hostile
 * text. This one searches for top-level domains first and takes linear time.
 */
export function findUrls(text: string): UrlSpan[] {
  const spans: UrlSpan[] = [];
  let searched = 0;
  for (const { index, 0: labels } of text.matchAll(LABELS)) {
    const domains = new DomainFinder(text, index, index + labels.length);
    for (let start = domains.findNextStart(index, searched); start !== undefined; ) {
      const found = findUrlsAt(text, start, domains.findEnd(start) ?? start, searched);
      spans.push(...found.spans);
      searched = found.end;
      start = domains.findNextStart(searched + 1, searched);
    }
  }
  return spans;
}

/** Returns the spans of a domain: the URL that contains it, or the Latin domains within it, if any. */
function findUrlsAt(
  text: string,
  start: number,
  domainEnd: number,
  searched: number,
): { spans: UrlSpan[]; end: number } {
  const domain = text.slice(start, domainEnd);
  const protocol = findProtocolBefore(text, start, searched);
  const tail = AFTER_DOMAIN.exec(text.slice(domainEnd, start + MAX_MATCHED_LENGTH));
  const end = domainEnd + (tail?.[0].length ?? 0);
  const urlStart = start - protocol.length;
  const length = (protocol.length || MAX_PROTOCOL_LENGTH) + end - urlStart;
  if (length > MAX_URL_LENGTH || !isDomain(domain)) return { spans: [], end };
  if (protocol !== "") return { spans: cutShortenedLink(text, { start: urlStart, end }), end };
  if (domain.length > MAX_NAME_LENGTH) return { spans: [], end };
  if (start > 0 && BEFORE_NO_BARE_DOMAIN.test(text.charAt(start - 1))) return { spans: [], end };
  let latinEnd = 0;
  const spans = (domain.match(LATIN_DOMAINS) ?? []).map((latin) => {
    // Searches as twitter-text does: if the same match occurs twice, the first is used.
    const latinStart = domain.indexOf(latin, latinEnd);
    latinEnd = latinStart + latin.length;
    return { start: start + latinStart, end: start + latinEnd };
  });
  const last = spans.at(-1);
  // Counted as if it followed directly. It does, unless another script's top-level domain is in between.
  if (last && tail?.groups?.path !== undefined) last.end += tail[0].length;
  return { spans, end };
}

function findProtocolBefore(text: string, start: number, searched: number): string {
  const protocol =
    PROTOCOL_AT_END.exec(text.slice(Math.max(0, start - MAX_PROTOCOL_LENGTH), start))?.[0] ?? "";
  const at = start - protocol.length;
  return at === 0 || (at > searched && BEFORE_URL.test(text.charAt(at - 1))) ? protocol : "";
}

function isDomain(domain: string): boolean {
  if (domain.startsWith("xn--") && !domain.match(LATIN_DOMAINS)) return false;
  return domain.split(".").every(isLabelWithinLimit);
}

/** Ends a link that the provider has shortened after its slug. Returns other URLs unchanged. */
function cutShortenedLink(text: string, span: UrlSpan): UrlSpan[] {
  const shortened = SHORTENED.exec(text.slice(span.start, span.end));
  if (!shortened) return [span];
  if ((shortened[1]?.length ?? 0) > MAX_SLUG_LENGTH) return [];
  return [{ start: span.start, end: span.start + shortened[0].length }];
}

/** Finds where domain names start and end within labels separated by single dots. */
class DomainFinder {
  readonly #text: string;
  readonly #end: number;
  /**
   * Dots before top-level domains. `underscore` is the last one in the label before, which a domain must not
   * contain.
   */
  readonly #endings: { dot: number; end: number; underscore: number }[] = [];
  /** The last ending that no underscore rules out. */
  readonly #last: { dot: number; end: number } | undefined;
  #next = 0;

  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.#end = end;
    let labelStart = start;
    for (let dot = text.indexOf(".", start); dot !== -1 && dot < end; dot = text.indexOf(".", dot + 1)) {
      TOP_LEVEL_DOMAIN.lastIndex = dot + 1;
      if (TOP_LEVEL_DOMAIN.test(text)) {
        const underscore = text.slice(labelStart, dot).lastIndexOf("_");
        const ending = {
          dot,
          end: TOP_LEVEL_DOMAIN.lastIndex,
          underscore: underscore < 0 ? -1 : labelStart + underscore,
        };
        this.#endings.push(ending);
        if (underscore < 0) this.#last = ending;
      }
      labelStart = dot + 1;
    }
  }

  /** Returns the end of the longest domain that starts at a position. Positions must not decrease. */
  findEnd(start: number): number | undefined {
    if (this.#last && this.#last.dot > start) return this.#last.end;
    while ((this.#endings[this.#next]?.dot ?? this.#end) <= start) this.#next += 1;
    const ending = this.#endings[this.#next];
    return ending && ending.underscore < start ? ending.end : undefined;
  }

  /**
   * Returns the first position from `from` at which a domain starts. The character before it must be after
   * `searched`.
   */
  findNextStart(from: number, searched: number): number | undefined {
    if (this.#endings.length === 0) return undefined;
    // At the start of the text, the first character may be the one that precedes a domain.
    const first = from === 0 && this.#startsAt(1) ? 1 : from;
    for (let start = first; start < this.#end; start++) {
      if ((start === 0 || start > searched) && this.#startsAt(start)) return start;
    }
    return undefined;
  }

  #startsAt(start: number): boolean {
    return (
      (start === 0 || BEFORE_URL.test(this.#text.charAt(start - 1))) &&
      DOMAIN_CHARACTER.test(this.#text.charAt(start)) &&
      this.findEnd(start) !== undefined
    );
  }
}

/*
 * Parts of a URL as defined by twitter-text 3.1.0 (dist/regexp/*.js; Copyright Twitter, Inc., Apache License
 * 2.0). Matched by UTF-16 code units and ignoring case, as there.
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

/** Matches as many labels of domain names as possible, separated by single dots. */
const LABELS = new RegExp(`${label}(?:\\.${label})*`, "g");
const DOMAIN_CHARACTER = new RegExp(domainCharacter);
/** Matches a top-level domain that ends at a position. */
const TOP_LEVEL_DOMAIN = new RegExp(topLevelDomain, "iy");
/** Matches a character that may precede a URL. */
const BEFORE_URL = new RegExp(`[^a-z0-9@\\uff20$#\\uff03${NEVER_VALID}]`, "i");
/** Matches a character that must not precede a URL without a protocol. */
const BEFORE_NO_BARE_DOMAIN = /[-_./]/;
const PROTOCOL_AT_END = /https?:\/\/$/i;
/** Matches the text after a domain: port, path (the group `path`) and query. */
const AFTER_DOMAIN = new RegExp(`^(?::[0-9]+)?(?<path>/${path}*)?(?:${query})?`, "i");
/** Matches the domains in ASCII and accented Latin letters within a domain. */
const LATIN_DOMAINS = new RegExp(`(?:[-a-z0-9${LATIN_ACCENTS}]+\\.)+${topLevelDomain}`, "gi");
/** Matches a link shortened by the provider. The group is its slug. */
const SHORTENED = new RegExp(`^https?://t\\.co/([a-z0-9]+)(?:${query})?`, "i");
