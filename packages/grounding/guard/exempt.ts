import { listContentStems } from "../lexicon/stems.ts";
import { isVerb } from "../lexicon/word-lists.ts";
import { STOP_WORDS, splitWords, tokenize, toSingular } from "../text/tokens.ts";
import type { Evidence } from "./evidence.ts";
import { ANNOUNCEMENTS, COURTESIES, OFFERS, OPENER } from "./exempt-forms.ts";
import { readSentenceFacts } from "./fact-book.ts";
import { announcesDenied, introducesList } from "./lead-ins.ts";
import { HEADING_WORDS, JOINING_WORDS, NEUTRAL_WORDS } from "./lexicon.ts";
import type { NameBook } from "./name-book.ts";
import { removeAttribution } from "./paraphrase/attribution.ts";
import { hasDecisiveWord } from "./paraphrase/equivalents.ts";

/** Maximum length of a form with its slot filled. */
const MAX_LENGTH = 400;

const wholly = (form: string) => new RegExp(`^${OPENER}${form} ?[.!?:…]*$`, "u");
const CLOSED = [...COURTESIES, ...OFFERS].map(wholly);
const ANNOUNCING = ANNOUNCEMENTS.map(wholly);

/** Matches a quotation, an aside or a second clause, which may say anything. */
const BREAKS_OFF = /["“”„«»,;:()[\]{}<>|–—]|\s-|-\s|\.\s/u;
/** Parts of an answer that compares or instructs. */
const PART_WORDS = new Set(
  "difference similarity step method option tip example ingredient instruction".split(" "),
);
const HEADING = /^#{1,6}\s+(?<hashed>.+?)[\s#:]*$|^\*\*(?<starred>[^*]+?):?\*\*:?$|^(?<colon>[^:]+):$/;
/** Matches agreement. After "how" or "what" it says nothing; after any other question it may mean yes. */
const AGREEING = /^(?:sure|of course|certainly)(?: thing)?(?:[,!.:]+ ?|$)/;
/** Matches a rule, the mark of a cut quote, or the rest of a marker. A tick or a thumb would be an answer. */
const NO_WORDS = /^[\s\-–—*_=#>|.…[\]~`]*$/;

/**
 * Returns true if a sentence asserts nothing about the world: all of it is a closed form of courtesy,
 * question back or announcement. An announcement may repeat only the names from the user's words, because to
 * announce her conviction is to assert it. Fails closed.
 */
export function assertsNothing(sentence: string, evidence: Evidence): boolean {
  const { askedAbout, said, question } = evidence;
  if (sentence.length > MAX_LENGTH) return false;
  if (NO_WORDS.test(sentence)) return true;
  const whole = removeAttribution(sentence).toLowerCase().replace(/[‘’]/g, "'").replace(/\s+/g, " ").trim();
  const plain = isOpenQuestion(question) ? whole.replace(AGREEING, "") : whole;
  if (plain === "") return true;
  return (
    introducesList(plain, evidence) ||
    CLOSED.some((form) => form.test(plain)) ||
    ANNOUNCING.some((form) => {
      const match = form.exec(plain);
      return (
        fits(match, "named", (slot) => mayBeNamed(slot, askedAbout)) &&
        fits(match, "asked", (slot) => isUsers(slot, said.names) && !announcesDenied(slot, evidence))
      );
    })
  );
}

/**
 * A question that a "sure" does not answer: it opens with a question word, and no second question follows.
 */
const OPEN_QUESTION = /^(?:how|what|when|where|which|who)\b[^.,;:!?]*[.?!]*$/i;
const SECOND_QUESTION =
  /\b(?:and|or|but|if|whether|that)\b.*\b(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b/i;

/** Returns whether "sure" is not an answer to a user's message. */
function isOpenQuestion(message: string): boolean {
  return OPEN_QUESTION.test(message.trim()) && !SECOND_QUESTION.test(message);
}

/**
 * Returns true if a line is a heading of neutral words, perhaps with the user's names: "## Life", "Sources:",
 * "**Early life**", or of words of the evidence that state nothing.
 */
export function isHeading(line: string, { askedAbout, sourceFacts }: Evidence): boolean {
  const { hashed, starred, colon } = HEADING.exec(line.trim())?.groups ?? {};
  const title = (hashed ?? starred ?? colon ?? "").toLowerCase();
  if (title === "" || title.length > MAX_LENGTH || BREAKS_OFF.test(title)) return false;
  const words = tokenize(title).map(({ word }) => word);
  const isHead = (word: string) => HEADING_WORDS.has(toSingular(word)) || PART_WORDS.has(toSingular(word));
  return (
    isTopic(hashed ?? "", sourceFacts.names) ||
    (words.some(isHead) &&
      words.every(
        (word) => isHead(word) || word === "and" || JOINING_WORDS.has(word) || askedAbout.has(word),
      ))
  );
}

/** "## Maker of lenses": words of the evidence in their order. A name or a value alone may be an answer. */
function isTopic(title: string, { running, named }: NameBook): boolean {
  const words = splitWords(title);
  const { numbers, dates } = readSentenceFacts(title);
  return (
    numbers.length + dates.length === 0 &&
    running.includes(` ${words.join(" ")} `) &&
    words.some((word) => !named.has(word) && !STOP_WORDS.has(word)) &&
    !words.some((word) => isVerb(word, "en")) &&
    !hasDecisiveWord(listContentStems(title, "en"))
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

/** Words before a noun that differ between speakers: "my car", "your car". */
const DETERMINERS = new Set("a an the your my our their some any".split(" "));

/** "cook the brats" of a user who asks how to cook brats. */
function isUsers(slot: string, { running }: NameBook): boolean {
  const normalize = (all: readonly string[]) =>
    ` ${all
      .filter((word) => !DETERMINERS.has(word))
      .map(toSingular)
      .join(" ")} `;
  return normalize(running.split(" ")).includes(normalize(splitWords(slot)));
}

function isNeutral(word: string): boolean {
  return JOINING_WORDS.has(word) || NEUTRAL_WORDS.has(word) || NEUTRAL_WORDS.has(toSingular(word));
}
