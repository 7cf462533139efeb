import { findContentWords, splitWords } from "../text/tokens.ts";
import { comparable } from "./comparable.ts";
import type { EvidenceSentence } from "./evidence-sentences.ts";
import { namedSubject, refersBack, sameSubject, subjectOf } from "./subjects.ts";

/** Words that no sentence loses by being said shorter. */
const TURNING =
  /(?<!\p{L})(?:not|no|never|none|nor|neither|without|\p{L}+n['’]t|first|last|only)(?!\p{L})/giu;

/**
 * The memory of what an answer has said so far: about which subject, and from which sentences. It lives as
 * long as the answer, over all turns of a run. It outlasts the evidence, which is prepared anew when an
 * outcome enters.
 */
export class AnswerMemory {
  #subject: string | null = null;
  /** Where the sentence last said stands. */
  #last: readonly EvidenceSentence[] = [];
  /** Every sentence of the evidence that was quoted, in the form that is compared. */
  #quoted = new Set<string>();
  /** The words of everything said. */
  #said: ReadonlySet<string>[] = [];
  /** The pages quoted so far, by the person they spoke about. */
  #introduced: { name: string; page: string }[] = [];
  #isNew = true;
  #withheld: string | null = null;

  copy(): AnswerMemory {
    const copy = new AnswerMemory();
    copy.become(this);
    return copy;
  }

  /** Forgets all that it remembers for what another one does. */
  become(other: AnswerMemory): void {
    this.#subject = other.#subject;
    this.#last = other.#last;
    this.#quoted = new Set(other.#quoted);
    this.#said = [...other.#said];
    this.#introduced = [...other.#introduced];
    this.#isNew = other.#isNew;
    this.#withheld = other.#withheld;
  }

  /** True until something was stated, or a heading named somebody. */
  get isNew(): boolean {
    return this.#isNew;
  }

  /** The subject of the text at this point; null when it does not name one. */
  get subject(): string | null {
    return this.#subject;
  }

  get last(): EvidenceSentence | null {
    return this.#last[0] ?? null;
  }

  /** Returns true if the sentence that was said last rests on this sentence of the evidence. */
  restsOn(sentence: EvidenceSentence): boolean {
    return this.#last.some((last) => sentenceKey(last.text) === sentenceKey(sentence.text));
  }

  /** Returns true if a reader who has come this far understands a sentence as its snippet means it. */
  leadsTo(sentence: EvidenceSentence): boolean {
    const { previous } = sentence;
    if (previous && this.#last.some((last) => isSame(last, previous))) return true;
    const subject = subjectOf(sentence);
    return (
      subject !== null &&
      this.#last.some((last) => isNear(last, sentence) && sameSubject(subjectOf(last) ?? "", subject))
    );
  }

  /**
   * Returns true if a person of this name may be a namesake: another page spoke of the name, and this page
   * did not.
   */
  mayBeNamesake(name: string, sentence: EvidenceSentence): boolean {
    const known = this.#introduced.filter((one) => sameSubject(one.name, name));
    return known.length > 0 && !known.some(({ page }) => page === sentence.page);
  }

  /** Returns true if a bare surname may be a namesake's of a person that the answer has named in full. */
  mayBeOtherBearer(surname: string, sentence: EvidenceSentence): boolean {
    if (splitWords(surname).length > 1 || !this.mayBeNamesake(surname, sentence)) return false;
    return this.#introduced.some(({ name }) => sameSubject(name, surname) && splitWords(name).length > 1);
  }

  hasQuoted({ text }: Pick<EvidenceSentence, "text">): boolean {
    return this.#quoted.has(sentenceKey(text));
  }

  /**
   * Returns true if one earlier sentence already said everything that this text says. `subject` is the name
   * that the text's pronoun stands for.
   */
  hasSaid(text: string, subject: string | null): boolean {
    if (subject === null && refersBack(text)) return false;
    const words = [...wordsOf(`${subject ?? ""} ${text}`)];
    return words.length > 0 && this.#said.some((said) => words.every((word) => said.has(word)));
  }

  /**
   * Takes a sentence that was said, `standing` where it stands, or what it rests on. `repaired`: it took the
   * place of a withheld one.
   */
  enter(
    text: string,
    standing: readonly EvidenceSentence[],
    { verbatim, repaired = false }: { verbatim: boolean; repaired?: boolean },
  ): void {
    this.#isNew = false;
    if (!repaired) this.#withheld = null;
    if (verbatim) for (const sentence of standing) this.#quoted.add(sentenceKey(sentence.text));
    const meant = standing.map(subjectOf).find((name) => name !== null);
    this.#subject = namedSubject(text) ?? meant ?? null;
    this.#said.push(wordsOf(`${this.#subject ?? ""} ${text}`));
    for (const sentence of standing) {
      const name = subjectOf(sentence);
      if (name !== null) this.#introduced.push({ name, page: sentence.page });
    }
    this.#last = standing;
  }

  /**
   * Takes the subject of a sentence that was withheld: the model means it by the pronoun of the next
   * sentence, and the reader has not seen it.
   */
  withhold(text: string): void {
    if (!refersBack(text)) this.#withheld = namedSubject(text);
  }

  /**
   * Returns true if the pronoun of a sentence would mean the subject of a withheld one, and the evidence says
   * it of another.
   */
  isMisled(standing: readonly EvidenceSentence[]): boolean {
    const withheld = this.#withheld;
    return withheld !== null && !standing.some((one) => sameSubject(subjectOf(one) ?? "", withheld));
  }

  /** A heading or an announcement may speak of somebody else: what follows is understood by itself alone. */
  turnAway(): void {
    this.#isNew = false;
    this.#subject = null;
    this.#last = [];
  }
}

function wordsOf(text: string): ReadonlySet<string> {
  const turning = text.match(TURNING) ?? [];
  return new Set([...findContentWords(text), ...turning.map((word) => word.toLowerCase())]);
}

export function sentenceKey(text: string): string {
  return comparable(text).toLowerCase();
}

function isNear(one: EvidenceSentence, other: EvidenceSentence): boolean {
  return one.outcome === other.outcome && one.citation === other.citation;
}

function isSame(one: EvidenceSentence, other: EvidenceSentence): boolean {
  return isNear(one, other) && sentenceKey(one.text) === sentenceKey(other.text);
}
