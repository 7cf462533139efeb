import { isCapital, isInAnyLanguage, type Order } from "./orders.ts";
import { isSideRemark } from "./remarks.ts";
import type { MessageToken } from "./words.ts";

/** Returns true if nothing follows an order's destination that could withdraw or limit the order. */
export function endsWell(order: Order, end: number): boolean {
  const { rest, words, verbs } = order;
  const following = dropRemark(order, rest.slice(end));
  const [first, second] = following;
  if (!first) return true;
  if (mayTakeBack(order, following)) return false;
  const isStrange = ({ word }: MessageToken) => words.grammar.has(word) && !words.openers.has(word);
  if (first.kind === "mark" || words.openers.has(first.word)) return !following.some(isStrange);
  // "Tell Ada if there is an outage".
  const [condition = ""] = words.conditions;
  if (first.word === condition) return !following.some(({ word }) => words.persons.has(word));
  const leads = [words.at, words.with, words.articles, words.links].some((list) => list.has(first.word));
  if (!leads && words.tails.has(first.word)) return true;
  // "Tell Ada we will come", "Tell Ada not to wait".
  const isSubject =
    /\p{L}['’]/u.test(first.word) || [words.persons, words.others].some((list) => list.has(first.word));
  const isToDo = words.holds.has(first.word) && words.to.has(second?.word ?? "");
  if (verbs.has("tells") && second && (isSubject || isToDo)) return true;
  // "Mail Ada the list but wait": before a clause begins, nothing may limit the order.
  const clause = following.findIndex(({ word }, at) => at > 0 && words.tails.has(word));
  return leads && !following.slice(0, clause < 0 ? following.length : clause).some(isStrange);
}

/** Removes what cannot limit an order: ", she asked for it". */
function dropRemark({ words }: Order, following: readonly MessageToken[]): readonly MessageToken[] {
  const comma = following.findIndex(({ text }) => text === ",");
  return comma >= 0 && isSideRemark(words, following.slice(comma + 1))
    ? following.slice(0, comma)
    : following;
}

/** Returns true for ", but wait", ", scratch that" and "and leave it", which may withdraw the order. */
function mayTakeBack({ words }: Order, following: readonly MessageToken[]): boolean {
  const known = [words.articles, words.to, words.at, words.with, words.links, words.tails];
  return following.some(({ kind, text, word }, at) => {
    const [next, object] = following.slice(at + 1);
    if (next?.kind !== "word" || isCapital(next) || isInAnyLanguage("openers", next)) return false;
    if (known.some((list) => list.has(next.word))) return false;
    if (kind === "mark") return text !== ")";
    const isObject = [words.pronouns, words.articles].some((list) => list.has(object?.word ?? ""));
    return words.joins.has(word) && isObject;
  });
}
