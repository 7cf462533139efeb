import { THINGS, type Thing } from "../tool/destination.ts";
import type { Order } from "./orders.ts";
import { isNamedAround, namesPlace } from "./place-forms.ts";
import { SaidMessage } from "./said-message.ts";
import type { UserSentence } from "./sentences.ts";
import { namesThing } from "./thing-forms.ts";
import { foldCase, type MessageToken, tokensIn } from "./words.ts";
import { denotesSame } from "./written-place.ts";

/** A destination that the user asked to write to, in their own words, or the kind of a new thing. */
export type NamedEarlier = { words: string } | { thing: Thing };

/** Maximum number of words in a destination's name. */
const MOST_WORDS = 4;
const LONGEST = 500;
const MOST_NAMED = 40;
/** Maximum number of words in an order. Each may begin a name, and for each the whole order is parsed. */
const LONGEST_ORDER = 100;

/**
 * Returns the destinations permitted after one more message, using only the strict sentence forms. The last
 * sentence about a destination decides: one that mentions it without asking to write there withdraws it.
 */
export function namedAfter(message: string, before: readonly NamedEarlier[]): NamedEarlier[] {
  const said = new SaidMessage(message);
  let named = [...before];
  for (const sentence of said.sentences) {
    const orders = said.ordersIn(sentence);
    const around = said.counts(sentence) && !/[?？:：]/u.test(sentence.end) ? namedAround(sentence) : [];
    const places = [...orders.flatMap(placesOf), ...around].filter(({ length }) => length <= LONGEST);
    const things = THINGS.filter((noun) => namesThing(orders, { kind: "new", value: noun, noun }));
    named = named.filter((one) => "thing" in one || !mentions(sentence, one.words));
    named.push(...[...new Set(places)].map((words) => ({ words })), ...things.map((thing) => ({ thing })));
  }
  return [...new Map(named.map((one) => [JSON.stringify(one), one])).values()].slice(-MOST_NAMED);
}

/** Returns every name that the order would ask to write to if it were a destination. */
function placesOf(order: Order): string[] {
  const { rest, words } = order;
  if (rest.length > LONGEST_ORDER) return [];
  const isNoName = ({ kind, word }: MessageToken) =>
    kind === "mark" || NO_NAMES.some((list) => words[list].has(word));
  return rest.flatMap((first, from) => {
    if (isNoName(first)) return [];
    const most = first.kind === "place" ? 1 : MOST_WORDS;
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

function namedAround({ tokens, text, at: start }: UserSentence): string[] {
  return tokens
    .filter(({ kind, text: written, at }) => {
      const from = at - start;
      return (
        kind === "place" && isNamedAround(text.slice(0, from), text.slice(from + written.length).trimEnd())
      );
    })
    .map(({ text: written }) => written);
}

function mentions({ tokens }: UserSentence, words: string): boolean {
  const name = tokensIn(words).map(({ word }) => word);
  const bare = withoutMark(words);
  return tokens.some(
    ({ text, kind }, at) =>
      name.every((word, index) => tokens[at + index]?.word === word) ||
      (kind === "place" ? denotesSame(text, words) : withoutMark(text) === bare),
  );
}

function withoutMark(name: string): string {
  return foldCase(name.replace(/^[#@]/, ""));
}
