import { findContentWords, splitWords } from "../text/tokens.ts";
import { normalizeTypography } from "./comparable.ts";
import type { EvidenceSentence } from "./evidence-sentences.ts";
import {
  continuesSubject,
  findNamedSubject,
  sameSubject,
  startsWithReference,
  subjectOf,
} from "./subjects.ts";

/** Matches words that no sentence may lose when it is shortened. */
const TURNING =
  /(?<!\p{L})(?:not|no|never|none|nor|neither|without|\p{L}+n['’]t|first|last|only)(?!\p{L})/giu;

/**
 * Records what an answer has said so far: about which subject, and from which sentences. It lasts as long as
 * the answer, over all turns of a run. It outlives the evidence, which is prepared again for each new
 * outcome.
 */
export class AnswerMemory {
  #subject: string | null = null;
  /** The evidence that the last sentence of the answer comes from. */
  #last: readonly EvidenceSentence[] = [];
  /** Every quoted sentence of the evidence, in comparable form. */
  #quoted = new Set<string>();
  /** The words of everything said. */
  #said: ReadonlySet<string>[] = [];
  /** The pages quoted so far, each with the person it is about. */
  #introduced: { name: string; page: string }[] = [];
  #isNew = true;
  #withheld: string | null = null;

  copy(): AnswerMemory {
    const copy = new AnswerMemory();
    copy.replaceBy(this);
    return copy;
  }

  /** Replaces its content with that of another memory. */
  replaceBy(other: AnswerMemory): void {
    this.#subject = other.#subject;
    this.#last = other.#last;
    this.#quoted = new Set(other.#quoted);
    this.#said = [...other.#said];
    this.#introduced = [...other.#introduced];
    this.#isNew = other.#isNew;
    this.#withheld = other.#withheld;
  }

  /** True until the answer states something or a heading names someone. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** The subject of the text at this point, or null if the text does not name one. */
  get subject(): string | null {
    return this.#subject;
  }

  get last(): EvidenceSentence | null {
    return this.#last[0] ?? null;
  }

  /** Returns whether the last sentence of the answer comes from this sentence of the evidence. */
  restsOn(sentence: EvidenceSentence): boolean {
    return this.#last.some((last) => toSentenceKey(last.text) === toSentenceKey(sentence.text));
  }

  /**
   * Returns whether the answer so far shows who a sentence is about: it last quoted the sentence before this
   * one, or another about the same subject from the same snippet.
   */
  makesClear(sentence: EvidenceSentence): boolean {
    const { previous } = sentence;
    if (previous && this.#last.some((last) => isSame(last, previous))) return true;
    const subject = subjectOf(sentence);
    return (
      subject !== null &&
      this.#last.some((last) => isNear(last, sentence) && sameSubject(subjectOf(last) ?? "", subject))
    );
  }

  /**
   * Returns whether a person with this name may be a namesake: another page mentioned the name, and this page
   * did not.
   */
  mayBeNamesake(name: string, sentence: EvidenceSentence): boolean {
    const known = this.#introduced.filter((one) => sameSubject(one.name, name));
    return known.length > 0 && !known.some(({ page }) => page === sentence.page);
  }

  /**
   * Returns whether a bare surname may be that of a namesake of a person whose full name the answer has used.
   */
  mayBeNamesakesSurname(surname: string, sentence: EvidenceSentence): boolean {
    if (splitWords(surname).length > 1 || !this.mayBeNamesake(surname, sentence)) return false;
    return this.#introduced.some(({ name }) => sameSubject(name, surname) && splitWords(name).length > 1);
  }

  hasQuoted({ text }: Pick<EvidenceSentence, "text">): boolean {
    return this.#quoted.has(toSentenceKey(text));
  }

  /**
   * Returns whether one earlier sentence already said everything that this text says. `subject` is the name
   * that the text's pronoun stands for.
   */
  hasSaid(text: string, subject: string | null): boolean {
    if (subject === null && startsWithReference(text)) return false;
    const words = [...wordsOf(`${subject ?? ""} ${text}`)];
    return words.length > 0 && this.#said.some((said) => words.every((word) => said.has(word)));
  }

  /**
   * Records a sentence that was said. `occurrences` is the evidence that it quotes or is based on. `repaired`
   * is true if it replaced a withheld sentence.
   */
  recordSaid(
    text: string,
    occurrences: readonly EvidenceSentence[],
    { verbatim, repaired = false }: { verbatim: boolean; repaired?: boolean },
  ): void {
    this.#isNew = false;
    if (!repaired) this.#withheld = null;
    if (verbatim) for (const sentence of occurrences) this.#quoted.add(toSentenceKey(sentence.text));
    const meant = occurrences.map(subjectOf).find((name) => name !== null);
    // A pronoun that passed means the subject that the answer already had.
    this.#subject = findNamedSubject(text) ?? meant ?? (startsWithReference(text) ? this.#subject : null);
    this.#said.push(wordsOf(`${this.#subject ?? ""} ${text}`));
    for (const sentence of occurrences) {
      const name = subjectOf(sentence);
      if (name !== null) this.#introduced.push({ name, page: sentence.page });
    }
    this.#last = occurrences;
  }

  /**
   * Records the subject of a withheld sentence. The model refers to it with the pronoun of the next sentence,
   * but the reader has not seen it.
   */
  recordWithheld(text: string): void {
    if (!startsWithReference(text)) this.#withheld = findNamedSubject(text);
  }

  /**
   * Returns whether the pronoun of a sentence would refer to the subject of a withheld one although the
   * evidence is about another subject.
   */
  isMisleading(occurrences: readonly EvidenceSentence[]): boolean {
    const withheld = this.#withheld;
    if (withheld === null) return false;
    return !occurrences.some(
      (one) => sameSubject(subjectOf(one) ?? "", withheld) || continuesSubject(one, withheld),
    );
  }

  /**
   * Resets the subject. After a heading or an announcement, which may be about someone else, the text must be
   * clear on its own.
   */
  forgetSubject(): void {
    this.#isNew = false;
    this.#subject = null;
    this.#last = [];
  }
}

function wordsOf(text: string): ReadonlySet<string> {
  const turning = text.match(TURNING) ?? [];
  return new Set([...findContentWords(text), ...turning.map((word) => word.toLowerCase())]);
}

export function toSentenceKey(text: string): string {
  return normalizeTypography(text).toLowerCase();
}

function isNear(one: EvidenceSentence, other: EvidenceSentence): boolean {
  return one.outcome === other.outcome && one.citation === other.citation;
}

function isSame(one: EvidenceSentence, other: EvidenceSentence): boolean {
  return isNear(one, other) && toSentenceKey(one.text) === toSentenceKey(other.text);
}
