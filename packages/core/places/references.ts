import { type ListName, listVocabularies, matchEntry } from "./lexicon/vocabulary.ts";
import { isRepetition } from "./orders.ts";
import type { MessageToken, UserSentence } from "./words.ts";

/** An earlier order, to which later words may refer. */
export interface Asked {
  /** The only place of its kind that was named for writing. */
  place: MessageToken | undefined;
  /** The only place that the message before mentions, without a negation. */
  shown: MessageToken | undefined;
  /** The only place for which it asks to draft a message. */
  draft: MessageToken | undefined;
  /** True for an order to post or send something, without a place. */
  isOpen: boolean;
  /** True for an order to create something. */
  makes: boolean;
}

/** Reads what the sentence before asked for, or else what earlier messages did. */
export type ReadAsked = (before: UserSentence | undefined) => Asked | undefined;

/**
 * Replaces words for a place of an earlier order by that place: "post it there too", "add it to the same
 * channel". Completes what corrects or answers it: "no, sorry, to #dev", "#dev please!". Only the first line
 * of a message refers to anything, because others may be pasted.
 */
export function resolvePlaces(
  sentences: readonly UserSentence[],
  firstLine: number,
  readAsked: ReadAsked,
): readonly UserSentence[] {
  let corrects = false;
  let before: UserSentence | undefined;
  const places = new Map<string, MessageToken>();
  return sentences.map((sentence) => {
    if (sentence.at >= firstLine || sentence.isContent || /^[?？:：]$/u.test(sentence.end)) return sentence;
    const draft = isRepetition(sentence) ? readAsked(undefined)?.draft : undefined;
    if (draft) return { ...sentence, tokens: pushTo(draft) };
    const fragment = readFragment(sentence.tokens);
    const resolved = fragment
      ? resolveFragment(sentence, { ...fragment, corrects: corrects || fragment.corrects }, readAsked, before)
      : resolveThere(sentence, (tokens) => {
          for (const token of tokens) if (token.kind === "place") places.set(token.word, token);
          const [only, ...more] = places.values();
          const asked = only || more.length > 0 ? undefined : readAsked(undefined);
          return more.length > 0 ? undefined : (only ?? asked?.place ?? asked?.shown);
        });
    corrects = fragment !== undefined && fragment.place === undefined && (corrects || fragment.corrects);
    if (!corrects) before = resolved;
    return resolved;
  });
}

interface Fragment {
  place: MessageToken | undefined;
  /** The place after "not". */
  denied: MessageToken | undefined;
  corrects: boolean;
}

/** Reads a sentence without a verb that only gives another place: "oops, #dev, not #ops". */
function readFragment(tokens: readonly MessageToken[]): Fragment | undefined {
  const signs = listSigns(tokens);
  if (signs === undefined) return undefined;
  const isDenied = Array.from(signs.matchAll(/(-\.*)?P/g), ([, refusal]) => refusal !== undefined);
  const places = tokens.filter((token) => isPlaceLike(token) || isCode(token));
  const [place, ...more] = places.filter((_, index) => !isDenied[index]);
  const [denied, ...others] = places.filter((_, index) => isDenied[index]);
  if (more.length + others.length > 0) return undefined;
  return { place, denied, corrects: /[-+]/.test(signs) };
}

/**
 * Returns a sign for each word: P for a place, + and - for words that give and refuse one, a dot for others.
 * Returns `undefined` if the sentence contains anything else.
 */
function listSigns(tokens: readonly MessageToken[]): string | undefined {
  let signs = "";
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as MessageToken;
    const affirms = longest(
      at === tokens.length - 1 ? ["corrections", "instead"] : ["corrections"],
      tokens,
      at,
    );
    const refuses = longest(["refusals"], tokens, at);
    const fills = longest(signs.includes("P") ? [...AROUND, ...AFTER] : AROUND, tokens, at);
    if (isPlaceLike(token) || isCode(token)) signs += "P";
    else if (token.text === ",") signs += ",";
    else if (affirms > 0) signs += "+";
    else if (refuses > 0) signs += "-";
    else if (fills > 0) signs += ".";
    else return undefined;
    at += Math.max(affirms, refuses, fills, 1);
  }
  return signs;
}

const AROUND: readonly ListName[] = ["openers", "courtesies", "to", "at", "placeNouns", "articles"];
/** Words of ", send it to that one". */
const AFTER: readonly ListName[] = ["posts", "sends", "pronouns", "indefinites"];

function resolveFragment(
  sentence: UserSentence,
  { place, denied, corrects }: Fragment,
  readAsked: ReadAsked,
  before: UserSentence | undefined,
): UserSentence {
  const asked = place && readAsked(before);
  if (!place || !asked) return sentence;
  // "Sorry, in WEB.": the order to create an issue stays.
  if (isCode(place)) return asked.makes && corrects ? { ...sentence, tokens: [] } : sentence;
  const isOld = denied === undefined || denied.word === asked.place?.word;
  const answers = asked.isOpen && before === undefined && denied === undefined;
  const fits = corrects ? asked.place !== undefined && isOld : answers;
  if (!fits) return sentence;
  return { ...sentence, tokens: pushTo(place, ...(corrects ? ["instead"] : [])) };
}

/** Replaces "there" and "the same channel" by the only place before it. */
function resolveThere(
  sentence: UserSentence,
  readPlace: (before: readonly MessageToken[]) => MessageToken | undefined,
): UserSentence {
  const { tokens } = sentence;
  const at = tokens.findIndex((_, index) => lengthOfThere(tokens, index) > 0);
  const place = readPlace(tokens.slice(0, at < 0 ? tokens.length : at));
  const token = tokens[at];
  if (at < 1 || !place || !token || isAddress(place)) return sentence;
  const isLed = longest(["at"], tokens, at - 1) + longest(["to"], tokens, at - 1) > 0;
  const given = [...(isLed ? [] : [toToken("to", token)]), { ...place, at: token.at }];
  const resolved = [...tokens.slice(0, at), ...given, ...tokens.slice(at + lengthOfThere(tokens, at))];
  return { ...sentence, tokens: resolved };
}

function lengthOfThere(tokens: readonly MessageToken[], at: number): number {
  const there = longest(["theres"], tokens, at);
  // "there is"
  if (there > 0) return longest(["beings"], tokens, at + there) > 0 ? 0 : there;
  const isSame = longest(["definites"], tokens, at) > 0 && longest(["same"], tokens, at + 1) > 0;
  return isSame && isPlaceNoun(tokens[at + 2]) ? 3 : 0;
}

function isPlaceNoun(token: MessageToken | undefined): boolean {
  return listVocabularies().some(
    ({ placeNouns, things }) =>
      placeNouns.has(token?.word ?? "") || things.issue?.has(token?.word ?? "") === true,
  );
}

/** Returns true for a place, and for the key of an issue. */
export function isPlaceLike({ kind, text }: MessageToken): boolean {
  return kind === "place" || /^\p{Lu}[\p{Lu}\d]+-\d+$/u.test(text);
}

export function isAddress({ kind, text }: MessageToken): boolean {
  return kind === "place" && /.@/.test(text);
}

function isCode({ text }: MessageToken): boolean {
  return /^\p{Lu}[\p{Lu}\d]+$/u.test(text);
}

/** Returns the order "push it to" a place. */
function pushTo(place: MessageToken, ...after: string[]): readonly MessageToken[] {
  const toTokens = (all: readonly string[]) => all.map((word) => toToken(word, place));
  return [...toTokens(["push", "it", "to"]), place, ...toTokens(after)];
}

function toToken(word: string, { at }: MessageToken): MessageToken {
  return { text: word, word, kind: "word", at };
}

/** Returns the number of words of the longest entry at this position. */
function longest(lists: readonly ListName[], tokens: readonly MessageToken[], at: number): number {
  const lengths = listVocabularies().flatMap((words) =>
    lists.map((list) => matchEntry(words[list], tokens, at)),
  );
  return Math.max(...lengths);
}
