import { STOP_WORDS, splitWords, tokenize, toSingular } from "../text/tokens.ts";
import type { Evidence } from "./evidence.ts";
import { ANNOUNCEMENTS, COURTESIES, OFFERS, OPENER } from "./exempt-forms.ts";
import { HEADING_WORDS, JOINING_WORDS, NEUTRAL_WORDS } from "./lexicon.ts";
import type { NameBook } from "./name-book.ts";
import { withoutAttribution } from "./paraphrase/attribution.ts";

/** No form is longer with any sensible thing in its slot. */
const LONGEST = 400;

const wholly = (form: string) => new RegExp(`^${OPENER}${form} ?[.!?:…]*$`, "u");
const CLOSED = [...COURTESIES, ...OFFERS].map(wholly);
const ANNOUNCING = ANNOUNCEMENTS.map(wholly);

/** A quotation, an aside or a second clause may say anything. */
const BREAKS_OFF = /["“”„«»,;:()[\]{}<>|–—]|\s-|-\s|\.\s/u;
const HEADING = /^#{1,6}\s+(?<hashed>.+?)[\s#:]*$|^\*\*(?<starred>[^*]+?):?\*\*:?$|^(?<colon>[^:]+):$/;
/** A rule, the mark of a cut quote, what is left of a marker. A tick or a thumb would be an answer. */
const NO_WORDS = /^[\s\-–—*_=#>|.…[\]~`]*$/;

/**
 * Returns true if a sentence asserts nothing about the world: all of it is a closed form of courtesy,
 * question back or announcement. An announcement may repeat only the names from the user's words, because to
 * announce her conviction is to assert it. Fails closed.
 */
export function assertsNothing(sentence: string, { askedAbout, said }: Evidence): boolean {
  if (sentence.length > LONGEST) return false;
  if (NO_WORDS.test(sentence)) return true;
  const plain = withoutAttribution(sentence).toLowerCase().replace(/[‘’]/g, "'").replace(/\s+/g, " ").trim();
  return (
    CLOSED.some((form) => form.test(plain)) ||
    ANNOUNCING.some((form) => {
      const match = form.exec(plain);
      return (
        fits(match, "named", (slot) => mayBeNamed(slot, askedAbout)) &&
        fits(match, "asked", (slot) => isUsers(slot, said.names))
      );
    })
  );
}

/**
 * Returns true if a line is a heading of neutral words, perhaps with the user's names: "## Life", "Sources:",
 * "**Early life**".
 */
export function isHeading(line: string, { askedAbout }: Evidence): boolean {
  const { hashed, starred, colon } = HEADING.exec(line.trim())?.groups ?? {};
  const title = (hashed ?? starred ?? colon ?? "").toLowerCase();
  if (title === "" || title.length > LONGEST || BREAKS_OFF.test(title)) return false;
  const words = tokenize(title).map(({ word }) => word);
  const isHead = (word: string) => HEADING_WORDS.has(toSingular(word));
  return (
    words.some(isHead) &&
    words.every((word) => isHead(word) || word === "and" || JOINING_WORDS.has(word) || askedAbout.has(word))
  );
}

function fits(match: RegExpExecArray | null, slot: string, holds: (text: string) => boolean): boolean {
  if (match === null) return false;
  const filled = match.groups?.[slot]?.trim() ?? "";
  return filled === "" || (!BREAKS_OFF.test(filled) && holds(filled));
}

function mayBeNamed(slot: string, names: ReadonlySet<string>): boolean {
  return tokenize(slot).every(({ word }) => isNeutral(word) || (names.has(word) && !STOP_WORDS.has(word)));
}

/** "cook brats" of a user who asks how to cook brats. */
function isUsers(slot: string, { running }: NameBook): boolean {
  return running.includes(` ${splitWords(slot).join(" ")} `);
}

function isNeutral(word: string): boolean {
  return JOINING_WORDS.has(word) || NEUTRAL_WORDS.has(word) || NEUTRAL_WORDS.has(toSingular(word));
}
