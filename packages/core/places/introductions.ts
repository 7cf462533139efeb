import { isKnownWord, type ListName, listVocabularies } from "./lexicon/vocabulary.ts";
import { isCapital, isCourtesy } from "./orders.ts";
import type { MessageToken, UserSentence } from "./words.ts";

/** The persons whose addresses a user gave. */
export interface Introduced {
  /** Addresses by name. */
  readonly names: ReadonlyMap<string, MessageToken>;
  /** The address to which a pronoun refers. */
  readonly subject: MessageToken | undefined;
}

/**
 * Replaces a recipient's name or pronoun by the address that the user gave before: "Tom's address is tom@…
 * Send Tom the list.", "anna@… waits for it, so mail her the list." A pronoun refers to the subject of an
 * earlier sentence, unless another person was mentioned since. Only the start of a message introduces a
 * person: what follows a question, an order or the message's first line may be pasted.
 */
export function resolvePersons(
  sentences: readonly UserSentence[],
  firstLine: number,
  known: Introduced = { names: new Map(), subject: undefined },
): { sentences: readonly UserSentence[]; introduced: Introduced } {
  const isAddressed = sentences.some(({ text }) => text.includes("@"));
  if (!isAddressed && known.names.size === 0 && !known.subject) return { sentences, introduced: known };
  const names = new Map(known.names);
  let { subject } = known;
  let isStart = true;
  const resolved = sentences.map((sentence) => {
    const { tokens, end } = sentence;
    isStart &&= sentence.at < firstLine;
    const isStatement = end === "" ? sentence === sentences.at(-1) : /^[.!…;—–-]$/u.test(end);
    const person = isStart && isStatement ? readIntroduction(tokens) : undefined;
    isStart &&= person !== undefined || isCourtesy(tokens);
    const place = (token: MessageToken, at: number) => {
      if (!isRecipient(tokens, at)) return undefined;
      if (isPronoun(token)) return subject;
      return /^\p{Lu}/u.test(tokens[at + 1]?.text ?? "") ? undefined : names.get(token.word);
    };
    const replaced = tokens.map((token, at) => ({ ...token, ...place(token, at), at: token.at }));
    if (person?.name !== undefined) names.set(person.name, person.place);
    if (person || tokens.some((token) => isOtherPerson(token, names))) subject = undefined;
    if (person?.isSubject) subject = person.place;
    return { ...sentence, tokens: replaced };
  });
  return { sentences: resolved, introduced: { names, subject } };
}

/**
 * Reads "wim@… waits for it", "Sofia (sofia@…) asked" and "Tom's address is tom@…". A pronoun may refer to
 * the person if the sentence says what they need, and mentions nobody else.
 */
function readIntroduction(
  tokens: readonly MessageToken[],
): { name: string | undefined; place: MessageToken; isSubject: boolean } | undefined {
  const at = tokens.findIndex(({ kind, text }) => kind === "place" && text.includes("@"));
  const place = tokens[at];
  const isFiller = (token: MessageToken) => token.text === "," || isIn(["openers", "courtesies"], token);
  const start = tokens.findIndex((token) => !isFiller(token));
  const words = tokens.slice(start, tokens[at - 1]?.text === "," ? at - 1 : at);
  const isOpen = (token: MessageToken) => isIn([...VERBS, "denials", "grammar", "reports"], token);
  // "My tax adviser Jo Hahn (jo@…) asked for it."
  const named =
    words[0] && isOwner(words[0]) ? words.findIndex((token, index) => index > 0 && isCapital(token)) : 0;
  const [name, surname, ...others] = words.slice(Math.max(named, 0));
  if (!place || (name && !isCapital(name)) || words.slice(0, named + 1).some(isOpen)) return undefined;
  const between = surname && !isCapital(surname) ? [surname, ...others] : others;
  const isBetween = (token: MessageToken) => /^[(<]$/.test(token.text) || isIn(["addressing"], token);
  if (!between.every(isBetween)) return undefined;
  // "eve@… asked my boss. Tell him no."
  const following = tokens.slice(at + 1);
  // "Bob's address is eve@…, says the mail."
  if (following.some((token, index) => isIn(["reports"], token) && following[index - 1]?.text === ","))
    return undefined;
  // "wim@… is our tax adviser."
  const said = following[0] && isIn(["beings"], following[0]) ? following.slice(2) : following;
  const isAlone = !said.some(
    (token) => isIn(["persons", "possessives"], token) || /^\p{Lu}/u.test(token.text),
  );
  const isSubject =
    isAlone &&
    (following.length === 0 ||
      said.length < following.length ||
      said.some((token) => isIn(["needs"], token)));
  return { name: name?.word.replace(/['’]s$/u, ""), place, isSubject };
}

/** Returns true for another address, and for a capitalized word that is in no list. */
export function isOtherPerson({ kind, text, word }: MessageToken, names: Introduced["names"]): boolean {
  if (kind === "place") return text.includes("@");
  if (kind !== "word" || !/^\p{Lu}/u.test(text) || names.has(word)) return false;
  return !isKnownWord(word);
}

const VERBS: readonly ListName[] = ["posts", "sends", "tells", "makes", "answers", "to"];

/** Returns true after a verb or "to", and before no noun, as in "her summary". */
function isRecipient(tokens: readonly MessageToken[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]];
  if (!before || token?.kind !== "word" || !isIn(VERBS, before)) return false;
  const isFree = after === undefined || after.kind !== "word" || !isPronoun(token);
  return isFree || isIn(["articles", "tails", "links", "joins", "openers", "to"], after);
}

export function isPronoun(token: MessageToken): boolean {
  return isIn(["recipients"], token);
}

export function isOwner(token: MessageToken): boolean {
  return isIn(["possessives"], token);
}

export function isNegation(token: MessageToken): boolean {
  return isIn(["holds", "denials", "refusals"], token);
}

function isIn(lists: readonly ListName[], { word }: MessageToken): boolean {
  return listVocabularies().some((words) => lists.some((list) => words[list].has(word)));
}
