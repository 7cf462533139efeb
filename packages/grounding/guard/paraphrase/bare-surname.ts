import { FORMS_OF_ADDRESS, GIVEN_NAMES } from "../../lexicon/names.ts";
import { looksLikePerson } from "../../text/names.ts";
import { isInWordTable } from "../name-book.ts";
import type { ReadSentence } from "./read-sentence.ts";
import { maySameName, readNameWords, type Subject } from "./subject.ts";

/** A sentence of a page, with the one before it. */
interface PageSentence {
  readonly read: ReadSentence;
  readonly previous: PageSentence | null;
  readonly subject: Subject;
  /** The title of the page. */
  readonly title: ReadSentence;
  /** All sentences of the page. */
  readonly page: readonly PageSentence[];
}

/** The words of one person's full name. */
type FullName = readonly string[];

/** Full names by their last word. The sentences of a page are read once. */
const known = new WeakMap<readonly PageSentence[], ReadonlyMap<string, readonly FullName[]>>();

/**
 * Returns the person that a surname at the start of a sentence means: the words of the full name that the
 * snippet or the page's title introduced. Of two people with the surname on a page, it means the one in the
 * title, unless the sentence before is about the other. Returns null if nothing shows which one is meant, and
 * undefined if nobody was introduced.
 */
export function findBearer(surname: string, source: PageSentence): FullName | null | undefined {
  if (isAddressed(surname, source.read)) return undefined;
  const bearers = listBearers(source.page).get(surname) ?? [];
  const titled = bearers.filter((name) =>
    name.every((word) => source.title.words.some((one) => one.word === word)),
  );
  const [only] = titled.length > 0 ? titled : bearers;
  if (only === undefined) return undefined;
  if (bearers.length === 1) return titled.length > 0 || isIntroduced(only, source) ? only : undefined;
  const last = source.previous?.subject.words ?? [];
  const isOfOther = last.length > 1 && last.at(-1) === surname && !maySameName(last, only);
  return titled.length === 1 && !isOfOther ? only : null;
}

/** Returns whether a form of address distinguishes somebody: "Mr Klein" may not be Rosa Klein. */
function isAddressed(surname: string, { words }: ReadSentence): boolean {
  const at = words.findIndex(({ word }) => word === surname);
  return FORMS_OF_ADDRESS.has(words[at - 1]?.word ?? "");
}

function isIntroduced(name: FullName, { previous }: PageSentence): boolean {
  for (let before = previous; before !== null; before = before.previous)
    if (listFullNames(before.read).some((other) => maySameName(other, name))) return true;
  return false;
}

function listBearers(page: readonly PageSentence[]): ReadonlyMap<string, readonly FullName[]> {
  const before = known.get(page);
  if (before !== undefined) return before;
  const bearers = new Map<string, FullName[]>();
  for (const name of page.flatMap(({ read }) => listFullNames(read))) {
    const surname = name.at(-1) ?? "";
    const others = bearers.get(surname) ?? [];
    if (!others.some((other) => maySameName(other, name))) bearers.set(surname, [...others, name]);
  }
  known.set(page, bearers);
  return bearers;
}

/** Returns the full names of people in a sentence, without a word that only opens it or describes them. */
function listFullNames({ facts }: ReadSentence): FullName[] {
  return facts.names.flatMap(({ written }) => {
    const words = readNameWords(written);
    const from = words.findIndex((word) => GIVEN_NAMES.has(word) || !isInWordTable(word));
    const own = words.slice(Math.max(from, 0));
    return own.length > 1 && looksLikePerson(own.join(" ")) ? [own] : [];
  });
}
