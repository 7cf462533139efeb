import { type Clause, clausesOf, doerOf, doneOf } from "./clauses.ts";
import { holdsWord } from "./cover.ts";
import { isAdverb, isLight } from "./light-words.ts";
import { type Phrase, phraseFrom } from "./phrases.ts";
import type { Source } from "./read-evidence.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { maySameName, nameWords } from "./subject.ts";
import { areSynonyms } from "./synonyms.ts";
import type { ReadWord } from "./tokens.ts";
import { KINDS, MUTUAL, STANDS_FOR_OWNER } from "./word-classes.ts";

/** Who or what a phrase speaks of. */
interface Party {
  /** The words of its name; empty where it has none. */
  name: readonly string[];
  words: readonly ReadWord[];
  kind: Phrase["kind"];
  aside: readonly ReadWord[];
}

/** Who did something, and who or what it was done to. */
type Sides = Record<"doer" | "done", Party | undefined>;

/** A way in which a statement connects what the evidence says of one thing with another. */
export type Mismatch = "subject" | "doer" | "order" | "crossing";

/**
 * Finds the way in which the clauses of a statement connect other things than those of the evidence. `meant`
 * holds the words of the name that its opening pronoun stands for.
 */
export function mismatchOf(
  said: ReadSentence,
  source: Source,
  meant: readonly string[],
): Mismatch | undefined {
  if (last?.said === said && last.source === source) return last.found;
  const reading = new Reading(said, source, meant);
  let found: Mismatch | undefined;
  for (const clause of clausesOf(said)) found ??= reading.mismatch(clause);
  last = { said, source, found };
  return found;
}

/** Several rules ask the same. */
let last: { said: ReadSentence; source: Source; found: Mismatch | undefined } | undefined;

class Reading {
  readonly #said: ReadSentence;
  readonly #source: Source;
  readonly #meant: readonly string[];
  readonly #theirs: readonly Clause[];

  constructor(said: ReadSentence, source: Source, meant: readonly string[]) {
    this.#said = said;
    this.#source = source;
    this.#meant = meant;
    this.#theirs = clausesOf(source.read);
  }

  mismatch(ours: Clause): Mismatch | undefined {
    const own = this.#tellingIn(ours);
    if (own.length === 0) return undefined;
    const { verb } = ours;
    const same = ours.isCopula || verb === null ? [] : this.#sameVerb(verb);
    const [first] = same;
    if (first !== undefined) {
      const agreeing = same.filter((one) => this.#clash(ours, one) === undefined);
      if (agreeing.length === 0) return this.#clash(ours, first);
      return this.#crosses(ours, own, agreeing) ? "crossing" : undefined;
    }
    // "Her novels include …" is said of her.
    if (ours.subject.kind === "owned" && /^includ/.test(verb?.word ?? "")) return undefined;
    if (this.#didAnother(ours)) return "doer";
    // A clause without the same verb rests on those that hold most of it.
    const counts = this.#theirs.map((one) => own.filter((word) => holds(one.words, word)).length);
    const most = Math.max(0, ...counts);
    if (most === 0) return undefined;
    const subject = this.#partyIn(ours.subject, this.#said, this.#meant);
    if (ours.isCopula && phraseFrom(ours.behind).head.some((word) => this.#isOthersTitle(word, subject)))
      return "subject";
    const best = this.#theirs.filter((_, at) => counts[at] === most);
    const agreeing = best.filter(
      (one) => this.#isOf(subject, one) || (ours.isCopula && isOnePhrase(subject, own, one)),
    );
    // A noun that the evidence has nowhere is another rule's matter.
    if (agreeing.length === 0)
      return subject.name.length > 0 || this.#stands(subject) ? "subject" : undefined;
    return this.#crosses(ours, own, agreeing) ? "crossing" : undefined;
  }

  /**
   * The evidence has the doer as that of another deed, and no word for this one: who filmed a novel did not
   * write it.
   */
  #didAnother(ours: Clause): boolean {
    const doer = this.#party(doerOf(ours), this.#said, this.#meant);
    const { verb } = ours;
    if (verb === null || ours.isCopula || isLight(verb.stem) || doer === undefined || doer.name.length === 0)
      return false;
    const { read } = this.#source;
    if (holds(read.words, verb)) return false;
    return this.#theirs.some((clause) => {
      const party = clause.isPassive ? this.#party(doerOf(clause), read, []) : undefined;
      return party !== undefined && party.name.length > 0 && this.#sameName(party.name, doer.name);
    });
  }

  #sameVerb({ stem }: ReadWord): Clause[] {
    const verbs = this.#theirs.filter(({ verb, isCopula }) => verb !== null && !isCopula);
    const exact = verbs.filter(({ verb }) => verb?.stem === stem);
    return exact.length > 0
      ? exact
      : verbs.filter(({ verb }) => verb !== null && areSynonyms(verb.stem, stem));
  }

  /** The words of a clause that tell something, those of its subject's name aside. */
  #tellingIn({ words, subject, verb }: Clause): ReadWord[] {
    const named = new Set(subject.head);
    // "(1977–2017)" belongs to the name before it.
    const isBracket = verb !== null && /\([^()]*$/.test(this.#said.text.slice(0, verb.start));
    const isInBrackets = ({ start }: ReadWord) => /\([^()]*$/.test(this.#said.text.slice(0, start));
    return words.filter(
      (word) =>
        !word.stop &&
        !named.has(word) &&
        (word === verb || !isLight(word.stem)) &&
        !isAdverb(word.word) &&
        !(isInBrackets(word) && !isBracket),
    );
  }

  /** "The architect Per Lund": every place of a noun is right before the name of somebody else. */
  #isOthersTitle(noun: ReadWord, { name, words: own }: Party): boolean {
    if (noun.capital || name.length === 0 || own.includes(noun)) return false;
    const { words, facts } = this.#source.read;
    const places = words.filter(({ stem }) => stem === noun.stem);
    return (
      places.length > 0 &&
      places.every(({ end }) => {
        const named = facts.names.find(({ written, end: until }) => until - written.length === end + 1);
        return named !== undefined && !this.#sameName(nameWords(named.written), name);
      })
    );
  }

  /** A word stands in the evidence only in other clauses than those that a clause rests on. */
  #crosses({ subject: said, verb }: Clause, own: readonly ReadWord[], best: readonly Clause[]): boolean {
    // An order is nobody's deed.
    if (said.kind === "none" && verb !== null) return false;
    const { read, subject, title } = this.#source;
    const lead = [...subject.words, ...title.words.map(({ word }) => word)];
    return own.some((word) => {
      if (lead.includes(word.word) || !holds(read.words, word)) return false;
      return !best.some((clause) => holds(this.#reach(clause), word));
    });
  }

  /** The words of a clause and of those that describe something in it. */
  #reach(clause: Clause): readonly ReadWord[] {
    const at = this.#theirs.indexOf(clause);
    const [before, next] = [this.#theirs[at - 1], this.#theirs[at + 1]];
    const own = [...clause.words, ...clause.subject.head, ...clause.subject.aside];
    // "Police said the cause was …": who said so.
    if (before !== undefined && before.behind.length === 0) own.push(...before.words);
    if (next?.isRelative !== true && next?.isSubordinate !== true) return own;
    const { verb } = next;
    const isLed = verb !== null && (isLight(verb.stem) || verb.stop || holds(this.#said.words, verb));
    return isLed ? [...own, ...this.#reach(next)] : own;
  }

  /** Tells whether another did it, or it was done to another. */
  #clash(ours: Clause, theirs: Clause): "doer" | "order" | undefined {
    const about = this.#source.subject.words;
    const mine = (phrase: Phrase | undefined) => this.#party(phrase, this.#said, this.#meant);
    const known = (phrase: Phrase | undefined) => this.#party(phrase, this.#source.read, about);
    const own: Sides = { doer: mine(doerOf(ours)), done: mine(doneOf(ours)) };
    const doer = doerOf(theirs);
    // "It" may be any thing of the page.
    const isOpenThing = doer?.kind === "thing" && own.doer?.name.length === 0 && own.doer.kind !== "owned";
    const other: Sides = { doer: isOpenThing ? undefined : known(doer), done: known(doneOf(theirs)) };
    const isMutual = ours.verb !== null && MUTUAL.has(ours.verb.stem);
    const isOtherVerb = ours.verb?.stem !== theirs.verb?.stem;
    const isTurnedVoice = ours.isPassive !== theirs.isPassive;
    // "It opened", "it was opened".
    const isOpen = ours.isPassive ? other.done === undefined && !own.doer : !own.done && !other.doer;
    // "Received by one" is "given to one": of another verb in another voice only the parties are compared.
    if (isMutual || (isTurnedVoice && (isOtherVerb || isOpen))) return this.#sharesParty(own, other);
    if (this.#isTurned(own, other)) return "order";
    if (this.#fits(own, other, ours.isPassive)) return undefined;
    const isOther = own.doer !== undefined && !isEmpty(own.doer) && this.#isIn(own.doer, other.done);
    return isOther ? "order" : "doer";
  }

  #sharesParty(own: Sides, other: Sides): "doer" | undefined {
    const parties = [other.doer, other.done].flatMap((one) => one ?? []);
    return parties.length === 0 || this.#isIn(own.doer ?? own.done, ...parties) ? undefined : "doer";
  }

  /** One is named where the evidence names the other. */
  #isTurned(own: Sides, other: Sides): boolean {
    const isNamed = (one: Party | undefined, party: Party | undefined) =>
      one !== undefined &&
      party !== undefined &&
      one.name.length > 0 &&
      party.name.length > 0 &&
      this.#sameName(one.name, party.name);
    return (
      (isNamed(own.doer, other.done) && !isNamed(own.doer, other.doer)) ||
      (isNamed(own.done, other.doer) && !isNamed(own.done, other.done))
    );
  }

  /** Who did it is the same or is not said, and so is what it was done to. */
  #fits({ doer, done }: Sides, other: Sides, isPassive: boolean): boolean {
    const isDoer =
      other.doer === undefined ? doer === undefined || !this.#stands(doer) : this.#isIn(doer, other.doer);
    if (!isDoer || other.done === undefined || done === undefined) return isDoer;
    // Another word for the thing is another rule's matter, and a surname alone is anybody's.
    const isLent = done.name.length === 0 && !isPassive && !this.#stands(done);
    const isCalledSo =
      done.name.length > 0 && other.done.name.length > 0 && maySameName(done.name, other.done.name);
    return isCalledSo || isLent || this.#isIn(done, other.done);
  }

  #isIn(one: Party | undefined, ...among: readonly (Party | undefined)[]): boolean {
    return one === undefined || among.some((party) => party !== undefined && this.#same(one, party));
  }

  /** The evidence names it somewhere. */
  #stands({ name, words }: Party): boolean {
    const last = name.at(-1);
    const theirs = this.#source.read.words;
    if (last !== undefined) return theirs.some(({ word }) => word === last);
    return words.some((word) => holds(theirs, word));
  }

  #party(phrase: Phrase | undefined, read: ReadSentence, meant: readonly string[]): Party | undefined {
    const party = phrase && this.#partyIn(phrase, read, meant);
    return party === undefined || (isEmpty(party) && party.kind !== "pronoun") ? undefined : party;
  }

  #partyIn({ head, aside, kind }: Phrase, { facts }: ReadSentence, meant: readonly string[]): Party {
    if (kind === "pronoun" || kind === "thing" || kind === "none")
      return { name: kind === "none" ? [] : meant, words: [], kind, aside };
    const isNamed = (word: ReadWord) =>
      facts.names.some(({ written, end }) => end - written.length <= word.start && word.end <= end);
    // "A Norwegian engineer" is no name.
    const isPart = (word: ReadWord, at: number) =>
      isNamed(word) || (word.capital && word.start > 0 && head[at + 1]?.capital !== false);
    const last = head.findLastIndex(isPart);
    const first = head.findLastIndex((word, at) => at < last && !isPart(word, at));
    const [opener] = head;
    const isOpener = last < 0 && opener?.capital === true && this.#isSurname(opener);
    const named = isOpener ? [opener] : last < 0 ? [] : head.slice(first + 1, last + 1);
    const name = nameWords(named.map(({ word }) => word).join(" "));
    return { name, words: head, kind, aside };
  }

  #isSurname({ word }: ReadWord): boolean {
    const { subject, title, read } = this.#source;
    const known = [...subject.words, ...title.words.map((one) => one.word), ...this.#meant];
    if (MANY.test(word)) return false;
    return known.includes(word) || read.facts.names.some(({ written }) => nameWords(written).includes(word));
  }

  /** The subject of a clause is the party, or speaks in its name. */
  #isOf(party: Party, clause: Clause): boolean {
    const { subject: about, read } = this.#source;
    const subject = this.#partyIn(clause.subject, read, about.words);
    if (isEmpty(party)) return party.kind !== "pronoun" || this.#same(party, subject);
    if (isEmpty(subject)) return subject.kind !== "pronoun" || about.words.length === 0;
    // "It" may be any thing of the page.
    if (subject.kind === "thing" && party.name.length === 0 && party.kind !== "owned") return true;
    if (this.#same(party, subject)) return true;
    // "Its founder is Paul Iyer": two words for one.
    const called = clause.isCopula ? phraseFrom(clause.behind) : undefined;
    return called !== undefined && this.#same(party, this.#partyIn(called, read, []));
  }

  #same(one: Party, other: Party): boolean {
    if (one.name.length > 0 && other.name.length > 0) return this.#sameName(one.name, other.name);
    if (isEmpty(one))
      return one.kind !== "pronoun" || isEmpty(other) || other.name.length > 0 || this.#standsFor(other, one);
    if (isEmpty(other)) return true;
    const [noun, known] = [one.words.at(-1), other.words.at(-1)];
    if (noun === undefined || known === undefined)
      return this.#standsFor(one.words.length > 0 ? one : other, one.words.length > 0 ? other : one);
    if (holds(other.words, noun) || holds(one.words, known) || areSynonyms(known.stem, noun.stem))
      return true;
    if (one.name.length > 0) return this.#standsFor(other, one);
    return other.name.length > 0 && this.#standsFor(one, other);
  }

  /** A noun that may mean somebody named: "the company", "the board", never "her brother". */
  #standsFor({ words, kind, aside }: Party, { name }: Party): boolean {
    const head = words.at(-1);
    if (head === undefined || STANDS_FOR_OWNER.has(head.word)) return true;
    const last = name.at(-1);
    if (last !== undefined && this.#source.read.words.some(({ word }) => word === last)) return false;
    if (kind === "owned" || (kind === "about" && aside.some(({ word }) => name.includes(word)))) return false;
    const { title, previous, lead, subject } = this.#source;
    const around = [title, ...[previous, lead].flatMap((source) => (source === null ? [] : [source.read]))];
    // The page must be about the one that the noun stands for.
    const isAbout =
      subject.words.some((word) => name.includes(word)) ||
      around.some((read) => read.words.some(({ word }) => word === last));
    if (last !== undefined && !isAbout) return false;
    return KINDS.has(head.word) || holdsWord(head, around) > 0;
  }

  /** A bare surname is that of the page's subject, and not of a relative with the same one. */
  #sameName(one: readonly string[], other: readonly string[]): boolean {
    if (!maySameName(one, other)) return false;
    const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
    const [only] = shorter;
    if (shorter.length > 1 || longer.length < 2 || only === undefined) return true;
    const { title, subject } = this.#source;
    return ![nameWords(title.text), subject.words].some(
      (words) => words.includes(only) && words.length > 1 && !maySameName(words, longer),
    );
  }
}

/** "Landlords", "Tenants": capital for its place alone. */
const MANY = /(?:[eo]rs|ists|ians|ents|ants|ords)$/;
const isEmpty = ({ name, words }: Party) => name.length === 0 && words.length === 0;
const holds = (words: readonly ReadWord[], { stem }: ReadWord) => words.some((word) => word.stem === stem);

/** "Tellux's designer, Ravi Nair": what is said of a subject stands beside it in one phrase. */
function isOnePhrase({ words: subject }: Party, own: readonly ReadWord[], { words, verb }: Clause): boolean {
  if (subject.length === 0) return false;
  const wanted = [...subject, ...own];
  const places = wanted.map(({ stem }) => words.findIndex((word) => word.stem === stem));
  if (places.length === 0 || places.includes(-1)) return false;
  const [from, to] = [Math.min(...places), Math.max(...places)];
  const inside = words.slice(from, to + 1);
  return (
    (verb === null || !inside.includes(verb)) &&
    inside.filter(({ stop }) => !stop).length <= wanted.length + 1
  );
}
