import { FIELD_WORDS } from "../../lexicon/reply-words.ts";
import { isOnlyDate } from "../../lexicon/word-lists.ts";
import { splitWords } from "../../text/tokens.ts";
import { findCalendarDates } from "../calendar-dates.ts";
import { findUnsupportedFact, readFactsAndLinks } from "../fact-book.ts";
import { findLinks } from "../links.ts";
import { isLabel, type WriteEvidence } from "./judge-line.ts";

const SCHEDULE_KEY = /(?:^|[ _-])(?:due|start|end|deadline|when|remind|schedule|until|begin)(?:[ _-]|$)/i;
const UUID = /^\{?[\da-f]{8}-?(?:[\da-f]{4}-?){3}[\da-f]{12}\}?$/i;
const ID_KEY = /(?:^|[ _-])(?:id|uuid|guid|sku|ref|reference|code|slug|key)$/i;
const NUMERIC = /^[+-]?[\d.,:/%\s-]+$/;
const FILE_ENDING = /\.(?:txt|md|pdf|csv|html?|docx?|xlsx?|pptx?|png|jpe?g|gif|json|ics|zip|mp4)$/i;

/** Returns whether a text is only an address. */
export function isOnlyAddress(text: string): boolean {
  const [link] = findLinks(text);
  return link !== undefined && link.start === 0 && link.end >= text.replace(/[.,;:!?*_]+$/, "").length;
}

/**
 * Returns whether one word says nothing about anyone: an ID, a number, a field value, a label, a word of the
 * user's, a date that the user or the evidence states, or any date of a schedule.
 */
export function isPlainWord(text: string, key: string, { evidence, user }: WriteEvidence): boolean {
  if (isId(text) || FIELD_WORDS.has(text.toLowerCase())) return true;
  if (isOnlyDate(text) && findCalendarDates(text).length > 0)
    return (
      isScheduleKey(key) || findUnsupportedFact(text, [evidence.said, evidence.sourceFacts]) === undefined
    );
  return NUMERIC.test(text) || user.names(text) || isLabel(spaceJoinedWords(text), evidence);
}

/** Returns whether a text has names, numbers or dates, and the evidence contains all of them. */
export function isSupportedValue(text: string, { evidence }: WriteEvidence): boolean {
  // The "of" makes the first word a name. At the start of a sentence, any word may be capitalised.
  const { names, numbers, dates } = readFactsAndLinks(`of ${text}`);
  return (
    names.length + numbers.length + dates.length > 0 &&
    findUnsupportedFact(text, [evidence.sourceFacts]) === undefined
  );
}

/** Returns whether a field contains an ID or a code, which says nothing about its subject. */
export function isIdKey(key: string): boolean {
  return ID_KEY.test(spaceKey(key));
}

/** Returns whether one word has a digit or a mark typical of IDs, and no more letters than a code. */
function isId(text: string): boolean {
  if (UUID.test(text)) return true;
  const runs = spaceJoinedWords(text).match(/\p{L}{3,}/gu) ?? [];
  return (
    !NUMERIC.test(text) &&
    /[\d_]/.test(text) &&
    text.length <= 32 &&
    runs.length <= 1 &&
    runs.every((run) => run === run.toUpperCase())
  );
}

function isScheduleKey(key: string): boolean {
  return SCHEDULE_KEY.test(spaceKey(key));
}

/** Matches fields of the task or page that a record represents, whatever its subject. */
const WORKFLOW_KEY =
  /^(?:status|state|stage|life ?cycle(?: ?stage)?|priority|severity|progress|order|index|visibility|colou?r|labels?|tags?|format|mode|icon|emoji)$/i;
const KIND_KEY = /^(?:type|kind|object|layout|style)$/i;
const TASK_STATES = new Set(
  "open new todo to do to-do in progress in-progress in_progress doing done draft ready backlog triage review in review blocked waiting lead none low medium normal high urgent critical".split(
    " ",
  ),
);
/** States of a task that may also describe a firm, a bridge or a law. */
const AMBIGUOUS_STATES = new Set(
  "closed active inactive archived complete completed resolved cancelled published".split(" "),
);

/**
 * Returns whether a value gives the state of a task or its appearance, and not a fact about its subject.
 * `isItem` is true if the record names its subject only as a title.
 */
export function isWorkflowValue(key: string, value: string | number, isItem: boolean): boolean {
  const spaced = spaceKey(key);
  if (typeof value === "number") return WORKFLOW_KEY.test(spaced);
  const words = value.toLowerCase().split(/\s+/);
  if (KIND_KEY.test(spaced)) return words.every((word) => FIELD_WORDS.has(word));
  if (isScheduleKey(key)) return isOnlyDate(value) && findCalendarDates(value).length > 0;
  return (
    WORKFLOW_KEY.test(spaced) &&
    words.every((word) => TASK_STATES.has(word) || (isItem && AMBIGUOUS_STATES.has(word)))
  );
}

/** Splits a key into words: "jobTitle", "job_title" and "job-title" have two. */
export function spaceKey(key: string): string {
  return key.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/[_-]+/g, " ");
}

/** Separates joined words: "john-miller-convicted.pdf", "JohnMillerConvicted". */
export function spaceJoinedWords(text: string): string {
  const spaced = text
    .replace(FILE_ENDING, "")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[_\-+.]+/g, " ");
  return spaced.trim() === "" ? text : spaced;
}

/**
 * Returns whether the path and query of a URL contain prose: three words in one part, or a known name and any
 * other word.
 */
export function containsProse(url: string, { evidence }: WriteEvidence): boolean {
  let decoded = url.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
  try {
    decoded = decodeURIComponent(decoded.replace(/\+/g, " "));
  } catch {
    return true;
  }
  const parts = decoded.split(/[/?&=#]+/);
  if (parts.some((part) => (spaceJoinedWords(part).match(/\p{L}{2,}/gu) ?? []).length > 2)) return true;
  const words = splitWords(spaceJoinedWords(decoded));
  const books = [evidence.said, evidence.sourceFacts];
  return words.length > 1 && words.some((word) => books.some(({ names }) => names.given.has(word)));
}
