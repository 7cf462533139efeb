import { listContentStems } from "../lexicon/stems.ts";
import { isVerb } from "../lexicon/word-lists.ts";
import { dropOpeners } from "./openers.ts";
import { couldBeAsked, findPeople } from "./people.ts";
import { readPersonPhrase } from "./person-phrase.ts";
import type { QuestionPatterns } from "./question-patterns.ts";

/** A prompt split into its question and the rest, which may contain what "she" or "it" refers to. */
interface PromptParts {
  asking: string;
  said: string;
}

/** Maximum length of a prompt without a specific question: ten times the length of a query. */
const READ_CHARACTERS = 4000;
/**
 * Limits of distinct sentences read in detail. The first and last ones are read, because those in between
 * seldom ask.
 */
const FIRST_SENTENCES = 100;
const LAST_SENTENCES = 50;
const MAX_SENTENCE_LENGTH = 800;
/** Length of a sentence's end to search for "please" and "for my blog". */
const CLOSING_CHARACTERS = 160;

const SENTENCE_END =
  /(?<![.!?…])[.!?…]+["'”’)]*(?=\s)|[。！？؟]+["”’」』)]*|，(?=请|請|麻烦|麻煩|帮我|幫我|给我|給我)|\n/gu;
const NO_END =
  /(?:^|[\s(])(?:\p{Lu}|\d{1,2}|Mr|Mrs|Ms|Dr|Prof|St|Jr|Sr|vs|No|Mt|Gen|Sen|Rep|Gov|Capt|Col|Lt|Hon|Rev|etc|e\.g|i\.e|Sra?|Hr|Fr|bzw|z\.B|г|ул)$/u;
/** Words added by a follow-up, or the user's note after the question. */
const TRAILING_NOTE = /(?<=[?؟？]) ?\([^()?]{1,380}\)$/u;

/**
 * Returns the part of a prompt that asks, without instructions, polite phrases and the writer's own
 * situation.
 */
export function findAskingPart(prompt: string, patterns: QuestionPatterns): PromptParts {
  const whole = prompt
    .replace(/[^\S\n]+/g, " ")
    .replace(/ ?\n\s*/g, "\n")
    .trim();
  const note = TRAILING_NOTE.exec(whole)?.[0] ?? "";
  const sentences = keepDistinctSentences(whole.slice(0, whole.length - note.length)).map(dropLookUp);
  const read = sentences.map((sentence) => readSentence(sentence, patterns));
  const asked = chooseAsked(read, patterns);
  if (asked.length === 0) {
    const plain = joinLines(read.map(({ text }) => text).join(" "));
    return { asking: (plain === "" ? joinLines(whole.slice(0, READ_CHARACTERS)) : plain) + note, said: "" };
  }
  const others = read.filter((sentence) => !asked.includes(sentence) && sentence.kind !== "nothing");
  return {
    asking: joinLines(asked.map(({ text }) => text).join(" ")) + note,
    said: others.map(({ text }) => text).join(" "),
  };
}

/** "Look up the CEO of Microsoft". */
const LOOKED_UP =
  /^(?:(?:please|then|and|also|now|so|(?:can|could|would|will) you)[\s,]+)*(?:look up|find out|search (?:the web )?for|google|find|check)\s+(?=(?:the|a|an)\s|(?:who|whom|whose|what|which|when|where|why|how)(?!\p{L}))/iu;

function dropLookUp(sentence: string): string {
  return sentence.replace(LOOKED_UP, "");
}

function joinLines(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function keepDistinctSentences(text: string): string[] {
  const sentences = new Set<string>();
  let start = 0;
  const add = (end: number) => {
    const sentence = text.slice(start, end).trim();
    if (sentence !== "") sentences.add(sentence.slice(0, MAX_SENTENCE_LENGTH));
    start = end;
  };
  for (const { 0: mark, index } of text.matchAll(SENTENCE_END))
    if (!mark.startsWith(".") || !NO_END.test(text.slice(Math.max(start, index - 8), index)))
      add(index + mark.length);
  add(text.length);
  const all = [...sentences];
  if (all.length <= FIRST_SENTENCES + LAST_SENTENCES) return all;
  return [...all.slice(0, FIRST_SENTENCES), ...all.slice(-LAST_SENTENCES)];
}

/** A sentence with its greetings and polite phrases removed. */
interface ReadSentence {
  /**
   * `question`: "Who runs Nokia?". `request`: "Tell me about Nokia", with `text` the thing to learn about.
   * `bare`: a request without a thing, "Brief me". `nothing`: small talk.
   */
  kind: "question" | "request" | "bare" | "statement" | "nothing";
  text: string;
}

function readSentence(sentence: string, patterns: QuestionPatterns): ReadSentence {
  const opened = dropOpeners(sentence.trim(), patterns);
  const ordered = findOrderedQuestion(opened, patterns);
  if (ordered !== null) return { kind: "question", text: ordered };
  const request = patterns.bareRequest.test(opened) ? null : findObject(opened, patterns);
  if (request !== null) return { kind: "request", text: request };
  const text = dropManners(sentence, patterns);
  if (text === "" || patterns.smallTalk.test(text)) return { kind: "nothing", text };
  if (patterns.bareRequest.test(text)) return { kind: "bare", text };
  const object = findObject(text, patterns);
  if (object !== null) return { kind: "request", text: object };
  if (patterns.questionStart.test(text))
    return { kind: "question", text: writePlainWho(text.replace(/(?<=\p{Ll}{3})\.$/u, ""), patterns) };
  const inside = findQuestionInside(text, patterns);
  if (inside !== null) return { kind: "question", text: writePlainWho(inside.replace(/\.+$/, ""), patterns) };
  if (/[?？؟]["”’)]*$/.test(text)) return { kind: "question", text };
  return { kind: "statement", text };
}

/** Removes all greetings and polite phrases from both ends. */
function dropManners(sentence: string, patterns: QuestionPatterns): string {
  const { closer } = patterns;
  let text = sentence.trim();
  for (let before = ""; before !== text; ) {
    before = text;
    text = dropOpeners(text, patterns);
    if (!closer.test(text.slice(-CLOSING_CHARACTERS))) continue;
    const tail = text.slice(-CLOSING_CHARACTERS);
    const kept = tail.replace(closer, "$<end>");
    const closed = text.slice(0, text.length - tail.length) + kept;
    const lost = tail.slice(kept.replace(/[.!?…。！？؟]+$/u, "").length);
    if (listContentStems(closed, patterns.language).length > 0 && findPeople(lost, patterns).length === 0)
      text = closed.trim();
  }
  return text;
}

/** Maximum number of words in an order before the question it introduces: "Find out for me". */
const MAX_ORDER_WORDS = 6;

/**
 * Returns the question after an order without a name: "Find out for me who runs Nokia", "Trouve pour moi qui
 * dirige Nokia". Returns null if the sentence is not such an order.
 */
function findOrderedQuestion(text: string, patterns: QuestionPatterns): string | null {
  if (patterns.unspaced || patterns.questionStart.test(text) || patterns.auxiliaryStart.test(text))
    return null;
  const at = patterns.questionWord.exec(text)?.index ?? 0;
  const [verb = "", ...more] = text
    .slice(0, at)
    .split(/[\s,:]+/u)
    .filter((word) => word !== "");
  if (verb === "" || more.length >= MAX_ORDER_WORDS) return null;
  const { language, firstPerson } = patterns;
  const isOrdered = isVerb(verb, language ?? "en") || more.some((word) => firstPerson.test(word));
  if (!isOrdered || firstPerson.test(verb) || listContentStems(more.join(" "), language).length > 0)
    return null;
  return writePlainWho(dropManners(text.slice(at), patterns).replace(/\.+$/u, ""), patterns);
}

/** Returns what a request asks to learn about; null if the sentence is not a request. */
function findObject(text: string, patterns: QuestionPatterns): string | null {
  for (const pattern of patterns.requests) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [found] = match;
    const from = findAttribute(found, patterns) ?? found.length;
    const object = dropManners(match.groups?.name ?? text.slice(from), patterns).replace(/[.!?…。]+$/u, "");
    if (!/[\p{L}\p{N}]/u.test(object)) continue;
    const plain = writePlainObject(object, patterns);
    return plain === object && patterns.biography.test(found) && isOneName(object)
      ? patterns.canonical.replace("%", () => object)
      : plain;
  }
  return null;
}

const OWNED_BY = /(?:\s(?:of|von|vom|de|del|di|van)|\sd['’])\s*$/iu;

/**
 * Returns where the requested attribute starts: "the birthplace" in "Find me the birthplace of". Returns null
 * if it only asks for a text about someone: "Write me a short bio of".
 */
function findAttribute(request: string, patterns: QuestionPatterns): number | null {
  if (!OWNED_BY.test(request)) return null;
  const [verb = ""] = /^\S+(?:\s+\p{L}{1,3}(?=\s))*?\s+/u.exec(request) ?? [];
  const object = request.slice(verb.length);
  if (isOnlyLifeWords(object, patterns)) return null;
  const [receiver = ""] = /^\p{L}+\s+/u.exec(object) ?? [];
  return verb.length + (patterns.firstPerson.test(receiver) ? receiver.length : 0);
}

/** "Beyoncé", "Scientist (musician)": after "biography of", a single word is a person too. */
function isOneName(object: string): boolean {
  return /^\p{Lu}[\p{L}\p{M}.'’-]*(?: \([^()]*\))?$/u.test(object);
}

/** Returns the question that a sentence leads up to: "I'd like to understand who Ada Lovelace was". */
function findQuestionInside(text: string, patterns: QuestionPatterns): string | null {
  for (const { 0: lead, index } of text.matchAll(patterns.asksInside)) {
    const from = index + lead.length;
    const stretch = text.slice(from, from + 80);
    const at = patterns.questionWord.exec(stretch)?.index;
    if (at !== undefined && !/[.!?]/.test(stretch.slice(0, at)))
      return dropManners(text.slice(from + at), patterns);
  }
  for (const { 0: gap, index } of text.matchAll(/[,;:–—]\s+/g)) {
    const rest = text.slice(index + gap.length);
    if (
      patterns.firstPerson.test(text.slice(0, index)) &&
      (patterns.questionStart.test(rest) || patterns.auxiliaryStart.test(rest))
    )
      return dropManners(rest, patterns);
  }
  return null;
}

/**
 * Converts "Who NAME was and why people still talk about her" to "Who was NAME?". Keeps a text that asks for
 * more than who someone is.
 */
function writePlainWho(text: string, patterns: QuestionPatterns): string {
  for (const { pattern, plain, nameLast } of patterns.whoIs) {
    const { name, rest = "" } = pattern.exec(text)?.groups ?? {};
    const person =
      name === undefined || !isOnlyLifeWords(rest, patterns) ? null : findLeadingPerson(name, patterns);
    if (name === undefined || person === null) continue;
    const isPlain = (nameLast || patterns.freeOrder) && person === name.trim() && !/\p{L}/u.test(rest);
    return isPlain ? text : plain.replace("%", () => person);
  }
  return text;
}

/**
 * Converts the object of a request to a question if it is a person: "Marie Curie's background" becomes "Who
 * is Marie Curie?".
 */
function writePlainObject(object: string, patterns: QuestionPatterns): string {
  const asked = writePlainWho(object, patterns);
  const person = asked === object ? findLeadingPerson(object, patterns) : null;
  return person === null ? asked : patterns.canonical.replace("%", () => person);
}

/**
 * Returns the person that a text is about, including the description of who that is, if nothing else is asked
 * about them.
 */
function findLeadingPerson(text: string, patterns: QuestionPatterns): string | null {
  const [first] = findPeople(text, patterns);
  if (first === undefined) return couldBeAsked(text.trim(), patterns) ? text.trim() : null;
  const phrase = readPersonPhrase(text, first, patterns);
  const rest = `${text.slice(0, phrase.start)} ${text.slice(phrase.end).replace(/^['’]s?/, "")}`;
  if (!isOnlyLifeWords(rest, patterns)) return null;
  return text.slice(phrase.start, phrase.end).trim();
}

/** Returns whether a text adds nothing to the question of who someone is: "the background of". */
function isOnlyLifeWords(text: string, { language, lifeStems }: QuestionPatterns): boolean {
  return listContentStems(text, language).every((word) => lifeStems.has(word));
}

/**
 * Returns the parts of a prompt to search: its questions, otherwise its requests, otherwise the people it
 * mentions if it asks for a briefing.
 */
function chooseAsked(read: readonly ReadSentence[], patterns: QuestionPatterns): readonly ReadSentence[] {
  const questions = read.filter(({ kind }) => kind === "question");
  const full = questions.filter(
    ({ text }) => listContentStems(text, patterns.language).length > 0 && !patterns.barePrompt.test(text),
  );
  if (full.length > 0) return full;
  const requests = read.filter(({ kind }) => kind === "request");
  if (requests.length > 0) return requests.slice(0, 1);
  const bare = read.find(({ kind }) => kind === "bare");
  if (bare !== undefined) return [findBriefing(bare, read, patterns)];
  const [why] = questions;
  if (why === undefined) return [];
  const before = read.slice(0, read.indexOf(why)).findLast(({ kind }) => kind === "statement");
  return before === undefined ? [why] : [before, why];
}

/** Reads "Brief me" next to "I'm meeting NAME tomorrow". */
function findBriefing(
  bare: ReadSentence,
  read: readonly ReadSentence[],
  patterns: QuestionPatterns,
): ReadSentence {
  for (const { kind, text } of read) {
    const [person] = kind === "nothing" ? [] : findPeople(text, patterns);
    if (person === undefined) continue;
    const { start, end } = readPersonPhrase(text, person, patterns);
    return { kind: "request", text: patterns.canonical.replace("%", () => text.slice(start, end).trim()) };
  }
  return bare;
}
