import type { Thing } from "../../tool/destination.ts";
import type { MessageToken } from "../words.ts";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import fr from "./fr.json" with { type: "json" };
import it from "./it.json" with { type: "json" };
import nl from "./nl.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };
import ru from "./ru.json" with { type: "json" };

export type Words = ReadonlySet<string>;
type ByThing = Readonly<Partial<Record<Thing, Words>>>;

/**
 * Words of one language that ask to write something, one JSON file per language. There, lists are in lower
 * case and separated by spaces. "_" joins the words of one entry, and "|" separates alternatives of a word.
 * A list that a language lacks is empty.
 */
export interface WritingVocabulary {
  /** Imperatives of other parts of a task, which do not write. */
  reads: Words;
  /** Imperatives that put something somewhere: "post it in #general". */
  posts: Words;
  /** Imperatives that send something: "send it to Ada". */
  sends: Words;
  /** Imperatives whose object is the recipient: "tell Ada". */
  tells: Words;
  /** Imperatives that create something. */
  makes: Words;
  /** Imperatives that change or delete something. */
  ends: Words;
  /** Imperatives that reply to a mail. */
  answers: Words;
  /** Other forms of these verbs, to which a destination may belong: "the mail that was sent to Ada". */
  reports: Words;
  /** Words that may precede an imperative: "please", "then". */
  openers: Words;
  /** Openers of several words: "can you". */
  requests: Words;
  /** Words that start a phrase before the order: "based on the feed, write …". */
  leads: Words;
  /** Words that start a condition ("if there is an outage, post …"). The first may also follow the order. */
  conditions: Words;
  /** Start of a wish: "i'd like". */
  wishes: Words;
  /** Verbs that say what should be done: "should". */
  duties: Words;
  /** Participles of a text that should be written somewhere: "posted". */
  done: Words;
  /** Start of a sentence about who should get a text: "make sure". */
  ensures: Words;
  /** Forms of a clause that asks for a write, and the imperative for each. `rewrites.ts` explains them. */
  rewrites: readonly { form: readonly string[]; imperative: readonly string[] }[];
  /** Such forms for a polite request without a verb: "the list to Ada, please". */
  fragments: WritingVocabulary["rewrites"];
  /** Of `texts`, nouns of a text that is not a message to somebody. */
  extracts: Words;
  /** Words and phrases that may surround an order: "thank you". */
  courtesies: Words;
  /** Words that start a new clause after a comma: "…, so post it". */
  breaks: Words;
  /** Words that limit or delay: "not", "until". */
  holds: Words;
  /** Other persons as subjects: "she". */
  others: Words;
  /** Verbs of people who need what is ordered: "wants". */
  needs: Words;
  /** Conjunctions of reasons. */
  reasons: Words;
  relatives: Words;
  /** Auxiliaries of statements: "is". */
  beings: Words;
  /** Words for the shape of a text: "short", "lines". */
  shapes: Words;
  /** Words that may surround them: "keep", "under". */
  shaping: Words;
  /** Negations of a part of a text: "no links". */
  without: Words;
  /** Words between a person's name and address: "Tom's address is". */
  addressing: Words;
  possessives: Words;
  /** Pronouns of a recipient: "her". */
  recipients: Words;
  /** Words before what a reply should say: "saying". */
  dictated: Words;
  /** Nouns of texts that come from elsewhere, to which a destination cannot belong: "feed". */
  sources: Words;
  /** Nouns of texts that are published: "a post on LinkedIn". */
  published: Words;
  /** Of these, nouns for a text that was published if "the" precedes them. */
  standing: Words;
  /** Verbs that always need a destination: "put". */
  puts: Words;
  /** Verbs that also mean to give something up: "drop". */
  drops: Words;
  /** Verbs whose object may already be at the destination: "flag the message in #general". */
  vague: Words;
  /** Words before an imperative that adds to an order: "but keep it short". */
  turns: Words;
  /** Words before a verb of `uses`, and verbs that use a part of a text: "don't mention names". */
  denials: Words;
  uses: Words;
  /** Verbs that add a part to a text: "include". */
  includes: Words;
  /** Words that repeat an earlier order: "go ahead", "send it". */
  resumes: Words;
  /** Words for what was written before: "the same to #general". */
  same: Words;
  /** Words after an order that replaces an earlier one. */
  instead: Words;
  /** Words before a place that replaces another one: "I meant". */
  corrections: Words;
  /** Words before a place that is replaced: "not". */
  refusals: Words;
  /** Words for a place that was named before: "there". */
  theres: Words;
  /** Imperatives that write a text for later: "draft". */
  drafts: Words;
  /** Words whose full stop ends no sentence: "Mrs." */
  abbreviations: Words;
  /** Words for the readers of a destination: "the folks in #general". */
  groups: Words;
  /** Articles of something new. */
  indefinites: Words;
  /** Persons of the conversation. What a run reads cannot fulfil a condition about them. */
  persons: Words;
  to: Words;
  at: Words;
  /** Words of `at` that can also introduce a topic: "a note on #general". */
  topics: Words;
  with: Words;
  /** Pronouns for the text to write: "it". */
  pronouns: Words;
  /** Articles of something that is already known. */
  definites: Words;
  /** Articles and words used like them. */
  articles: Words;
  /** Function words that join nouns: "of", "about". */
  links: Words;
  /** All other function words. A sentence that contains one is left to the model. */
  grammar: Words;
  /** Words that may follow a destination. */
  tails: Words;
  /** Words and punctuation that precede the next order: "and". */
  joins: Words;
  /** Nouns next to a destination: "channel". */
  placeNouns: Words;
  /** Words for an existing mail. */
  mails: Words;
  /** Words for a text that is created to be sent: "a short summary". */
  texts: Words;
  /** Nouns of new things, and verbs that imply one ("invite"). */
  things: ByThing;
  /** Words before a quoted title: "called". */
  titles: Words;
  /** Nouns of places that store such things. */
  homes: ByThing;
}

/** Name of a list of words. */
export type ListName = {
  [Name in keyof WritingVocabulary]: WritingVocabulary[Name] extends Words ? Name : never;
}[keyof WritingVocabulary];

let vocabularies: readonly WritingVocabulary[] | undefined;

/** Returns the word lists of all languages as sets. Builds them on first use. */
export function listVocabularies(): readonly WritingVocabulary[] {
  vocabularies ??= [en, de, fr, es, it, pt, nl, ru].map(
    (words) => buildLists({ ...NO_LISTS, ...words }) as unknown as WritingVocabulary,
  );
  return vocabularies;
}

/** All lists, of which English lacks none, without their words. */
const NO_LISTS = Object.fromEntries(
  Object.entries(en).map(([name, list]) => [name, typeof list === "string" ? "" : {}]),
);

function buildLists(lists: object): object {
  const built = Object.entries(lists).map(([name, list]: [string, string | object]) => {
    if (name === "rewrites" || name === "fragments") return [name, Object.entries(list).map(splitRewrite)];
    if (typeof list === "object") return [name, buildLists(list)];
    return [name, new Set(list.split(" ").flatMap(listAlternatives))];
  });
  return Object.fromEntries(built);
}

/** Expands "can|could_you" to "can_you" and "could_you". */
function listAlternatives(entry: string): string[] {
  const [first = "", ...others] = entry.split("_").map((part) => part.split("|"));
  if (entry === "") return [];
  return others.reduce((all, part) => all.flatMap((one) => part.map((word) => `${one}_${word}`)), [...first]);
}

function splitRewrite([form, imperative]: [string, string]) {
  return { form: form.split(" "), imperative: imperative.split(" ") };
}

const lengthsByList = new WeakMap<Words, ReadonlyMap<string, number>>();

/** Returns the number of words in the longest entry of a list by the entry's first word. */
function listLengths(list: Words): ReadonlyMap<string, number> {
  const known = lengthsByList.get(list);
  if (known) return known;
  const lengths = new Map<string, number>();
  for (const entry of list) {
    const [first = "", ...others] = entry.split("_");
    lengths.set(first, Math.max(lengths.get(first) ?? 0, others.length + 1));
  }
  lengthsByList.set(list, lengths);
  return lengths;
}

/** Returns true for a word of any list of any language. */
export function isKnownWord(word: string): boolean {
  return listVocabularies().some((words) =>
    Object.values(words).some((list) => list instanceof Set && list.has(word)),
  );
}

/** Returns the number of tokens from `at` that match a list entry, or 0. */
export function matchEntry(list: Words, tokens: readonly MessageToken[], at: number): number {
  const longest = listLengths(list).get(tokens[at]?.word ?? "") ?? 0;
  for (let length = Math.min(longest, tokens.length - at); length > 0; length -= 1)
    if (list.has(listWords(tokens.slice(at, at + length)).join("_"))) return length;
  return 0;
}

export function listWords(tokens: readonly MessageToken[]): string[] {
  return tokens.map(({ word }) => word);
}
