import { wordSet } from "../lexicon/language.ts";
import { ENGLISH } from "../lexicon/lexicon.ts";
import { GIVEN_NAMES } from "../lexicon/names.ts";
import { isCommonWord, isListedWord } from "./common-words.ts";
import type { GateToken } from "./phrases.ts";
import type { PromptReading } from "./prompt-reading.ts";

/** Maximum number of words read from a prompt. Its start shows its kind. */
const WORDS_READ = 60;
const LENGTHS = [2, 4, 7, 12, 20, 35, 60, 100];
const MAX_RUN_LENGTH = 4;

/**
 * Returns the features of an English text that the learned table weighs: words and n-grams, with names and
 * numbers as shapes, and the text's length. No feature depends on how carefully a prompt was typed. `orders`
 * is true for a clause of an order.
 *
 * "Who founded Orbia in 1953?" has the shapes `^ who founded Nn in 1900 $`, and with kinds of facts in place
 * of words `^ who <verb> Nn in 1900 $`. The features are the runs of up to four of these.
 */
export function readFeatures(reading: PromptReading, orders: boolean): Set<string> {
  const { text, tokens } = reading;
  const shapes = [orders ? "^!" : "^", ...readShapes(reading).slice(0, WORDS_READ)];
  if (tokens.length <= WORDS_READ) shapes.push("$");
  const kinds = shapes.map((shape) => KINDS.get(shape) ?? shape);
  const features = new Set<string>();
  for (const at of shapes.keys()) {
    features.add(shapes[at] ?? "");
    for (let length = 2; length <= MAX_RUN_LENGTH && at >= length - 1; length += 1) {
      const run = (list: readonly string[]) => list.slice(at - length + 1, at + 1).join(" ");
      if (length <= 3) features.add(run(shapes));
      const kind = run(kinds);
      if (kind.includes("<")) features.add(kind);
    }
  }
  features.add(`length ${LENGTHS.filter((length) => tokens.length > length).length}`);
  if (text.includes("\n")) features.add("lines");
  // "OrderService", "CrowdStrike": the last word distinguishes a part of a program from a company.
  for (const { raw } of tokens) {
    const last = COMPOUND.exec(raw)?.[1];
    if (last === undefined) continue;
    features.add(`part ${last.toLowerCase()}`);
    features.add(`part *${last.slice(-2).toLowerCase()}`);
  }
  return features;
}

const EVERYDAY_COMPANIES = wordSet(ENGLISH.world.everydayCompanies);

/** The kind of fact that each listed word asks for. */
const KINDS: ReadonlyMap<string, string> = readKinds();

function readKinds(): Map<string, string> {
  const { ofPeople, ofOrganisations, news, verbs, doubtfulVerbs, events } = ENGLISH.world;
  const kinds = new Map<string, string>();
  const enter = (list: string, kind: string) => {
    for (const phrase of list.split(", ")) kinds.set(phrase.replaceAll(" ", "_"), kind);
  };
  enter(ofPeople, "<fact>");
  enter(ofOrganisations, "<fact>");
  enter(news, "<news>");
  enter(`${verbs}, ${doubtfulVerbs}`, "<verb>");
  enter(events, "<event>");
  return kinds;
}

/**
 * Returns a shape for each word or name, in order. `Pp` is a person, `Gg` a given name alone, `Nn` any other
 * name, `Cc` a compound such as "CrowdStrike", `gg` a given name in lower case, `nn` an uncommon word in
 * lower case, `@@` a handle, `aA` an identifier, `1900` a year and `12` another number. Any other word is its
 * own shape.
 */
function readShapes(reading: PromptReading): string[] {
  const { text, tokens } = reading;
  const names = readNames(reading);
  const shapes: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (token === undefined) break;
    const phrase = findPhrase(tokens, at);
    const name = names.get(at);
    if (name !== undefined) {
      shapes.push(name.shape);
      const last = tokens[name.to - 1];
      const isPossessive =
        /^['’]s?(?!\p{L})/u.test(text.slice(last?.end ?? 0)) || /['’]s?$/.test(last?.raw ?? "");
      if (isPossessive) shapes.push("'s");
      at = name.to;
    } else if (phrase !== undefined) {
      shapes.push(phrase.join("_"));
      at += phrase.length;
    } else {
      const shape = describeWord(token, reading);
      if (shape !== "nn" || shapes.at(-1) !== "nn") shapes.push(shape);
      at += 1;
    }
  }
  return shapes;
}

interface NameShape {
  shape: string;
  to: number;
}

/** Finds people by full name, single given names, and other names. */
function readNames({ text, tokens, names, people }: PromptReading): Map<number, NameShape> {
  const found = new Map<number, NameShape>();
  let at = 0;
  for (const { start, end } of names) {
    while ((tokens[at]?.start ?? Number.POSITIVE_INFINITY) < start) at += 1;
    const from = at;
    while ((tokens[at]?.start ?? Number.POSITIVE_INFINITY) < end) at += 1;
    const [first, ...others] = tokens.slice(from, at);
    if (first === undefined) continue;
    // The first word of a sentence is capitalized anyway.
    const opens = from === 0 || /[.!?:]\s*$/.test(text.slice(0, first.start));
    if (others.length > 0 || !opens || !isListed(first))
      found.set(from, { shape: others.length > 0 ? "Nn" : getShape(first), to: at });
  }
  for (const { from, to, capitals, known } of people)
    if (capitals || known) found.set(from, { shape: "Pp", to });
  return found;
}

const COMPOUND = /^[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)*([A-Z][a-z0-9]+)$/;

function getShape({ raw, word }: GateToken): string {
  if (COMPOUND.test(raw)) return "Cc";
  return GIVEN_NAMES.has(word.replace(/'s?$/, "")) ? "Gg" : "Nn";
}

function isListed({ word }: GateToken): boolean {
  return isListedWord(word.replace(/'s?$/, "")) && !EVERYDAY_COMPANIES.has(word.replace(/'s?$/, ""));
}

const PHRASES: ReadonlyMap<string, readonly (readonly string[])[]> = readPhrases();

function readPhrases(): Map<string, (readonly string[])[]> {
  const phrases = new Map<string, (readonly string[])[]>();
  for (const [phrase] of KINDS) {
    const words = phrase.split("_");
    const first = words[0] ?? "";
    phrases.set(
      first,
      [...(phrases.get(first) ?? []), words].sort((one, other) => other.length - one.length),
    );
  }
  return phrases;
}

function findPhrase(tokens: readonly GateToken[], at: number): readonly string[] | undefined {
  return PHRASES.get(tokens[at]?.word ?? "")?.find((words) =>
    words.every((word, next) => tokens[at + next]?.word === word),
  );
}

function describeWord({ raw, word, start, end }: GateToken, { text }: PromptReading): string {
  const before = text.charAt(start - 1);
  if (before === "#" || before === "@" || text.charAt(end) === "@") return "@@";
  if (/^\d/.test(raw)) return /^[12]\d{3}s?$/.test(raw) ? "1900" : "12";
  if (/_|\p{Ll}\p{Lu}/u.test(raw)) return "aA";
  const bare = word.replace(/'s?$/, "");
  if (EVERYDAY_COMPANIES.has(bare)) return "nn";
  if (GIVEN_NAMES.has(bare) && !isListedWord(bare)) return "gg";
  const isUncommon = !isCommonWord(bare) && /^\p{Ll}/u.test(raw) && bare.length > 2;
  return isUncommon ? "nn" : word;
}

/** Returns whether a text contains a word for a requested fact: "price", "founder". */
export function asksForFact({ tokens }: PromptReading): boolean {
  return tokens.some((_, at) => findPhrase(tokens, at) !== undefined);
}

/** Returns a possible name in lower case next to a fact: "openai" in "openai valuation". */
export function findStrangeName(reading: PromptReading): string | null {
  const { text, tokens } = reading;
  if (!asksForFact(reading)) return null;
  const isStrange = (token: GateToken | undefined) =>
    token !== undefined && describeWord(token, reading) === "nn";
  const from = tokens.findIndex(isStrange);
  if (from === -1) return null;
  let to = from;
  while (isStrange(tokens[to + 1])) to += 1;
  return text.slice(tokens[from]?.start, tokens[to]?.end).replace(/['’]s?$/, "");
}
