import type { Destination, MailSender, Thing } from "../tool/destination.ts";
import { listVocabularies, listWords, type WritingVocabulary } from "./lexicon/vocabulary.ts";
import { isCapital, type Order } from "./orders.ts";
import type { LengthOfPlace } from "./place-forms.ts";
import { foldCase, type MessageToken, splitUserWords } from "./words.ts";
import { denotes } from "./written-place.ts";

/** Maximum number of words before the noun of a new thing: "a new high-priority ticket". */
const MAX_AHEAD = 4;
/** Maximum number of words in a reference to a mail. */
const MAX_POINTER_WORDS = 8;
/** Maximum number of words in a sender's name. A longer name could match any words of the user. */
const MAX_NAME_WORDS = 4;

/** Returns true if one of the orders asks to create a thing, or to change an existing one. */
export function namesThing(orders: readonly Order[], destination: Destination): boolean {
  const { kind, noun } = destination;
  // A contact is created or changed depending on whether it exists, so either verb matches.
  const isChange = kind === "thing" || noun === "contact";
  return orders.some(
    (order) =>
      (kind === "new" && makesThing(order, destination)) || (isChange && endsThing(order, destination)),
  );
}

/** Returns true if an order asks to create a thing: "create a ticket", "put it into my calendar". */
function makesThing({ head, verbs, rest, words }: Order, { noun, names = [] }: Destination): boolean {
  if (noun === undefined || !verbs.has("makes")) return false;
  const [things, homes] = [words.things[noun], words.homes[noun]];
  const systems = names.map(foldCase);
  if (things?.has(head)) return true;
  // "Make me a note".
  const written = words.persons.has(rest[0]?.word ?? "") ? rest.slice(1) : rest;
  const strange = written.findIndex(({ word }) => words.grammar.has(word) && !words.tails.has(word));
  const object = listWords(strange < 0 ? written : written.slice(0, strange));
  return object.some((word, at) => {
    const isThing = things?.has(word) || things?.has(word.replace(/^.*-/, ""));
    const isHome = homes?.has(word) || systems.includes(word);
    if (!isThing && !isHome) return false;
    // "my note Todo"
    const isTitle = isCapital(written.find((token) => token.word === word));
    if (isTitle && isNounOfOther(words, noun, object[at - 1])) return false;
    const ahead = object.slice(0, at);
    const article = ahead.findLast((one) => words.articles.has(one)) ?? "";
    const led = ahead.findLast((one) => !words.articles.has(one)) ?? "";
    const isLed = words.at.has(led) || words.to.has(led);
    // "the ticket" exists already; "into the calendar" and "as a note" refer to something new.
    if (isLed && (isHome || !words.definites.has(article))) return true;
    if (!isThing || at > MAX_AHEAD || words.definites.has(ahead[0] ?? "")) return false;
    return !ahead.some((one) => words.links.has(one) || words.at.has(one));
  });
}

/** Returns true for a noun of another kind of thing. */
function isNounOfOther({ things }: WritingVocabulary, noun: Thing, word = ""): boolean {
  return Object.entries(things).some(([kind, nouns]) => kind !== noun && nouns.has(word));
}

/** Returns true if an order changes a thing of this kind: "stop the watch", "set her role in the CRM". */
function endsThing({ verbs, rest, words }: Order, { noun }: Destination): boolean {
  if (!verbs.has("ends") || noun === undefined) return false;
  const object = listWords(rest);
  return object.some((word, at) => {
    const [led = "", article = ""] = object.slice(at - 2, at);
    const isLed = words.articles.has(article) && (words.at.has(led) || words.to.has(led));
    return words.things[noun]?.has(word) ? at < MAX_AHEAD || isLed : isLed && words.homes[noun]?.has(word);
  });
}

/**
 * Returns true if an order changes an existing thing, named by its key or title: "close OPS-12", "move the
 * deal Acme to won", "bump the priority of OPS-12".
 */
export function changesThing({ verbs, rest, words }: Order, lengthOf: LengthOfPlace): boolean {
  const at = rest.findIndex((_, index) => lengthOf(rest, index) > 0);
  if (!verbs.has("ends") || at < 0) return false;
  const isNoun = ({ word }: MessageToken) =>
    words.articles.has(word) || Object.values(words.things).some((nouns) => nouns.has(word));
  const isStrange = ({ word, kind }: MessageToken) =>
    kind === "mark" || words.holds.has(word) || (words.grammar.has(word) && !words.recipients.has(word));
  const before = rest.slice(0, at);
  const link = before.findLastIndex((token) => !isNoun(token));
  const leads = [words.at, words.to, words.links].some((list) => list.has(before[link]?.word ?? ""));
  if (link >= 0 && !leads && !isCapital(rest[at])) return false;
  return ![...before, ...rest.slice(at + 1)].some(isStrange);
}

/** Returns the words of an order that refer to a mail to reply to, up to the text of the reply. */
export function findPointer({ verbs, rest, words, isOpen }: Order): readonly MessageToken[] {
  if (!verbs.has("answers") || isOpen) return [];
  const isEnd = (token: MessageToken, at: number) => {
    const { word } = token;
    // "Reply to it", "Antworte auf …".
    if (words.to.has(word) || (at === 0 && words.at.has(word)) || words.articles.has(word)) return false;
    if (words.pronouns.has(word)) return at > 0 && !words.to.has(rest[at - 1]?.word ?? "");
    return word === "," || [words.grammar, words.with, words.at, words.tails].some((list) => list.has(word));
  };
  const [first, second] = rest;
  // "Answer her that …" and "Reply saying …" can only mean a reply to the mail at hand.
  const isToPerson = words.recipients.has(first?.word ?? "");
  const isClause = [words.persons, words.others, words.articles].some((list) => list.has(second?.word ?? ""));
  const isDictated =
    words.dictated.has(first?.word ?? "") && (isClause || !words.definites.has(first?.word ?? ""));
  if (first && (isToPerson || isDictated)) return [{ ...first, word: [...words.mails][0] ?? "" }];
  const end = rest.findIndex(isEnd);
  const pointer = rest.slice(0, end < 0 ? MAX_POINTER_WORDS : end);
  // "Answer it in one line": "it" may be the question, as in "Answer that question".
  const isPronoun = ({ word }: MessageToken) => words.pronouns.has(word);
  const isQuestion =
    first !== undefined && isPronoun(first) && words.definites.has(first.word) && pointer.length > 1;
  const isGuess =
    (pointer.every(isPronoun) && words.at.has(rest[end]?.word ?? "")) ||
    (isQuestion && !pointer.some(({ word }) => words.mails.has(word)));
  return isGuess ? [] : pointer;
}

const isPlain = ({ word, kind }: MessageToken) =>
  kind !== "word" ||
  listVocabularies().some(({ articles, links, openers, to, at }) =>
    [articles, links, openers, to, at].some((list) => list.has(word)),
  );
const isMail = ({ word }: MessageToken) =>
  listVocabularies().some(({ mails, pronouns }) => mails.has(word) || pronouns.has(word));

/**
 * Returns true if words refer to a mail from this sender: by name or address, or as a mail whose sender is
 * not stated ("the last one").
 */
export function pointsAt(pointer: readonly MessageToken[], { address, name = "" }: MailSender): boolean {
  const written = pointer.filter(({ kind }) => kind === "place");
  if (written.length > 0)
    return written.every(({ text }) => denotes(text, { kind: "address", value: address }));
  const others = pointer.filter((token) => !isMail(token) && !isPlain(token));
  const hasMail = pointer.some(isMail);
  // Next to the word for a mail, a lower-case word is an adjective.
  const people = others.filter((token) => !hasMail || isCapital(token) || /['’]s?$/u.test(token.text));
  if (people.length === 0) return hasMail;
  const names = splitUserWords(name).map(foldCase);
  const isOfName = ({ word }: MessageToken) =>
    names.some((one) => word.startsWith(one) && /^['’]?s?$/u.test(word.slice(one.length)));
  return names.length <= MAX_NAME_WORDS && people.every(isOfName);
}
