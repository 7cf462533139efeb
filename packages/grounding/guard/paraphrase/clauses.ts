import { isAdverb } from "./light-words.ts";
import { NO_PHRASE, type Phrase, phraseFrom, readPhrase } from "./phrases.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { NUMBER, type ReadWord, Tokens } from "./tokens.ts";
import { isPastVerb, isSaying, isTimeWord } from "./verb-forms.ts";
import { findVerb, type VerbGroup } from "./verbs.ts";
import { AUXILIARIES, DETERMINERS, JOINTS, PERSONAL, PREPOSITIONS, RELATIVES } from "./word-classes.ts";

/** A clause: what its verb says of its subject. */
export interface Clause {
  subject: Phrase;
  /** Null where a part of a sentence has no verb. */
  verb: ReadWord | null;
  /** A form of "be" with a noun or an adjective behind it. */
  isCopula: boolean;
  isPassive: boolean;
  /** All words of it, its subject and what it opens with among them. */
  words: readonly ReadWord[];
  /** The words behind its verb. */
  behind: readonly ReadWord[];
  /** It describes a noun of the clause before it: "who built the bridge", "staged by Vall". */
  isRelative: boolean;
  /** It says when, why or under which condition the clause before it holds. */
  isSubordinate: boolean;
}

const SUBORDINATE = new Set("when because until unless if before after".split(" "));

const known = new WeakMap<ReadSentence, readonly Clause[]>();

/** The clauses of a sentence, in order. */
export function clausesOf(sentence: ReadSentence): readonly Clause[] {
  const clauses = known.get(sentence) ?? new ClauseReader(new Tokens(sentence)).read();
  known.set(sentence, clauses);
  return clauses;
}

/** The phrase that did what a clause says; undefined where a passive does not say. */
export function doerOf({ isPassive, subject, behind }: Clause): Phrase | undefined {
  if (!isPassive) return subject;
  const by = behind.findIndex(({ word }) => word === "by");
  return by < 0 ? undefined : phraseFrom(behind.slice(by + 1));
}

/** The phrase that it was done to. */
export const doneOf = ({ isPassive, subject, behind }: Clause): Phrase =>
  isPassive ? subject : phraseFrom(behind);

/** A part of a sentence between two joints, with its verb. */
interface Part {
  /** The word that it begins with. */
  joint: string;
  from: number;
  to: number;
  group: VerbGroup;
  /** The words between its joint and its verb. */
  ahead: readonly ReadWord[];
  isRelative: boolean;
  /** ", led by Petra Hollweg," describes what stands before it, as "who led it" does. */
  isReduced: boolean;
}

class ClauseReader {
  readonly #tokens: Tokens;
  readonly #words: readonly ReadWord[];
  /** A noun phrase that waits for its verb. */
  #opening: ReadWord[] = [];
  #main: Phrase = NO_PHRASE;
  readonly #found: Clause[] = [];

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
    this.#words = tokens.words;
  }

  read(): readonly Clause[] {
    let from = 0;
    for (let at = 1; at <= this.#words.length; at += 1) {
      if (at < this.#words.length && !this.#isJoint(at)) continue;
      this.#readPart(from, at);
      from = at;
    }
    this.#giveUpOpening();
    return this.#found;
  }

  #isJoint(at: number): boolean {
    const word = this.#words[at];
    if (
      word === undefined ||
      this.#tokens.names.some(({ start, end }) => start < word.start && word.start < end)
    )
      return false;
    if (this.#tokens.hasMark(at)) return true;
    // "A street named after her": no joint.
    const before = this.#words[at - 1];
    const isHeld =
      PREPOSITIONS.has(word.word) && before !== undefined && !before.stop && isPastVerb(before.word);
    return JOINTS.has(word.word) && !isHeld;
  }

  /** Reads a part between two joints: a clause, or more of the clause before it. */
  #readPart(from: number, to: number): void {
    if (from > 0 && /[;:]/.test(this.#tokens.gap(from))) this.#giveUpOpening();
    const part = this.#partOf(from, to);
    if (part === undefined) {
      this.#extend(from, to);
      return;
    }
    const next = this.#secondVerb(part);
    if (this.#isLastGerund(part)) this.#giveUpOpening();
    const opening = part.isRelative ? [] : this.#opening;
    const subject = this.#subjectOf(part, opening);
    if (!part.isRelative) {
      this.#opening = [];
      if (subject.head.length > 0 || subject.kind === "pronoun" || subject.kind === "thing")
        this.#main = subject;
    }
    const place = part.joint === "where" && part.isRelative ? this.#antecedent(from).head : [];
    const words = [...place, ...opening, ...this.#words.slice(from, next ?? to)];
    this.#add(subject, part.group, words, part.isRelative);
    if (next !== undefined) this.#readPart(next, to);
  }

  #partOf(from: number, to: number): Part | undefined {
    const joint = this.#tokens.wordAt(from);
    const isOpening = from === 0 && PREPOSITIONS.has(joint);
    const start = JOINTS.has(joint) && !isOpening ? from + 1 : from;
    // "Landlords who break the rules can be fined": the first of its verbs.
    const isWithin = RELATIVES.has(joint) && this.#opening.length > 0;
    const second = this.#words.findIndex(({ raw }, at) => at > start && at < to && AUXILIARIES.has(raw));
    const own = isWithin && second > 0 ? this.#findVerb(start, second) : undefined;
    const group = own ?? this.#findVerb(start, to);
    if (group === undefined) return undefined;
    const isBare = group.isPassive && group.from === group.at && group.from === from && from > 0;
    const isReduced = isBare || this.#isAside(from, to, group);
    const isRelative = (RELATIVES.has(joint) && from > 0) || isReduced;
    return { joint, from, to, group, ahead: this.#words.slice(start, group.from), isRelative, isReduced };
  }

  #findVerb(from: number, to: number): VerbGroup | undefined {
    const last = this.#found.at(-1);
    const { isRelative = false, isPassive = false, verb } = last ?? {};
    const isPending = this.#opening.length > 0;
    return findVerb(this.#tokens, from, to, { isPending, isRelative, isPassive, verb: verb?.word ?? "" });
  }

  /** "(born 1815 in Kiel)", ", a baker born in Kiel,": a part that only describes what stands before it. */
  #isAside(from: number, to: number, group: VerbGroup): boolean {
    if (this.#opening.length === 0) return false;
    const before = this.#tokens.text.slice(0, this.#words[from]?.start);
    if (before.lastIndexOf("(") > before.lastIndexOf(")")) return true;
    const isApposition = /^(?:a|an|the)$/.test(this.#tokens.wordAt(from)) && /,/.test(this.#tokens.gap(from));
    return isApposition && to < this.#words.length && this.#isReducible(group);
  }

  /** It may be a participle: "born in Kiel". */
  #isReducible({ from, at }: VerbGroup): boolean {
    return from === at && PREPOSITIONS.has(this.#tokens.wordAt(at + 1));
  }

  /** ", stirring well." behind an order: nobody is said to do it. */
  #isLastGerund({ from, to, group }: Part): boolean {
    return to === this.#words.length && group.from === from && /ing$/.test(this.#tokens.wordAt(from));
  }

  #giveUpOpening(): void {
    if (this.#opening.length > 0) this.#add(NO_PHRASE, undefined, this.#opening.splice(0), false);
  }

  #extend(from: number, to: number): void {
    const part = this.#words.slice(from, to);
    const last = this.#found.pop();
    const isOfLast = last?.isRelative === true && !this.#tokens.hasMark(from);
    if (last === undefined || (this.#opening.length > 0 && !isOfLast)) {
      if (last !== undefined) this.#found.push(last);
      this.#opening.push(...part);
    } else this.#found.push({ ...last, words: [...last.words, ...part], behind: [...last.behind, ...part] });
  }

  /** "Who break the rules can be fined", "He said the fall was due to …": where another clause begins. */
  #secondVerb({ group: { at }, to, isRelative }: Part): number | undefined {
    const next = this.#words[at + 1];
    if (next === undefined || at + 1 >= to) return undefined;
    if (isRelative && this.#opening.length > 0) {
      const second = this.#words.findIndex((_, place) => place > at && place < to && this.#isFinite(place));
      return second < 0 ? undefined : second;
    }
    if (!isSaying(this.#tokens.wordAt(at)) || !(next.stop || next.capital)) return undefined;
    return this.#findVerb(at + 1, to) === undefined ? undefined : at + 1;
  }

  #isFinite(at: number): boolean {
    const word = this.#words[at];
    if (word === undefined || AUXILIARIES.has(word.raw)) return word !== undefined;
    if (word.stop || word.capital || !isPastVerb(word.word)) return false;
    return !DETERMINERS.has(this.#tokens.wordAt(at - 1)) && this.#tokens.wordAt(at + 1) !== "by";
  }

  #subjectOf(part: Part, opening: readonly ReadWord[]): Phrase {
    const { joint, ahead, from, group } = part;
    if (part.isRelative) return this.#subjectOfRelative(part);
    const last = this.#found.at(-1);
    // "Her assistant falsified data; he was dismissed": the one who was spoken of.
    const isPronoun = ahead.length === 1 && /^(?:he|she|they)$/.test(ahead[0]?.word ?? "");
    const isOfOwned = isPronoun && opening.length === 0 && last?.subject.kind === "owned";
    if (isOfOwned && /[;,]/.test(this.#tokens.gap(from))) return last.subject;
    // "An actress and singer born in Kiel".
    const isBare = ahead.every(({ stop }) => !stop) && this.#isReducible(group);
    if (last?.isCopula === true && /^(?:and|or)$/.test(joint) && isBare) return last.subject;
    if (!ahead.every(isSmall)) return readPhrase([...opening, ...ahead], this.#tokens);
    if (opening.length > 0) return readPhrase(opening, this.#tokens);
    return /^(?:and|or|but)$/.test(joint) ? (last?.subject ?? NO_PHRASE) : this.#main;
  }

  #subjectOfRelative({ joint, ahead, from, isReduced }: Part): Phrase {
    const own = readPhrase(ahead, this.#tokens);
    if (isReduced)
      return this.#opening.length > 0 ? readPhrase(this.#opening, this.#tokens) : this.#antecedent(from);
    if (joint === "whose") return { ...own, aside: this.#antecedent(from).head, kind: "owned" };
    return ahead.every(isSmall) ? this.#antecedent(from) : own;
  }

  #add(subject: Phrase, group: VerbGroup | undefined, words: readonly ReadWord[], isRelative: boolean): void {
    const verb = group === undefined ? null : (this.#words[group.at] ?? null);
    const { isCopula = false, isPassive = false } = group ?? {};
    const behind = words.filter(({ start }) => verb !== null && start > verb.start);
    const isSubordinate = SUBORDINATE.has(words[0]?.word ?? "");
    const clause: Clause = { subject, verb, isCopula, isPassive, words, behind, isRelative, isSubordinate };
    const reduced = behind.findIndex((word, at) => at > 0 && this.#isReducedVerb(word, behind[at + 1]));
    const [participle, ...rest] = reduced < 0 ? [] : behind.slice(reduced);
    if (participle === undefined) {
      this.#found.push(clause);
      return;
    }
    // "A database written in Rust": a clause of its own about the noun before it.
    const own = behind.slice(0, reduced);
    this.#found.push({
      ...clause,
      words: words.filter((word) => word !== participle && !rest.includes(word)),
      behind: own,
    });
    this.#found.push({
      subject: isCopula ? subject : readPhrase(own.slice(-2), this.#tokens),
      verb: participle,
      isCopula: false,
      isPassive: true,
      words: [participle, ...rest],
      behind: rest,
      isRelative: true,
      isSubordinate: false,
    });
  }

  #isReducedVerb(word: ReadWord, next: ReadWord | undefined): boolean {
    if (word.stop || word.capital || !isPastVerb(word.word) || this.#tokens.isName(word)) return false;
    const before = this.#words[this.#words.indexOf(word) - 1];
    if (before === undefined || before.stop) return false;
    return /^(?:by|in|at|from|under|on)$/.test(next?.word ?? "");
  }

  /**
   * Finds the phrase that a relative clause is about: the noun or name right before it, or the phrase that
   * "which" takes up.
   */
  #antecedent(from: number): Phrase {
    const clause = this.#found.at(-1);
    const isOpen = this.#opening.length > 0;
    // "Holt is an engineer who built the bridge."
    if (clause?.isCopula === true && !isOpen) return clause.subject;
    const last = this.#words.slice(0, from).findLast(({ stop }) => !stop);
    if (last === undefined) return NO_PHRASE;
    const isThing = /^(?:which|that)$/.test(this.#tokens.wordAt(from)) && !isOpen;
    const object = isThing
      ? (clause?.behind ?? []).filter(({ stop, word }) => !stop && !NUMBER.test(word))
      : [];
    return { head: object.length > 0 ? object : this.#tokens.nameAround(last), aside: [], kind: "plain" };
  }
}

/** A word that is nobody's name and stands for nobody. */
function isSmall({ word, stop }: ReadWord): boolean {
  return isAdverb(word) || isTimeWord(word) || (stop && !PERSONAL.has(word) && !DETERMINERS.has(word));
}
