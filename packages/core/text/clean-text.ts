import { type HtmlTextOptions, htmlText, LAYOUT_ELEMENTS } from "./html-text.ts";
import { streamSafeNfc } from "./unicode.ts";

const INLINE_ELEMENTS =
  "a abbr acronym b bdi bdo big body button cite code col colgroup data del details dfn em font head html i iframe img " +
  "input ins kbd label link mark meta meter object picture q s samp small source span strike strong sub summary sup svg time tt " +
  "u var video wbr";

const TAG_NAMES = [...LAYOUT_ELEMENTS, ...INLINE_ELEMENTS.split(" ")].join("|");

const LOOSE_AMPERSAND = /&(?!(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z][a-z0-9]{1,31});)/gi;
const LOOSE_ANGLE = new RegExp(`<(?!!--|!doctype\\b|/?(?:${TAG_NAMES})(?=[\\s/>]))`, "gi");

/**
 * Characters with no width and no meaning in a quote; the joiners U+200C and U+200D carry meaning and stay.
 */
const ZERO_WIDTH = /[\u00AD\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/**
 * Escapes every `<` and `&` that is not markup, so that plain text passes through a markup parser unharmed.
 */
function escapeLooseMarkup(source: string): string {
  return source
    .replace(LOOSE_AMPERSAND, "&amp;")
    .replace(LOOSE_ANGLE, "&lt;")
    .replace(/<(?=[^<>]*$)/, "&lt;");
}

/**
 * The readable text of a piece of HTML or of plain text: tags, comments, scripts and styles gone, entities
 * decoded once, control and zero-width characters dropped, white space folded to single spaces, NFC. This is
 * what gets hashed and quoted. A bare `<` or `&` ("AT&T", "3 < 4") is text. What is nested deeper than 200
 * elements ends the text, and a character keeps at most 30 marks. Never throws; a second pass changes nothing
 * unless the first one decoded escaped markup.
 */
export function cleanText(html: string): string {
  // Without either there is neither markup nor an entity, and nothing to parse.
  const text = (/[<&]/.test(html) ? textOfMarkup(html) : html)
    .replace(/\p{Cs}/gu, "\uFFFD")
    .replace(ZERO_WIDTH, "");
  return streamSafeNfc(text)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/**
 * Stands for the end of a line while markup is taken out: a private-use character, that no text means
 * anything by.
 */
const LINE_END = "\uE000";

/**
 * Like `cleanText`, with the line breaks of the source kept as `\n`: they tell a heading from the sentence
 * below it.
 */
export function cleanLines(html: string): string {
  return cleanText(html.replace(/\r\n?|[\n\u2028\u2029]/g, LINE_END))
    .replace(/ ?\uE000 ?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const HTTPS_LINK = /https:\/\/[^\s<>"`\u3000-\u303F\uFF00-\uFFEF]+/gi;

/**
 * The https links of a piece of HTML or of plain text, in order and each once: those that it shows and those
 * behind its words.
 */
export function listLinks(html: string): string[] {
  if (!/https:/i.test(html)) return [];
  const links = textOfMarkup(html, (address) => ` ${address} `).match(HTTPS_LINK) ?? [];
  return [...new Set(links.map(withoutPunctuation))];
}

/** A link without the punctuation of the sentence that it ends. */
function withoutPunctuation(link: string): string {
  const marks = link.includes("(") ? ".,;:!?'*]}" : ".,;:!?'*]})";
  let end = link.length;
  while (marks.includes(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}

function textOfMarkup(html: string, link?: HtmlTextOptions["link"]): string {
  return htmlText(escapeLooseMarkup(html), { layout: "flow", ...(link && { link }) });
}
