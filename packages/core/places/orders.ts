import type { UserSentence } from "./sentences.ts";
import { listVocabularies, listWords, matchEntry, type WritingVocabulary } from "./vocabulary.ts";
import { readWish } from "./wishes.ts";
import type { MessageToken } from "./words.ts";

const VERBS = ["reads", "posts", "sends", "tells", "makes", "ends", "answers"] as const;
type Verb = (typeof VERBS)[number];
const POSTS: ReadonlySet<Verb> = new Set(["posts", "sends"]);

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
  readonly isWish?: boolean;
}

/**
 * Parses a sentence as orders. Returns an empty list for any other form, and for languages without word
 * lists, which are left to the model.
 */
export function findOrders(sentence: UserSentence): Order[] {
  for (const words of listVocabularies()) {
    const orders = findOrdersBy(words, sentence);
    if (orders.length > 0) return orders;
  }
  return [];
}

/** Returns true for an opener or article of any language, as several languages share their imperatives. */
export function isInAnyLanguage(list: "openers" | "articles", token: MessageToken | undefined): boolean {
  return token !== undefined && listVocabularies().some((words) => words[list].has(token.word));
}

/** Returns true for "Thanks!" and "Please.", which order nothing. */
export function isCourtesy({ tokens }: UserSentence): boolean {
  return listVocabularies().some((words) => skipOpeners(words, tokens, 0).at >= tokens.length);
}

/**
 * Returns true for "Cancel that.", "Show me the draft.", "Drop it." and "Write it but don't send it.", which
 * may withdraw an earlier order.
 */
export function mayReverse({ words, verbs, rest, isWish = false }: Order): boolean {
  if (isWish || verbs.has("ends") || words.persons.has(rest[0]?.word ?? "")) return true;
  const isFitting = ({ word }: MessageToken) =>
    !words.grammar.has(word) || words.tails.has(word) || words.openers.has(word);
  if (!rest.every(isFitting)) return true;
  return verbs.has("posts") && rest.every(({ word }) => words.pronouns.has(word));
}

function findOrdersBy(words: WritingVocabulary, { tokens, end }: UserSentence): Order[] {
  const asks = /^[?？]$/u.test(end);
  const orders: Order[] = [];
  const opened = skipOpeners(words, tokens, skipLead(words, tokens, 0));
  let head = asks && !opened.isRequest ? undefined : readHead(words, tokens, opened.at);
  const wish = head || asks ? undefined : readWish(words, tokens, skipOpeners(words, tokens, 0).at);
  if (wish) orders.push({ words, asks, isOpen: false, head: "", verbs: POSTS, rest: wish, isWish: true });
  while (head) {
    const next = findNextHead(words, tokens, head.after);
    const order: Order = {
      words,
      asks,
      isOpen: /^[:：]$/u.test(end),
      head: head.entry,
      verbs: head.verbs,
      rest: tokens.slice(head.after, next?.joinedAt),
    };
    orders.push(order);
    head = next && isOrderToo(order, tokens, next) ? next : undefined;
  }
  return orders;
}

/** Skips "Based on the feed," or "If there is an outage,", also after "and". */
function skipLead(words: WritingVocabulary, tokens: readonly MessageToken[], from: number): number {
  const start = from + Number(tokens[from]?.text === ",");
  const end = tokens.findIndex(({ text }, at) => at > start && text === ",");
  const lead = tokens.slice(start, Math.max(end, start));
  const condition = matchEntry(words.conditions, lead, 0);
  const strange = condition > 0 ? words.persons : words.grammar;
  const opened = condition || matchEntry(words.leads, lead, 0);
  return opened > 0 && !lead.slice(opened).some(({ word }) => strange.has(word)) ? end + 1 : from;
}

interface Head {
  entry: string;
  verbs: Order["verbs"];
  at: number;
  after: number;
}

function readHead(words: WritingVocabulary, tokens: readonly MessageToken[], at: number): Head | undefined {
  const lengths = VERBS.map((verb) => ({ verb, length: matchEntry(words[verb], tokens, at) }));
  const longest = Math.max(...lengths.map(({ length }) => length));
  if (longest === 0) return undefined;
  const verbs = new Set(lengths.filter(({ length }) => length === longest).map(({ verb }) => verb));
  const after = at + longest;
  return { entry: listWords(tokens.slice(at, after)).join("_"), verbs, at, after };
}

/** Skips "Hi Ada, could you please". */
function skipOpeners(words: WritingVocabulary, tokens: readonly MessageToken[], from: number) {
  let at = from;
  let isRequest = false;
  for (;;) {
    const request = matchEntry(words.requests, tokens, at);
    const opener = request || matchEntry(words.openers, tokens, at) || Number(tokens[at]?.text === ",");
    if (opener === 0) return { at, isRequest };
    isRequest ||= request > 0;
    at += opener;
    if (request === 0 && isCapital(tokens[at]) && tokens[at + 1]?.text === ",") at += 2;
  }
}

export function isCapital(token: MessageToken | undefined): boolean {
  return token?.kind === "word" && /^\p{Lu}/u.test(token.text);
}

function findNextHead(words: WritingVocabulary, tokens: readonly MessageToken[], from: number) {
  for (let at = from; at < tokens.length; at += 1) {
    if (!words.joins.has(tokens[at]?.word ?? "")) continue;
    const head = readHead(words, tokens, skipOpeners(words, tokens, skipLead(words, tokens, at + 1)).at);
    if (head) return { ...head, joinedAt: at };
  }
  return undefined;
}

/**
 * Returns true if the imperative after "and" is an order to the assistant. It may instead belong to a clause
 * with its own verb ("who may read it and post …", "ask Bob to read it and post …").
 */
function isOrderToo(
  { words, rest }: Order,
  tokens: readonly MessageToken[],
  next: Head & { joinedAt: number },
): boolean {
  if (tokens[next.joinedAt]?.text === ";") return true;
  if (rest.some(({ word }, at) => words.to.has(word) && readHead(words, rest, at + 1))) return false;
  // ", and then" is more than the one word that joins two verbs with the same subject.
  if (next.at - next.joinedAt > 1) return true;
  const inner = rest.filter(({ word }) => words.grammar.has(word));
  if (inner.some(({ word }) => !words.tails.has(word))) return false;
  const object = tokens[next.after]?.word ?? "";
  return inner.length === 0 || words.pronouns.has(object) || words.articles.has(object);
}
