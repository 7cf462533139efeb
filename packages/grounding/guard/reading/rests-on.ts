import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { OpenStatement } from "../../reader/statement-reader.ts";
import { splitWords } from "../../text/tokens.ts";
import type { Evidence } from "../evidence.ts";
import type { EvidenceSentence } from "../evidence-sentences.ts";
import { createFactBook, findUnsupportedFact } from "../fact-book.ts";
import type { Judgement } from "../judgement.ts";
import { removeEmphasis, removeLineMarks } from "../markup.ts";
import { removeAttribution } from "../paraphrase/attribution.ts";
import { measureCover } from "../paraphrase/cover.ts";
import { type Disagreement, findDisagreements } from "../paraphrase/disagreements.ts";
import { holdsPastOffice } from "../paraphrase/past-offices.ts";
import { ReadSentence } from "../paraphrase/read-sentence.ts";
import { readNameWords } from "../paraphrase/subject.ts";
import { getReason } from "../reasons.ts";
import { startsWithReference } from "../subjects.ts";

/** Disagreements that a reader may overrule. It has read what other words mean. */
const LEFT_TO_READER: ReadonlySet<Disagreement> = new Set(["value", "lacking"]);
/**
 * Minimum share, by weight, of a sentence's words that the chosen sentences and their titles must contain.
 */
const MIN_SHARE_FOUND = 0.7;
/** Number of letters by which inflected words of other languages are compared. */
const BEGINNING = 5;

/** Minimum number of words, and maximum number of characters, of a statement for a reader. */
const MIN_WORDS = 4;
const MAX_OPEN_LENGTH = 600;
/** Matches reasons that no reader can remove: a value in no source, or a text that hides what it says. */
const SETTLED =
  /^(?:unknown_(?:link|date|number|name)|hidden_characters|turned_by_sign|too_long|past_office|not_newest)$/;
/** Matches markup that may strike words out, a label that may negate them ("Myth: …"), the lead to a list. */
const UNREADABLE = /[<~]|^\p{L}+:\s|:$/u;

/**
 * Returns the statement to ask a reader about, or `undefined` if no reader may overrule the judgement.
 * `subject` is the name to which a pronoun refers.
 */
export function createReaderStatement(
  { text, verdict, reasons }: Judgement,
  subject: string | null,
): OpenStatement | undefined {
  const isOpen =
    verdict === "unclear" &&
    text.length <= MAX_OPEN_LENGTH &&
    !UNREADABLE.test(text) &&
    splitWords(text).length >= MIN_WORDS &&
    !reasons.some(({ code }) => SETTLED.test(code));
  if (!isOpen) return undefined;
  return subject !== null && startsWithReference(text) ? { text, about: subject } : { text };
}

/**
 * Returns the judgement of a sentence that the rules leave unclear and a reader found supported. Returns
 * `undefined` if a reader has chosen nothing for it, or if it may not be based on the choice.
 */
export function judgeByReader(
  judgement: Judgement,
  evidence: Evidence,
  subject: string | null,
): Judgement | undefined {
  const named = evidence.restsOn.get(judgement.text) ?? [];
  const open = named.length === 0 ? undefined : createReaderStatement(judgement, subject);
  if (open === undefined) return undefined;
  // The first sentence may support it alone. Otherwise all of them together must.
  const chosen = [named.slice(0, 1), named].find((some) =>
    mayRestOn(open.text, some, evidence, open.about ?? null),
  );
  const [source] = chosen ?? [];
  if (chosen === undefined || source === undefined) return undefined;
  const own = chosen.filter(({ outcome }) => outcome === source.outcome);
  const citations = [...new Set(own.map(({ citation }) => citation))].toSorted((one, other) => one - other);
  const { outcome } = source;
  const supported = {
    verdict: "supported",
    basis: "paraphrase",
    reasons: [getReason("read")],
    restated: [],
  } as const;
  return { ...judgement, ...supported, outcome, citations, source };
}

/**
 * Returns whether a sentence may be based on the evidence that a reader chose for it. The evidence must
 * contain each of its names, numbers and dates and most of its words, and must not state a value differently.
 * `about` is what its opening pronoun refers to.
 */
function mayRestOn(
  sentence: string,
  chosen: readonly EvidenceSentence[],
  evidence: Evidence,
  about: string | null,
): boolean {
  const text = removeAttribution(removeLineMarks(removeEmphasis(sentence)));
  const titles = [...new Set(chosen.map(({ title }) => title))];
  const texts = [...titles, ...chosen.map((one) => one.text)];
  const book = createFactBook(about === null ? texts : [...texts, about]);
  if (findUnsupportedFact(text, [book]) !== undefined) return false;
  const language = detectLanguage(text);
  if (language !== null && language !== "en") return sharesWords(text, texts);
  const said = new ReadSentence(text);
  const read = evidence.read();
  const meant = about === null ? [] : readNameWords(about);
  const sources = chosen.flatMap((one) => read.bySentence.get(one) ?? []);
  const held = sources.flatMap((source) => [source.read, source.title]);
  if (measureCover(said.plain, held).share < MIN_SHARE_FOUND || holdsPastOffice(said, read, meant))
    return false;
  return sources.every(
    (source) => !findDisagreements(said, source, meant).some((rule) => !LEFT_TO_READER.has(rule)),
  );
}

function sharesWords(text: string, texts: readonly string[]): boolean {
  const begin = (word: string) => word.slice(0, BEGINNING);
  const known = new Set(texts.flatMap(splitWords).map(begin));
  const words = splitWords(text).filter(({ length }) => length >= BEGINNING);
  return words.filter((word) => known.has(begin(word))).length >= MIN_SHARE_FOUND * words.length;
}
