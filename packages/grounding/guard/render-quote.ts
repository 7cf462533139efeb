import type { AnswerMemory } from "./answer-memory.ts";
import type { EvidenceSentence } from "./evidence-sentences.ts";
import { findQuotableWords } from "./split-badly.ts";
import { startsWithReference, subjectOf } from "./subjects.ts";

/** Maximum number of sentences to quote before a pronoun in order to explain it. */
const MAX_BEFORE = 3;
const MAX_TOTAL_LENGTH = 800;

/** A quotation in a form that a reader understands at this point of the answer. */
interface RenderedQuote {
  /** In quotation marks, preceded by its subject if the words alone do not name it. */
  text: string;
  /** The words between the quotation marks. */
  words: string;
  /** The quoted sentences, in order. */
  sentences: readonly EvidenceSentence[];
}

/**
 * Quotes neighbouring sentences of a snippet. If the first one starts with a pronoun that the answer so far
 * does not explain, names its subject outside the quotation marks (`Ada Lovelace: “She wrote …”`), or also
 * quotes the sentence before it if that is a safer explanation. Returns undefined if the snippet does not
 * show who the pronoun refers to.
 */
export function renderQuote(
  sentences: readonly EvidenceSentence[],
  words: string,
  memory: AnswerMemory,
): RenderedQuote | undefined {
  const [first] = sentences;
  if (first === undefined) return undefined;
  const quoted = { text: `“${words}”`, words, sentences };
  const subject = subjectOf(first);
  if (!startsWithReference(words)) {
    if (subject === null || !memory.mayBeNamesakesSurname(subject, first)) return quoted;
    // The surname alone could be a namesake's. The page's title tells them apart.
    return first.title === "" ? undefined : { ...quoted, text: `${first.title}: ${quoted.text}` };
  }
  if (memory.makesClear(first)) return quoted;
  if (subject !== null && !memory.mayBeNamesake(subject, first))
    return { ...quoted, text: `${subject}: ${quoted.text}` };
  const before = sentencesBefore(first);
  if (before.length === 0 || before.some((sentence) => memory.hasQuoted(sentence))) return undefined;
  if (before.some(({ text }) => findQuotableWords(text) === null)) return undefined;
  const together = [...before.map(({ text }) => text), words].join(" ");
  if (together.length > MAX_TOTAL_LENGTH) return undefined;
  return { text: `“${together}”`, words: together, sentences: [...before, ...sentences] };
}

/**
 * Returns the sentences right before a sentence, starting with one that names its own subject. Returns an
 * empty list if there is no such sentence.
 */
function sentencesBefore(sentence: EvidenceSentence): EvidenceSentence[] {
  const before: EvidenceSentence[] = [];
  for (let at = sentence.previous; at !== null && before.length < MAX_BEFORE; at = at.previous) {
    before.unshift(at);
    if (!startsWithReference(at.text)) return before;
  }
  return [];
}
