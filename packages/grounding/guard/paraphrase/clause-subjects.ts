import { isAdverb } from "./light-words.ts";
import { isPastForm } from "./past-forms.ts";
import type { ReadSentence } from "./read-sentence.ts";
import type { ReadWord } from "./sentence-parts.ts";

/** A clause with the noun or name that is the subject of its verb. */
export interface Clause {
  /** The subject, with other names for it: "producer" in "Holt's producer stole …". */
  head: readonly ReadWord[];
  /** Words before its verb that only describe the head, such as "Holt" in "Holt's producer". */
  aside: readonly ReadWord[];
  /** `owned`: the head belongs to someone, as in "Holt's producer". `about`: a phrase describes the head. */
  kind: "owned" | "about" | "plain";
  verb: ReadWord;
  /** From its verb to its end. */
  deed: readonly ReadWord[];
}

const OWNERS = new Set("his her its their whose".split(" "));
const DETERMINERS = new Set("a an the one some both two three several many another this that".split(" "));
const AUXILIARY = new Set(
  "is are was were has have had will would does did can could may might should must".split(" "),
);
const PREPOSITIONS = new Set(
  "of about by on in at with to from for against after before under over near during between since until as into behind".split(
    " ",
  ),
);
const OPENING_PREPOSITIONS = new Set("in on at by since after before during for from until".split(" "));
const JOINTS = new Set(
  "and but or while whereas although though because when before after that said if as where".split(" "),
);
const PERSONAL_PRONOUNS = new Set("he she they".split(" "));
const RELATIVE = new Set("who which that".split(" "));
/** Maximum number of words before a verb. A longer subject is not read. */
const MAX_SUBJECT_WORDS = 26;
const MARK = /[,;:()–—]/;
const MAX_OPENING_LENGTH = 9;
const NUMBER = /^\d/;

const known = new WeakMap<ReadSentence, readonly Clause[]>();

/** Returns the clauses with an unambiguous subject. */
export function findClausesWithSubjects(sentence: ReadSentence): readonly Clause[] {
  const before = known.get(sentence);
  if (before !== undefined) return before;
  const clauses = new ClauseReader(sentence).read();
  known.set(sentence, clauses);
  return clauses;
}

interface Subject {
  head: ReadWord[];
  aside: ReadWord[];
  kind: Clause["kind"];
}

class ClauseReader {
  readonly #words: readonly ReadWord[];
  readonly #text: string;
  readonly #found: Clause[] = [];

  constructor({ words, text }: ReadSentence) {
    this.#words = words;
    this.#text = text;
  }

  read(): readonly Clause[] {
    let at = this.#skipOpening(0);
    while (at < this.#words.length) {
      const verb = this.#readClause(at, this.#words.length, []);
      at = this.#findNextStart(verb ?? at + 1);
    }
    return this.#found;
  }

  /** Reads the clause that starts at `at`. Returns the position of its verb. */
  #readClause(at: number, end: number, owner: readonly ReadWord[]): number | undefined {
    const subject: Subject = { head: [], aside: [...owner], kind: owner.length > 0 ? "owned" : "plain" };
    const start = this.#readHead(at, subject);
    const verb = this.#findVerb(start, Math.min(end, start + MAX_SUBJECT_WORDS), subject);
    const word = this.#words[verb ?? -1];
    if (verb === undefined || word === undefined) return undefined;
    const deed = this.#words.slice(verb, Math.min(end, this.#findNextStart(verb)));
    if (subject.head.length > 0) this.#found.push({ ...subject, verb: word, deed });
    else if (PERSONAL_PRONOUNS.has(this.#words[at]?.word ?? "") && /[;,]/.test(this.#gap(at))) {
      // "Her assistant falsified data; he was dismissed": "he" is the previous subject.
      const last = this.#found.at(-1);
      if (last?.kind === "owned") this.#found.push({ ...last, verb: word, deed });
    }
    return verb;
  }

  /** Returns the text between a word and the one before it. */
  #gap(at: number): string {
    return this.#text.slice(this.#words[at - 1]?.end ?? 0, this.#words[at]?.start);
  }

  /** Returns the position after an opening date or place: "In 2016 her assistant …". */
  #skipOpening(at: number): number {
    if (!OPENING_PREPOSITIONS.has(this.#words[at]?.word ?? "")) return at;
    let next = at + 1;
    while (NUMBER.test(this.#words[next]?.word ?? "")) next += 1;
    if (next > at + 1) return next;
    const comma = this.#words.findIndex((_, place) => place > at && this.#gap(place).includes(","));
    return comma > 0 && comma - at < MAX_OPENING_LENGTH ? comma : at;
  }

  /** Returns the position after the next joint, where another clause may start. */
  #findNextStart(from: number): number {
    for (let at = from + 1; at < this.#words.length; at += 1) {
      if (/[;:]/.test(this.#gap(at))) return at;
      const before = this.#words[at - 1]?.word ?? "";
      const isJoint = JOINTS.has(before) && at - 1 > from;
      if (isJoint && this.#opensClause(at)) return at;
    }
    return this.#words.length;
  }

  /** Returns whether a noun phrase or a pronoun with a verb after it starts here. */
  #opensClause(at: number): boolean {
    const subject: Subject = { head: [], aside: [], kind: "plain" };
    const start = this.#readHead(at, subject);
    if (start === at) return false;
    return (
      this.#findVerb(start, Math.min(this.#words.length, start + MAX_SUBJECT_WORDS), subject, false) !==
      undefined
    );
  }

  /** Reads a noun phrase into `subject`. Returns the position after it. */
  #readHead(from: number, subject: Subject): number {
    let at = from;
    const first = this.#words[at];
    if (first === undefined) return at;
    if (PERSONAL_PRONOUNS.has(first.word) || first.word === "it") return at + 1;
    if (OWNERS.has(first.word)) subject.kind = "owned";
    if (OWNERS.has(first.word) || DETERMINERS.has(first.word)) at += 1;
    let run: ReadWord[] = [];
    for (; at < this.#words.length; at += 1) {
      const word = this.#words[at];
      if (word === undefined || !this.#continuesNounPhrase(at, from)) break;
      run.push(word);
      if (/['’]s?$/.test(word.raw)) {
        subject.kind = "owned";
        subject.aside.push(...run);
        run = [];
      } else if (!word.capital && this.#isPresentVerb(at, run)) {
        run.pop();
        break;
      }
    }
    subject.head.push(...run);
    return at;
  }

  /** Returns whether the word is another noun or name of the noun phrase that started at `from`. */
  #continuesNounPhrase(at: number, from: number): boolean {
    const word = this.#words[at];
    if (word === undefined || (at > from && MARK.test(this.#gap(at)))) return false;
    if (word.capital && at > from) return true;
    return !word.stop && !isAdverb(word.word) && (word.capital || !isPastForm(word.word));
  }

  /** Returns whether a word is a verb form right after a name: "lives", "owns". */
  #isPresentVerb(at: number, run: readonly ReadWord[]): boolean {
    const word = this.#words[at]?.word ?? "";
    return (
      /[^s]s$/.test(word) &&
      run.at(-2)?.capital === true &&
      !PREPOSITIONS.has(this.#words[at + 1]?.word ?? "")
    );
  }

  /** Skips everything that describes the head, up to its verb. */
  #findVerb(from: number, end: number, subject: Subject, keeps = true): number | undefined {
    let at = from;
    while (at < end) {
      const gap = this.#gap(at);
      if (/[;:]/.test(gap) || this.#words[at] === undefined) return undefined;
      if (this.#isFinite(at) && !this.#isReduced(at, end)) return at;
      const next = /[,(–—]/.test(gap)
        ? this.#skipAside(at, end, subject, keeps)
        : this.#skipWords(at, end, subject);
      if (next === undefined) return undefined;
      at = next;
    }
    return undefined;
  }

  /** Skips text between commas after the head. */
  #skipAside(at: number, end: number, subject: Subject, keeps: boolean): number | undefined {
    const { word } = this.#words[at] ?? { word: "" };
    const isMore = /^(?:who|which|whose|that)$|ing$/.test(word) || PREPOSITIONS.has(word);
    if (!isMore && !isPastForm(word)) return this.#readApposition(at, end, subject);
    if (keeps) this.#readRelativeClause(at, end, subject);
    const until = this.#findMainVerb(at, end);
    subject.aside.push(...this.#words.slice(at, until));
    return until < end ? until : undefined;
  }

  /**
   * Returns the position of the verb after the comma that closes an aside, or `end` if there is no such verb.
   */
  #findMainVerb(aside: number, end: number): number {
    let at = aside + 1;
    while (at < end && !(/[,)–—]/.test(this.#gap(at)) && this.#isFinite(at))) {
      if (/[;:]/.test(this.#gap(at))) return end;
      at += 1;
    }
    return at;
  }

  /** Skips a phrase after the head, or another head joined to it. */
  #skipWords(at: number, end: number, subject: Subject): number | undefined {
    const { word } = this.#words[at] ?? { word: "" };
    if (word === "and" || word === "or") {
      const next = this.#readHead(at + 1, subject);
      return next === at + 1 ? undefined : next;
    }
    if (RELATIVE.has(word)) return undefined;
    if (this.#isReduced(at, end)) {
      this.#describe(subject);
      return at + 1;
    }
    if (!PREPOSITIONS.has(word)) return isAdverb(word) ? at + 1 : undefined;
    this.#describe(subject);
    return this.#skipPhrase(at + 1, end, subject);
  }

  /** Marks a noun that a phrase describes: "A film about Petra Vogel". A name is not marked. */
  #describe(subject: Subject): void {
    const isName = subject.head.some(({ capital, start }) => capital && start > 0);
    if (subject.kind === "plain" && !isName) subject.kind = "about";
  }

  /** Skips a phrase after a preposition, up to a verb, a comma or another preposition. */
  #skipPhrase(from: number, end: number, subject: Subject): number {
    for (let at = from; at < end; at += 1) {
      const word = this.#words[at];
      if (word === undefined || (at > from && MARK.test(this.#gap(at)))) return at;
      if (PREPOSITIONS.has(word.word) || this.#isFinite(at) || this.#isReduced(at, end)) return at;
      if (!word.capital && this.#isPresentVerb(at, this.#words.slice(from, at + 1))) return at;
      subject.aside.push(word);
    }
    return end;
  }

  /** Reads another name for the same subject: ", Per Lind," and ", the director Bo Krag,". */
  #readApposition(from: number, end: number, subject: Subject): number {
    let isHead = true;
    for (let at = from; at < end; at += 1) {
      const word = this.#words[at];
      if (word === undefined) return at;
      if (at > from && /[,;)–—]/.test(this.#gap(at))) return at;
      if (PREPOSITIONS.has(word.word)) isHead = false;
      if (word.stop) continue;
      (isHead ? subject.head : subject.aside).push(word);
    }
    return end;
  }

  /** Reads the clause after "who" or "whose", which ends at the main verb. */
  #readRelativeClause(at: number, end: number, subject: Subject): void {
    const word = this.#words[at]?.word ?? "";
    const until = this.#findMainVerb(at, end);
    if (word === "whose") this.#readClause(at + 1, until, subject.head);
    const verb = this.#words[at + 1];
    if (word === "who" && verb !== undefined)
      this.#found.push({ ...subject, aside: [], verb, deed: this.#words.slice(at + 1, until) });
  }

  #isFinite(at: number): boolean {
    const word = this.#words[at];
    if (word === undefined || word.capital) return false;
    if (AUXILIARY.has(word.word)) return true;
    if (word.stop) return false;
    if (isPastForm(word.word)) return true;
    return (
      /[^s]s$/.test(word.word) && this.#words[at - 1]?.capital !== undefined && /[,)–—]/.test(this.#gap(at))
    );
  }

  /**
   * Returns whether a word is a participle with a verb after it: "A street named after …", "a plant built by
   * …".
   */
  #isReduced(at: number, end: number): boolean {
    const word = this.#words[at];
    if (word === undefined || word.stop || !isPastForm(word.word)) return false;
    if (!PREPOSITIONS.has(this.#words[at + 1]?.word ?? "")) return false;
    for (let next = at + 2; next < end; next += 1) {
      if (MARK.test(this.#gap(next)) || JOINTS.has(this.#words[next]?.word ?? "")) return false;
      // "May" may be the month.
      if (AUXILIARY.has(this.#words[next]?.raw ?? "")) return true;
    }
    return false;
  }
}
