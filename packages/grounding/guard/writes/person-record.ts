import { GIVEN_NAMES } from "../../lexicon/given-names.ts";
import { isVerb } from "../../lexicon/word-lists.ts";
import { looksLikePerson } from "../../text/names.ts";
import { STOP_WORDS, splitWords, toSingular } from "../../text/tokens.ts";
import { judgeSentence } from "../judge-sentence.ts";
import type { Judgement } from "../judgement.ts";
import { nameRuns } from "../name-runs.ts";
import type { WriteEvidence } from "./judge-line.ts";
import { FIELD_WORDS, LETTER_FORMS } from "./letter-forms.ts";

const FIELDS = new Set(FIELD_WORDS.split(" "));
const LABELS = new Set(LETTER_FORMS.flatMap(({ labelWords }) => labelWords.split(" ")));
/** Fields that hold a name, whole or in part. */
const NAME_FIELD =
  /^(?:(?:full|first|last|middle|given|family|sur|user|display|contact|person)[ _-]?)?name$|^(?:person|people|subject|contact|employee|author|who|candidate|customer|suspect|defendant)$/i;
const MOST_NAME_WORDS = 5;
const NAME_PART = /^(?:first|last|middle|given|family|sur)[ _-]?name$/i;

/** The words of a key: "jobTitle", "job_title" and "job-title" are two. */
export function keyWords(key: string): string[] {
  return splitWords(key.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/[_-]+/g, " "));
}

/** Returns true if a key says how something is stored, and not what is so. */
export function isPlainKey(key: string, { evidence }: WriteEvidence): boolean {
  if (FIELDS.has(key.toLowerCase())) return true;
  return keyWords(key).every(
    (word) =>
      FIELDS.has(word) ||
      FIELDS.has(toSingular(word)) ||
      LABELS.has(word) ||
      /^\d+$/.test(word) ||
      word.length === 1 ||
      evidence.askedAbout.has(word),
  );
}

/**
 * Returns true if a key or value is only the name of a person: a known name, or one that reads like a name.
 */
export function namesPerson(text: string, { evidence }: WriteEvidence): boolean {
  const spaced = text
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim();
  const own = splitWords(spaced);
  if (own.length === 0 || own.length > MOST_NAME_WORDS) return false;
  const books = [evidence.said.names, evidence.borne.names];
  const isKnown = (word: string) => books.some(({ named }) => named.has(word));
  const isSurname = (word: string) => books.some(({ given }) => given.has(word));
  if (own.every(isKnown) && own.some(isSurname)) return true;
  if (own.length > 1 && GIVEN_NAMES.has(own[0] ?? "") && own.slice(1).every((word) => !STOP_WORDS.has(word)))
    return own.length < MOST_NAME_WORDS - 1 && !own.slice(1).some((word) => isVerb(word, "en"));
  const [run, ...more] = nameRuns(`of ${spaced}`);
  return (
    more.length === 0 &&
    run !== undefined &&
    splitWords(run.written).length === own.length &&
    looksLikePerson(run.written)
  );
}

/** The person that the fields of an object name, if any. */
export function personOf(
  fields: readonly (readonly [string, unknown])[],
  write: WriteEvidence,
): string | null {
  const parts: string[] = [];
  for (const [key, value] of fields) {
    if (typeof value !== "string" || !NAME_FIELD.test(key.trim())) continue;
    if (NAME_PART.test(key.trim())) parts.push(value.trim());
    else if (namesPerson(value, write)) return value.trim();
  }
  return parts.length > 0 ? parts.join(" ") : null;
}

const ROLE =
  /^(?:role|title|job|job ?title|occupation|profession|position|nationality|known for|type|description|status)$/;
const EMPLOYER = /^(?:company|employer|organi[sz]ation|works (?:at|for))$/;
const BIRTH = /^(?:born|birth|birthday|date of birth|birth ?date|birth ?year|birth ?place|place of birth)$/;
const DEATH = /^(?:died|death|date of death|death ?date|death ?year)$/;
const PLACE = /^(?:city|country|place|location|home|residence|address)$/;

/** Turns a field about a person into the sentences that a source would use to say the same. */
function statementsOf(person: string, keys: readonly string[], value: string | number | boolean): string[] {
  const key = keys.join(" ");
  if (value === true)
    return [`${person} was ${key}.`, `${person} is ${key}.`, `${person} ${key}.`, `${person} was a ${key}.`];
  if (value === false)
    return [`${person} was not ${key}.`, `${person} is not ${key}.`, `${person} was never ${key}.`];
  const generic = [
    `${person} ${key} ${value}.`,
    `${person}’s ${key} was ${value}.`,
    `${person}’s ${key} is ${value}.`,
  ];
  if (ROLE.test(key))
    generic.push(
      ...["is", "was", "is a", "was a", "is an", "was an", "was the"].map(
        (is) => `${person} ${is} ${value}.`,
      ),
    );
  if (EMPLOYER.test(key))
    generic.push(
      ...["works at", "worked at", "works for", "worked for"].map((at) => `${person} ${at} ${value}.`),
    );
  if (BIRTH.test(key)) generic.push(`${person} was born in ${value}.`, `${person} was born on ${value}.`);
  if (DEATH.test(key)) generic.push(`${person} died in ${value}.`, `${person} died on ${value}.`);
  if (PLACE.test(key)) generic.push(`${person} lives in ${value}.`, `${person} lived in ${value}.`);
  return generic;
}

/**
 * Judges a field about a person against the evidence. Returns `undefined` if the evidence says it, and
 * otherwise the last judgement.
 */
export function judgeField(
  person: string,
  keys: readonly string[],
  value: string | number | boolean,
  { evidence }: WriteEvidence,
): Judgement | undefined {
  let judgement: Judgement | undefined;
  for (const statement of statementsOf(person, keys.flatMap(keyWords), value)) {
    judgement = judgeSentence(statement, evidence);
    if (judgement.verdict === "supported") return undefined;
  }
  return judgement;
}
