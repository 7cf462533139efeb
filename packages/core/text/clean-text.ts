import { extractHtmlText, type HtmlTextOptions, LAYOUT_ELEMENTS } from "./html-text.ts";
import { streamSafeNfc } from "./unicode.ts";

const INLINE_ELEMENTS =
  "a abbr acronym b bdi bdo big body button cite code col colgroup data del details dfn em font head html i iframe img " +
  "input ins kbd label link mark meta meter object picture q s samp small source span strike strong sub summary sup svg time tt " +
  "u var video wbr";

const TAG_NAMES = [...LAYOUT_ELEMENTS, ...INLINE_ELEMENTS.split(" ")].join("|");

const LOOSE_AMPERSAND = /&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)/gi;
const LOOSE_ANGLE = new RegExp(`<(?!!--|!doctype\\b|/?(?:${TAG_NAMES})(?=[\\s/>]))`, "gi");

/**
 * Zero-width characters without meaning in a quote. The joiners U+200C and U+200D have meaning and are kept.
 */
const ZERO_WIDTH = /[\u00AD\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/** Escapes every `<` and `&` that is not markup, so that a markup parser leaves plain text unchanged. */
function escapeLooseMarkup(source: string): string {
  return source
    .replace(LOOSE_AMPERSAND, "&amp;")
    .replace(LOOSE_ANGLE, "&lt;")
    .replace(/<(?=[^<>]*$)/, "&lt;");
}

/**
 * Extracts the readable text of HTML or plain text, to be hashed and quoted. Removes tags, comments, scripts
 * and styles, and control and zero-width characters. Decodes entities once, collapses white space and
 * normalizes to NFC. A bare `<` or `&` ("AT&T", "3 < 4") is text. The text ends where elements are nested
 * deeper than 200 levels, and a character keeps at most 30 marks. Never throws. Idempotent, unless the first
 * pass decoded escaped markup.
 */
export function cleanText(html: string): string {
  // Without these characters there is no markup or entity to parse.
  const text = (/[<&]/.test(html) ? extractText(html) : html)
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(ZERO_WIDTH, "");
  return streamSafeNfc(text)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** Marks a line end while markup is removed: a private-use character, which has no meaning in any text. */
const LINE_END = "\uE000";

/** Like `cleanText`, but keeps line breaks, because they separate a heading from the sentence below it. */
export function cleanLines(html: string): string {
  return cleanText(html.replace(/\r\n?|[\n\u2028\u2029]/g, LINE_END))
    .replace(/ ?\uE000 ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const HTTPS_LINK = /https:\/\/[^\s<>"`\u3000-\u303F\uFF00-\uFFEF]+/gi;

/** Lists the https links in HTML or plain text, visible or behind words, in order and without duplicates. */
export function listLinks(html: string): string[] {
  if (!/https:/i.test(html)) return [];
  const links = extractText(html, (address) => ` ${address} `).match(HTTPS_LINK) ?? [];
  return [...new Set(links.map(trimPunctuation))];
}

/** Removes the sentence's punctuation from the end of a link. */
function trimPunctuation(link: string): string {
  const marks = link.includes("(") ? ".,;:!?'*]}" : ".,;:!?'*]})";
  let end = link.length;
  while (marks.includes(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}

function extractText(html: string, link?: HtmlTextOptions["link"]): string {
  return extractHtmlText(escapeLooseMarkup(html), { layout: "flow", ...(link && { link }) });
}
