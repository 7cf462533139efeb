import { listWords, matchEntry, type WritingVocabulary } from "./lexicon/vocabulary.ts";
import type { MessageToken } from "./words.ts";

const VERBS = ["reads", "posts", "sends", "tells", "makes", "ends", "answers"] as const;
export type Verb = (typeof VERBS)[number];

/** The opening verb of an order, and its position. */
export interface Head {
  entry: string;
  verbs: ReadonlySet<Verb>;
  at: number;
  after: number;
}

/** Reads the longest verb of a list at this position. */
export function readHead(
  words: WritingVocabulary,
  tokens: readonly MessageToken[],
  at: number,
): Head | undefined {
  const lengths = VERBS.map((verb) => ({ verb, length: matchEntry(words[verb], tokens, at) }));
  const longest = Math.max(...lengths.map(({ length }) => length));
  if (longest === 0) return undefined;
  const verbs = new Set(lengths.filter(({ length }) => length === longest).map(({ verb }) => verb));
  const after = at + longest;
  return { entry: listWords(tokens.slice(at, after)).join("_"), verbs, at, after };
}

/** Returns true for a verb of an order, or of a remark about the text: "keep". */
export function isImperative(words: WritingVocabulary, tokens: readonly MessageToken[], at: number): boolean {
  return words.shaping.has(tokens[at]?.word ?? "") || readHead(words, tokens, at) !== undefined;
}

/** Reads "posting" after "would you mind". */
export function readGerund(
  words: WritingVocabulary,
  tokens: readonly MessageToken[],
  at: number,
): Head | undefined {
  const token = tokens[at];
  const stem = /^(.{2,})ing$/.exec(token?.word ?? "")?.[1];
  if (token === undefined || stem === undefined) return undefined;
  const stems = [stem, `${stem}e`, stem.replace(/(.)\1$/, "$1")];
  const heads = stems.map((word) => readHead(words, [{ ...token, word }], 0));
  const head = heads.find((one) => one !== undefined);
  return head && { ...head, at, after: at + 1 };
}

/** Reads "Skim my mail and post …": a word before an article is a verb there, which writes nothing. */
export function readUnknownVerb(
  words: WritingVocabulary,
  tokens: readonly MessageToken[],
  at: number,
): Head | undefined {
  const { kind, word = "" } = tokens[at] ?? {};
  const { grammar, articles, pronouns, to, links, others, persons } = words;
  const isVerb = kind === "word" && /^\p{L}+$/u.test(word) && words.articles.has(tokens[at + 1]?.word ?? "");
  if (!isVerb || [grammar, articles, pronouns, to, links, others, persons].some((list) => list.has(word)))
    return undefined;
  return { entry: word, verbs: new Set(["reads"]), at, after: at + 1 };
}
