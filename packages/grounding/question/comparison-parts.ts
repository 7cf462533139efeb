import type { Language } from "../lexicon/language.ts";
import { getLexicon } from "../lexicon/lexicon.ts";
import { findProperNames, type ProperName } from "../text/names.ts";
import { parseQuestion } from "./parse-question.ts";
import type { Question } from "./question.ts";

/** Maximum number of things that one question compares. */
const MAX_COMPARED = 6;
/** Number of names joined by "and" that are asked about one by one. Two may be asked about together. */
const ENOUGH_JOINED = 3;

/**
 * Splits a question that compares things into one question about each: "Which is older, Nokia or Siemens?"
 * asks "Which is older? (Nokia)". Returns an empty array if it compares nothing.
 *
 * Two names joined by "and" are enough only if the question starts by saying that it compares: "When did Ann
 * and Bo marry?" is not about each of them. `isAnswered` says that the undivided question has an answer,
 * which is enough for any other comparison except one that asks which came first.
 */
export function splitComparison(
  { text, context, language }: Question,
  isAnswered: boolean,
): readonly Question[] {
  const verb = findComparingWords(text, language ?? "en");
  if (isAnswered && verb === "" && !asksForOrder(text, language)) return [];
  const compared = text.slice(verb.length);
  const names = findCompared(compared, language ?? "en", verb !== "");
  const [first, last] = [names[0], names.at(-1)];
  if (first === undefined || last === undefined || names.length > MAX_COMPARED) return [];
  const before = compared.slice(0, first.start);
  const after = compared.slice(last.end);
  return names.map((name) => askForValue(askAbout(name.text, before, after), { name, context, language }));
}

/** Returns a pattern for the words that ask which of several came first. */
function compileOrder(language: Language): RegExp {
  return new RegExp(`\\s(?:${getLexicon(language).question.conjunctions?.order ?? "$^"})(?!\\p{L})`, "iu");
}

/** Returns whether a question asks which of several came first. The date of only one does not answer it. */
export function asksForOrder(text: string, language: Language | null): boolean {
  return compileOrder(language ?? "en").test(text);
}

/** Matches an English question that compares by an adjective: "Which bridge is longer? (Store Bridge)". */
const BY_ADJECTIVE =
  /^(?:who|what|which)(?: \p{L}+){0,3} (?<verb>is|are|was|were) (?<stem>\p{L}{2,}?)(?<double>[bdglmnpt]?)(?<end>i?er)\?? \(/iu;

/**
 * Parses the question about one name. It asks for what is compared: for a date if the question asks which
 * came first, and "How old is Nokia?" instead of "Which is older? (Nokia)".
 */
function askForValue(
  prompt: string,
  { name, context, language }: Pick<Question, "context" | "language"> & { name: ProperName },
): Question {
  if (asksForOrder(prompt, language))
    return {
      ...parseQuestion({ prompt: prompt.replace(compileOrder(language ?? "en"), ""), context }),
      expected: "date",
    };
  const { verb, stem = "", double = "", end } = BY_ADJECTIVE.exec(prompt)?.groups ?? {};
  if (verb === undefined) return parseQuestion({ prompt, context });
  const last = stem.endsWith(double) ? "" : double;
  const adjective = `${stem}${last}${end === "ier" ? "y" : ""}`;
  return parseQuestion({ prompt: `How ${adjective} ${verb} ${name.text}?`, context });
}

interface Run {
  names: ProperName[];
  isAlternative: boolean;
  isJoined: boolean;
}

/** Returns the words at the start of a text that only say that it compares, or "". */
function findComparingWords(text: string, language: Language): string {
  const { compare } = getLexicon(language).question.conjunctions ?? {};
  return (compare && new RegExp(`^(?:${compare})(?!\\p{L})\\s*`, "iu").exec(text)?.[0]) || "";
}

/**
 * Returns the names of the first list of things to compare, or an empty array. `compares` is true if the text
 * says that it compares, so that two names are enough.
 */
function findCompared(text: string, language: Language, compares: boolean): readonly ProperName[] {
  const {
    and,
    or,
    with: against = "&",
  } = getLexicon(language).question.conjunctions ?? { and: "&", or: "/" };
  const between = new RegExp(
    `^(?:(?<or>,? ${or}| vs\\.?| versus)|(?<and>,? (?:${compares ? `${and}|${against}` : and}))|,) (?:\\p{L}{1,3} )?$`,
    "u",
  );
  const runs: Run[] = [];
  let end = 0;
  for (const name of findProperNames(text)) {
    const run = runs.at(-1);
    const gap = between.exec(text.slice(end, name.start));
    end = name.end;
    if (run === undefined || gap === null) {
      runs.push({ names: [name], isAlternative: false, isJoined: false });
      continue;
    }
    run.names.push(name);
    run.isAlternative ||= gap.groups?.or !== undefined;
    run.isJoined ||= gap.groups?.and !== undefined;
  }
  const isList = ({ names, isAlternative, isJoined }: Run) =>
    isAlternative || (isJoined && names.length >= (compares ? 2 : ENOUGH_JOINED));
  return runs.find(isList)?.names ?? [];
}

/**
 * Writes the question about one name. `before` and `after` is the text around the list of names. A list at
 * either end, after a comma or before a colon, is not part of the sentence.
 */
function askAbout(name: string, before: string, after: string): string {
  const apart = /^(?<asked>.+?)[,:]\s+(?:\p{L}{1,3} )?$/u.exec(before);
  if (apart !== null && /^\s*[?.!]*$/u.test(after)) return `${apart.groups?.asked}? (${name})`;
  const asked = before === "" ? /^\s*[:,]\s+(?<asked>.+?)\s*\??$/u.exec(after) : null;
  return asked === null ? `${before}${name}${after}` : `${asked.groups?.asked}? (${name})`;
}
