import { looksLikePerson } from "../../text/names.ts";
import { readClauses } from "./clause-subjects.ts";
import { scoreWord as isHeld } from "./cover.ts";
import { isPastForm } from "./past-forms.ts";
import type { Source } from "./read-evidence.ts";
import type { ContentWord, ReadSentence } from "./read-sentence.ts";
import { maySameName, POSSESSIVES, readNameWords } from "./subject.ts";

/**
 * Returns whether the word before a name or number of the statement precedes a different one in the evidence,
 * and never this one. "A poet from America" is not "a poet from Paris", wherever else Paris is mentioned.
 */
export function attachmentDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const theirs = attachments(source);
  return attachments(said).some(({ to, value, kind }) => {
    const same = theirs.filter((one) => one.to === to && one.kind === kind);
    return same.length > 0 && source.content.has(value) && !same.some((one) => one.value === value);
  });
}

interface Attachment {
  to: string;
  value: string;
  kind: "name" | "number";
}

/**
 * Returns each word of a name and each number with the small word that precedes it in its phrase. Excludes
 * dates.
 */
function attachments({ words, text, facts }: ReadSentence): Attachment[] {
  const found: Attachment[] = [];
  let to: string | null = null;
  let end = 0;
  // Agents after "by" are checked by another rule.
  for (const word of words) {
    if (word.word === "by" || /[,;:()]/.test(text.slice(end, word.start))) to = null;
    end = word.end;
    if (word.stop) continue;
    const isNumber = /^\d/.test(word.word);
    const isDate = facts.dates.some((date) => word.start >= date.start && word.end <= date.end);
    if (!word.capital && !isNumber) to = word.stem;
    else if (to !== null && !isDate) found.push({ to, value: word.stem, kind: isNumber ? "number" : "name" });
  }
  return found;
}

/**
 * Returns whether the evidence says it about someone else. `meant` holds the words of the name that a pronoun
 * of the statement refers to. It is empty if that is unknown.
 */
export function subjectDiffers(said: ReadSentence, source: Source, meant: readonly string[]): boolean {
  const own = source.subjectOf(said);
  if (own.kind === "none" || (own.kind === "name" && doesIt(said, source.read, own.words))) return false;
  if ((own.kind === "name" || own.kind === "pronoun") && isOfAnother(said, source)) return true;
  const wanted = own.kind === "pronoun" ? meant : own.words;
  if (wanted.length === 0) return false;
  if (source.subject.kind === "open") {
    const isSurname = source.subject.words.length > 0;
    return isSurname ? wanted.length > 1 && !namesInFull(source.read, wanted) : !names(source.read, wanted);
  }
  if (maySameName(wanted, source.subject.words)) return false;
  const last = wanted.at(-1) ?? "";
  if (source.subject.kind === "none") {
    const near = [source.read, source.title, ...(source.previous === null ? [] : [source.previous.read])];
    return !near.some((read) => holdsWord(read, last));
  }
  if (!names(source.read, wanted)) return true;
  // Both are named, so another rule checks which of them did it.
  if (holdsWord(said, source.subject.words.at(-1) ?? "")) return false;
  return isAside(source.read, last, said);
}

/**
 * Returns whether a clause of the evidence has this name as its subject and opens with what the statement
 * says: "His mother, the soprano Adela Tack, sang at Verrano for years." A second verb may turn the first
 * ("was convicted and acquitted on appeal"), so it must not be left out.
 */
function doesIt(said: ReadSentence, read: ReadSentence, name: readonly string[]): boolean {
  const rest = said.words.filter(({ word, stop }) => !stop && !name.includes(word));
  return readClauses(read).some(({ head, deed }) => {
    if (!name.every((word) => head.some((one) => one.word === word))) return false;
    const told = deed.filter(({ stop }) => !stop);
    const opensIt = rest.length > 0 && rest.every(({ stem }, at) => told[at]?.stem === stem);
    return opensIt && !told.slice(rest.length).some(({ word }) => isPastForm(word));
  });
}

/**
 * Returns whether the evidence says it of a "he" or "she" that may mean either of two people named before it
 * in the same sentence: "Novak met Holt when she was studying law."
 */
export function isOfOpenPronoun(said: ReadSentence, source: Source): boolean {
  const { read } = source;
  const { kind, words: name } = source.subjectOf(said);
  if (kind !== "name") return false;
  const pronoun = read.words.find(({ word }) => word === "he" || word === "she");
  if (pronoun === undefined) return false;
  const people = read.facts.names.filter(
    ({ written, end }) => end <= pronoun.start && looksLikePerson(written),
  );
  if (people.length < 2) return false;
  const told = said.words.filter(({ word, stop }) => !stop && !name.includes(word));
  return told.every(({ stem }) => {
    const places = read.words.filter((one) => one.stem === stem);
    return places.length > 0 && places.every(({ start }) => start > pronoun.start);
  });
}

const SOMEBODY = /(?:er|or|ist|ian|man|woman|wife|husband|son)$/;

/**
 * Returns whether the evidence says it about someone's brother or book, or about another person described by
 * a role. Examples are "Her brother moved" and "The treasurer resigned". Returns false if the statement names
 * them too.
 */
function isOfAnother(said: ReadSentence, { read, previous, lead, title }: Source): boolean {
  const [first] = read.words;
  const noun = read.words.slice(1).find(({ stop }) => !stop);
  if (first === undefined || noun === undefined || noun.capital) return false;
  if (POSSESSIVES.has(first.word)) return isHeld(noun, [said]) === 0;
  if (first.word !== "the" || !SOMEBODY.test(noun.word)) return false;
  const around = [said, title, ...[previous, lead].flatMap((one) => (one === null ? [] : [one.read]))];
  return isHeld(noun, around) === 0;
}

/**
 * Returns whether a person's name occurs in a text on its own and not only as a part of something named after
 * them. Reyl is not the Reyl Quartet.
 */
function names({ facts, words }: ReadSentence, wanted: readonly string[]): boolean {
  const last = wanted.at(-1);
  const runs = facts.names.map(({ written }) => readNameWords(written));
  if (runs.some((run) => maySameName(wanted, run) && (run.at(-1) === last || run.length <= wanted.length)))
    return true;
  return (
    words.some(({ word }) => word === last) && !runs.some((run) => last !== undefined && run.includes(last))
  );
}

function namesInFull({ facts }: ReadSentence, wanted: readonly string[]): boolean {
  const runs = facts.names.map(({ written }) => readNameWords(written));
  return runs.some((run) => run.length > 1 && maySameName(wanted, run));
}

const ASIDE = new Set(
  "with of to by from for about like and against after before under over than who which whose".split(" "),
);

/**
 * Returns whether a name occurs only after prepositions or in a clause of its own, and not as the agent of
 * the statement's action.
 */
function isAside({ words }: ReadSentence, name: string, said: ReadSentence): boolean {
  return words.every(({ word }, at) => {
    if (word !== name) return true;
    const before = words.slice(Math.max(0, at - 3), at).map((one: Pick<ContentWord, "word">) => one.word);
    const by = before.lastIndexOf("by");
    const done = words[at - before.length + by - 1];
    if (by >= 0 && done !== undefined && said.content.has(done.stem)) return false;
    return before.some((one) => ASIDE.has(one));
  });
}

function holdsWord({ words }: ReadSentence, wanted: string): boolean {
  return words.some(({ word }) => word === wanted);
}
