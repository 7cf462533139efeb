import { THINGS, type Thing } from "../tool/destination.ts";
import { findNamedAround } from "./lexicon/verb-last.ts";
import type { Order } from "./orders.ts";
import { namesPlace } from "./place-forms.ts";
import { SaidMessage } from "./said-message.ts";
import { namesThing } from "./thing-forms.ts";
import { foldCase, type MessageToken, tokenizeMessage, type UserSentence } from "./words.ts";
import { denotesSame } from "./written-place.ts";

/** A destination to which the user asked to write, in their own words, or the kind of a new thing. */
export type NamedEarlier = { words: string } | { thing: Thing };

/** Maximum number of words in a destination's name. */
const MAX_WORDS = 4;
const MAX_NAME_LENGTH = 500;
const MAX_NAMED = 40;
/** Maximum number of words in an order. The whole order is parsed once per word that may start a name. */
const MAX_ORDER_WORDS = 100;

/**
 * Returns the permitted destinations after another message, using only the strict sentence forms. A message
 * that may withdraw earlier orders leaves only those that it names itself. The last sentence about a
 * destination decides: one that mentions it without asking to write to it withdraws the permission.
 */
export function updateNamed(message: string, before: readonly NamedEarlier[]): NamedEarlier[] {
  const said = new SaidMessage(message);
  let named = said.carriesOn ? [...before] : [];
  for (const sentence of said.sentences) {
    const orders = said.ordersIn(sentence);
    const around = said.counts(sentence) ? findNamedAround(sentence) : [];
    const places = [...orders.flatMap(listPlaces), ...around].filter(
      ({ length }) => length <= MAX_NAME_LENGTH,
    );
    const things = THINGS.filter((noun) => namesThing(orders, { kind: "new", value: noun, noun }));
    named = named.filter((one) => "thing" in one || !mentions(sentence, one.words));
    named.push(...[...new Set(places)].map((words) => ({ words })), ...things.map((thing) => ({ thing })));
  }
  return [...new Map(named.map((one) => [JSON.stringify(one), one])).values()].slice(-MAX_NAMED);
}

/** Returns every name to which the order would ask to write, if the name were a destination. */
function listPlaces(order: Order): string[] {
  const { rest, words } = order;
  if (rest.length > MAX_ORDER_WORDS) return [];
  const isNoName = ({ kind, word }: MessageToken) =>
    kind === "mark" || NO_NAMES.some((list) => words[list].has(word));
  return rest.flatMap((first, from) => {
    if (isNoName(first)) return [];
    const most = first.kind === "place" ? 1 : MAX_WORDS;
    const after = rest.slice(from + 1, from + most).findIndex((one) => isNoName(one) || one.kind === "place");
    const lengths = Array.from({ length: after < 0 ? Math.min(most, rest.length - from) : after + 1 });
    return lengths
      .map((_, more) => more + 1)
      .filter((length) => namesPlace(order, (all, at) => (all === rest && at === from ? length : 0)))
      .map((length) =>
        rest
          .slice(from, from + length)
          .map(({ text }) => text)
          .join(" "),
      );
  });
}

/** Lists of words that no name contains. */
const NO_NAMES = [
  "articles",
  "pronouns",
  "links",
  "grammar",
  "openers",
  "to",
  "at",
  "with",
  "tails",
] as const;

function mentions({ tokens }: UserSentence, words: string): boolean {
  const name = tokenizeMessage(words).map(({ word }) => word);
  const bare = removeMark(words);
  return tokens.some(
    ({ text, kind }, at) =>
      name.every((word, index) => tokens[at + index]?.word === word) ||
      (kind === "place" ? denotesSame(text, words) : removeMark(text) === bare),
  );
}

function removeMark(name: string): string {
  return foldCase(name.replace(/^[#@]/, ""));
}
