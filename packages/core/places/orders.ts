import { listVocabularies, matchEntry, type WritingVocabulary } from "./lexicon/vocabulary.ts";
import { type Head, readGerund, readHead, readUnknownVerb, type Verb } from "./order-verbs.ts";
import { isSideRemark } from "./remarks.ts";
import { rewriteClause } from "./rewrites.ts";
import type { MessageToken, UserSentence } from "./words.ts";

/** Number of words in the longest courtesy: "when you have a moment". */
const MAX_COURTESY_WORDS = 6;

/** An order in a sentence: an imperative at the start of a clause, and the clause's remaining tokens. */
export interface Order {
  readonly words: WritingVocabulary;
  /** The imperative, and the kinds of verb that it may be. */
  readonly head: string;
  readonly verbs: ReadonlySet<Verb>;
  readonly rest: readonly MessageToken[];
  /** True for "Can you …?" */
  readonly asks: boolean;
  /** True if a colon follows, and thus the content. */
  readonly isOpen: boolean;
  /** True for "This should go to #ops.", which may correct an earlier order. */
  readonly isWish: boolean;
  /** True for a wish that was rewritten as an imperative, whose object is known to be a text. */
  readonly isRewritten: boolean;
  /** True for a verb that is in no list. It writes nothing, but may withdraw an earlier order. */
  readonly isUnknown: boolean;
}

/**
 * Parses a sentence as orders. Returns an empty list for any other form, and for languages without word
 * lists, which are left to the model.
 */
export function findOrders(sentence: UserSentence): Order[] {
  let unknown: Order[] = [];
  for (const words of listVocabularies()) {
    const orders = findOrdersBy(words, sentence);
    if (orders.some(({ isUnknown }) => !isUnknown)) return orders;
    // A word before an article may be a verb of a language that comes later.
    if (unknown.length === 0) unknown = orders;
  }
  return unknown;
}

/** Returns true for an opener or article of any language, as several languages share their imperatives. */
export function isInAnyLanguage(list: "openers" | "articles", token: MessageToken | undefined): boolean {
  return token !== undefined && listVocabularies().some((words) => words[list].has(token.word));
}

/** Returns true for "Thanks!" and "Please.", which order nothing. */
export function isCourtesy(tokens: readonly MessageToken[]): boolean {
  return listVocabularies().some((words) => {
    const rest = trimCourtesies(words, tokens);
    return skipOpeners(words, rest, 0).at >= rest.length;
  });
}

/** Returns true for a sentence next to an order that leaves it valid: thanks, or a remark. */
export function isHarmless({ tokens, end }: UserSentence): boolean {
  if (isCourtesy(tokens)) return true;
  const isStatement = !/^[?？]$/u.test(end);
  return (
    isStatement && listVocabularies().some((words) => isSideRemark(words, trimCourtesies(words, tokens)))
  );
}

/** Returns true for "Good, send it now.", which repeats an earlier order. */
export function isRepetition({ tokens, end }: UserSentence): boolean {
  if (/^[?？]$/u.test(end)) return false;
  return listVocabularies().some((words) => {
    const trimmed = trimCourtesies(words, tokens);
    const { at } = skipOpeners(words, trimmed, 0);
    const length = matchEntry(words.resumes, trimmed, at);
    const isIt = ({ word }: MessageToken) => words.pronouns.has(word) || words.openers.has(word);
    return length > 0 && trimmed.slice(at + length).every(isIt);
  });
}

/** Removes "please", "thanks" and other words after an order, which do not belong to it. */
export function trimCourtesies(
  words: WritingVocabulary,
  tokens: readonly MessageToken[],
): readonly MessageToken[] {
  let end = tokens.length;
  for (let before = -1; before !== end; ) {
    before = end;
    const { kind, text } = tokens[end - 1] ?? {};
    if (kind === "mark" && text !== ")") end -= 1;
    for (let from = Math.max(end - MAX_COURTESY_WORDS, 0); from < end; from += 1)
      if (matchEntry(words.courtesies, tokens.slice(from, end), 0) === end - from) end = from;
  }
  return tokens.slice(0, end);
}

/**
 * Returns true for "Cancel that.", "Show me the draft.", "Drop it." and "Write it but don't send it.", which
 * may withdraw an earlier order.
 */
export function mayReverse({ words, verbs, rest, isWish, isUnknown }: Order): boolean {
  if (isWish || isUnknown || verbs.has("ends") || words.persons.has(rest[0]?.word ?? "")) return true;
  const isFitting = ({ word }: MessageToken) =>
    !words.holds.has(word) && (!words.grammar.has(word) || words.tails.has(word) || words.openers.has(word));
  if (!rest.every(isFitting)) return true;
  return verbs.has("posts") && rest.every(({ word }) => words.pronouns.has(word));
}

function findOrdersBy(words: WritingVocabulary, { tokens: all, end }: UserSentence): Order[] {
  const asks = /^[?？]$/u.test(end);
  const orders: Order[] = [];
  const trimmed = trimCourtesies(words, all);
  const refusal = skipOpeners(words, trimmed, 0).at;
  // "Ah no, mail it to Ada."
  const isRefused = words.refusals.has(trimmed[refusal]?.word ?? "") && trimmed[refusal + 1]?.text === ",";
  const isLast = words.instead.has(trimmed.at(-1)?.word ?? "");
  const isInstead = isRefused || isLast;
  const first =
    readClause(words, trimmed.slice(isRefused ? refusal + 2 : 0, isLast ? -1 : undefined), 0) ??
    (asks ? undefined : readFragmentClause(words, trimmed, all));
  let clause = asks && !first?.isRequest ? undefined : first;
  while (clause) {
    const { tokens, head, isWish, isUnknown } = clause;
    const next = findNextClause(words, tokens, head.after);
    const rest = tokens.slice(head.after, next?.joinedAt);
    const object = rest.findIndex(({ word }) => !words.openers.has(word));
    const order: Order = {
      words,
      asks,
      isOpen: /^[:：]$/u.test(end),
      isWish: isWish || isInstead,
      isRewritten: isWish,
      isUnknown,
      head: head.entry,
      verbs: head.verbs,
      // "Sag bitte #team Bescheid".
      rest: rest.slice(Math.max(object, 0)),
    };
    orders.push(order);
    clause = next && isOrderToo(order, next) ? next : undefined;
  }
  return orders;
}

/** Reads "The list to Ada, please." */
function readFragmentClause(
  words: WritingVocabulary,
  trimmed: readonly MessageToken[],
  all: readonly MessageToken[],
): Clause | undefined {
  const { at } = skipOpeners(words, trimmed, 0);
  const isPolite = all.some((_, index) => matchEntry(words.courtesies, all, index) > 0);
  if (at === 0 && !isPolite) return undefined;
  const rewritten = rewriteClause(words, trimmed.slice(at), true);
  const head = rewritten && readHead(words, rewritten.tokens, 0);
  return head && { ...rewritten, head, isRequest: false, isUnknown: false };
}

interface Clause extends Pick<Order, "isWish" | "isUnknown"> {
  /** The tokens of the whole sentence, with the clause as an imperative. */
  tokens: readonly MessageToken[];
  head: Head;
  isRequest: boolean;
}

/** Reads an order that starts at a token, after words such as "could you please". */
function readClause(
  words: WritingVocabulary,
  tokens: readonly MessageToken[],
  from: number,
): Clause | undefined {
  const { at, isRequest } = skipOpeners(words, tokens, skipLead(words, tokens, from));
  const rewritten = rewriteClause(words, tokens.slice(at));
  if (rewritten) {
    const all = [...tokens.slice(0, at), ...rewritten.tokens];
    const head = readHead(words, all, at);
    if (head) return { tokens: all, head, isRequest, isWish: rewritten.isWish, isUnknown: false };
  }
  const known = { isRequest, isWish: false, isUnknown: false };
  const head = readHead(words, tokens, at) ?? (isRequest ? readGerund(words, tokens, at) : undefined);
  if (head) return { ...known, tokens, head };
  const verbAt = [at + 1, tokens.length - 1].find((index) =>
    readHead(words, tokens.slice(index, index + 1), 0),
  );
  if (isRequest && verbAt !== undefined && (verbAt > at + 1 || words.pronouns.has(tokens[at]?.word ?? ""))) {
    // "Peux-tu le poster ?", "Kannst du die Notizen an Ada schicken?"
    const verb = tokens.slice(verbAt, verbAt + 1);
    const all = [...tokens.slice(0, at), ...verb, ...tokens.slice(at, verbAt), ...tokens.slice(verbAt + 1)];
    const moved = readHead(words, all, at);
    if (moved) return { ...known, tokens: all, head: moved };
  }
  const verb = from === 0 ? readUnknownVerb(words, tokens, at) : undefined;
  return verb && { ...known, isUnknown: true, tokens, head: verb };
}

/** Skips "Based on the feed," or "If there is an outage,", also after "and". */
function skipLead(words: WritingVocabulary, tokens: readonly MessageToken[], from: number): number {
  const start = from + Number(tokens[from]?.text === ",");
  const end = tokens.findIndex(({ text }, at) => at > start && text === ",");
  const lead = tokens.slice(start, Math.max(end, start));
  if (isReason(words, lead)) return end + 1;
  const condition = matchEntry(words.conditions, lead, 0);
  const strange = condition > 0 ? words.persons : words.grammar;
  const opened = condition || matchEntry(words.leads, lead, 0);
  return opened > 0 && !lead.slice(opened).some(({ word }) => strange.has(word)) ? end + 1 : from;
}

/** Accepts "Since Ben is off today", but not "As Ben said". */
function isReason(words: WritingVocabulary, lead: readonly MessageToken[]): boolean {
  const from = matchEntry(words.reasons, lead, 0);
  const isBeing = ({ word }: MessageToken) => words.beings.has(word) || /['’](?:s|m|re)$/.test(word);
  const isOpen = ({ word, kind }: MessageToken) =>
    kind === "place" ||
    [words.reports, words.holds, words.tails].some((list) => list.has(word)) ||
    (words.grammar.has(word) && ![words.beings, words.persons, words.others].some((list) => list.has(word)));
  const rest = lead.slice(from);
  return from > 0 && rest.some(isBeing) && !rest.some(isOpen);
}

/** Skips "Hi Ada, could you please" and "Lovely,". */
function skipOpeners(words: WritingVocabulary, tokens: readonly MessageToken[], from: number) {
  let at = from;
  let isRequest = false;
  for (;;) {
    const request = matchEntry(words.requests, tokens, at);
    const opener =
      request ||
      matchEntry(words.openers, tokens, at) ||
      matchEntry(words.courtesies, tokens, at) ||
      Number(/^[,¿¡]$/.test(tokens[at]?.text ?? ""));
    const called = opener === 0 && tokens[at + 1]?.text === "," && isCall(words, tokens, at) ? 2 : 0;
    if (opener + called === 0) return { at, isRequest };
    isRequest ||= request > 0;
    at += opener + called;
  }
}

/** Accepts the first word of "Ada, post it" and "Lovely, post it". */
function isCall(words: WritingVocabulary, tokens: readonly MessageToken[], at: number): boolean {
  const { kind, word = "" } = tokens[at] ?? {};
  return kind === "word" && !words.grammar.has(word) && readHead(words, tokens, at) === undefined;
}

export function isCapital(token: MessageToken | undefined): boolean {
  return token?.kind === "word" && /^\p{Lu}/u.test(token.text);
}

function findNextClause(words: WritingVocabulary, tokens: readonly MessageToken[], from: number) {
  for (let at = from; at < tokens.length; at += 1) {
    const clause = words.joins.has(tokens[at]?.word ?? "") ? readClause(words, tokens, at + 1) : undefined;
    if (clause) return { ...clause, joinedAt: at };
  }
  return undefined;
}

/**
 * Returns true if the imperative after "and" is an order to the assistant. It may instead belong to a clause
 * with its own verb ("who may read it and post …", "ask Bob to read it and post …").
 */
function isOrderToo(
  { words, rest }: Order,
  { tokens, head, joinedAt }: Clause & { joinedAt: number },
): boolean {
  if (tokens[joinedAt]?.text === ";") return true;
  if (rest.some(({ word }, at) => words.to.has(word) && readHead(words, rest, at + 1))) return false;
  // ", and then" is more than the one word that joins two verbs with the same subject.
  if (head.at - joinedAt > 1) return true;
  const inner = rest.filter(({ word }) => words.grammar.has(word));
  if (inner.some(({ word }) => !words.tails.has(word))) return false;
  const object = tokens[head.after]?.word ?? "";
  return inner.length === 0 || words.pronouns.has(object) || words.articles.has(object);
}
