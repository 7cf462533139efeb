import { isOnlyDate } from "../../lexicon/word-lists.ts";
import { splitWords } from "../../text/tokens.ts";
import { findCalendarDates } from "../calendar-dates.ts";
import { foreignFact } from "../fact-book.ts";
import { findLinks } from "../links.ts";
import { isLabel, type WriteEvidence } from "./judge-line.ts";
import { FIELD_WORDS } from "./letter-forms.ts";

const VALUE_WORDS = new Set(FIELD_WORDS.split(" "));
const SCHEDULE = /(?:^|[ _-])(?:due|start|end|deadline|when|remind|schedule|until|begin)(?:[ _-]|$)/i;
/** An id: of one word, with a digit or a mark of ids, and no more letters than a code has. */
const UUID = /^\{?[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}\}?$/i;
const NUMERIC = /^[+-]?[\d.,:/%\s-]+$/;
const FILE_ENDING = /\.(?:txt|md|pdf|csv|html?|docx?|xlsx?|pptx?|png|jpe?g|gif|json|ics|zip|mp4)$/i;

/** Returns true if a text is an address and nothing else. */
export function isAddressAlone(text: string): boolean {
  const [link] = findLinks(text);
  return link !== undefined && link.start === 0 && link.end >= text.replace(/[.,;:!?*_]+$/, "").length;
}

/**
 * Returns true if one word says nothing about anybody: an id, a known date, a value of a field, a label, or
 * the user's word.
 */
export function isPlainWord(text: string, key: string, { evidence, user }: WriteEvidence): boolean {
  if (UUID.test(text) || VALUE_WORDS.has(text.toLowerCase())) return true;
  if (isOnlyDate(text) && findCalendarDates(text).length > 0)
    return (
      SCHEDULE.test(key) ||
      foreignFact(text, { all: [evidence.said, evidence.borne], dated: [evidence.said, evidence.borne] }) ===
        undefined
    );
  if (NUMERIC.test(text)) return true;
  const runs = spaceJoinedWords(text).match(/\p{L}{3,}/gu) ?? [];
  const isCode =
    /[\d_]/.test(text) &&
    text.length <= 32 &&
    runs.length <= 1 &&
    runs.every((run) => run === run.toUpperCase());
  return isCode || user.names(text) || isLabel(spaceJoinedWords(text), evidence);
}

/** Separates words that are joined in one: "john-miller-convicted.pdf", "JohnMillerConvicted". */
export function spaceJoinedWords(text: string): string {
  const spaced = text
    .replace(FILE_ENDING, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[_\-+.]+/g, " ");
  return spaced.trim() === "" ? text : spaced;
}

/**
 * Returns true if an address carries a text in its path and query: three words in a row, or a name beside a
 * word.
 */
export function saysSomething(url: string, { evidence }: WriteEvidence): boolean {
  let decoded = url.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
  try {
    decoded = decodeURIComponent(decoded.replace(/\+/g, " "));
  } catch {
    return true;
  }
  const parts = decoded.split(/[/?&=#]+/);
  if (parts.some((part) => (spaceJoinedWords(part).match(/\p{L}{2,}/gu) ?? []).length > 2)) return true;
  const said = splitWords(spaceJoinedWords(decoded));
  const { said: users, borne } = evidence;
  return said.length > 1 && said.some((word) => users.names.given.has(word) || borne.names.given.has(word));
}
