import { GIVEN_NAMES } from "../../lexicon/names.ts";
import { FIELD_WORDS } from "../../lexicon/reply-words.ts";
import { isVerb } from "../../lexicon/word-lists.ts";
import { looksLikePerson } from "../../text/names.ts";
import { STOP_WORDS, splitWords, toSingular } from "../../text/tokens.ts";
import { findNameRuns } from "../name-runs.ts";
import { isPastForm } from "../paraphrase/past-forms.ts";
import { LABEL_WORDS, type WriteEvidence } from "./judge-line.ts";
import { spaceKey } from "./plain-values.ts";

/** The person or thing that the fields of a record are about. */
export interface RecordSubject {
  name: string;
  /**
   * `item`: a thing named by a title. The record may then be a task or a page about it, with its own status
   * and dates.
   */
  kind: "person" | "thing" | "item";
}

/** A field of a record: its name and value. */
export type RecordField = readonly [string, unknown];

/** Matches fields that contain a name or part of one. */
const NAME_FIELD =
  /^(?:(?:full|first|last|middle|given|family|sur|user|display|contact|person)[ _-]?)?name$|^(?:person|people|subject|contact|employee|author|who|candidate|customer|suspect|defendant)$/i;
const MAX_NAME_WORDS = 5;
const NAME_PART = /^(?:first|last|middle|given|family|sur)[ _-]?name$/i;
/** Fields that name a thing, most reliable first. */
const THING_FIELDS = [
  /^(?:name|label|entity)$/i,
  /^(?:company|organi[sz]ation|business|firm|account|product|model|brand|project|software|package)$/i,
  /^(?:event|match|game|team|club|party|law|act|bill|case|drug|medicine|study|trial|survey)$/i,
  /^(?:book|novel|play|film|movie|song|album|work|newspaper|magazine|journal|building|bridge|place|venue)$/i,
  /^(?:title|subject|topic|headline|page)$/i,
];
const TITLE_FIELD = THING_FIELDS.at(-1);
const AUXILIARY = new Set("is are was were be been has have had does did will".split(" "));
const MAX_THING_WORDS = 10;

/** Returns the words of a key: "jobTitle", "job_title" and "job-title" have two. */
export function splitKey(key: string): string[] {
  return splitWords(spaceKey(key));
}

/** Returns whether a key describes how something is stored rather than a fact. */
export function isPlainKey(key: string, { evidence }: WriteEvidence): boolean {
  if (FIELD_WORDS.has(key.toLowerCase())) return true;
  return splitKey(key).every(
    (word) =>
      FIELD_WORDS.has(word) ||
      FIELD_WORDS.has(toSingular(word)) ||
      LABEL_WORDS.has(word) ||
      /^\d+$/.test(word) ||
      word.length === 1 ||
      evidence.askedAbout.has(word),
  );
}

/** Returns whether the value of a key is a name. */
export function isNamingKey(key: string): boolean {
  return NAME_FIELD.test(key) || THING_FIELDS.some((field) => field.test(key));
}

/** Returns whether a key or value is only the name of a person: a known name, or text that reads like one. */
function namesPerson(text: string, { evidence }: WriteEvidence): boolean {
  const spaced = spaceKey(text).trim();
  const own = splitWords(spaced);
  if (own.length === 0 || own.length > MAX_NAME_WORDS) return false;
  const books = [evidence.said.names, evidence.sourceFacts.names];
  const isKnown = (word: string) => books.some(({ named }) => named.has(word));
  const isSurname = (word: string) => books.some(({ given }) => given.has(word));
  if (own.every(isKnown) && own.some(isSurname)) return true;
  if (own.length > 1 && GIVEN_NAMES.has(own[0] ?? "") && own.slice(1).every((word) => !STOP_WORDS.has(word)))
    return own.length < MAX_NAME_WORDS - 1 && !own.slice(1).some((word) => isVerb(word, "en"));
  const [run, ...more] = findNameRuns(`of ${spaced}`);
  return (
    more.length === 0 &&
    run !== undefined &&
    splitWords(run.written).length === own.length &&
    looksLikePerson(run.written)
  );
}

/**
 * Returns whether a text is only the name of a thing in the evidence, or the title of a source without a
 * verb, in whole or in part.
 */
function namesThing(text: string, { evidence }: WriteEvidence): boolean {
  const own = splitWords(text);
  const { names } = evidence.sourceFacts;
  const isNamed = (word: string) => names.named.has(word) || evidence.askedAbout.has(word);
  if (own.length > MAX_THING_WORDS || !own.some(isNamed) || /[\n.!?:;]/.test(text.trim())) return false;
  const running = ` ${own.join(" ")} `;
  const isAllNamed = own.every((word) => isNamed(word) || STOP_WORDS.has(word));
  if (isAllNamed) return /^\P{Ll}/u.test(text.trim()) && names.running.includes(running);
  const titles = evidence.outcomes.flatMap(({ citations }) => citations.map(({ title }) => title));
  return (
    titles.some((title) => ` ${splitWords(title).join(" ")} `.includes(running)) &&
    !own.some((word) => isPastForm(word) || AUXILIARY.has(word))
  );
}

/** Returns the person or thing that a key names, if any: `{"Ada Lovelace": {...}}`. */
export function findSubjectOfKey(key: string, write: WriteEvidence): RecordSubject | null {
  if (namesPerson(key, write)) return { name: key, kind: "person" };
  return namesThing(key, write) ? { name: key, kind: "thing" } : null;
}

/** Returns whether a text is only the name of a person or a thing. */
export function namesSubject(text: string, write: WriteEvidence): boolean {
  return findSubjectOfKey(text, write) !== null;
}

/** Returns the person or thing that the fields of an object name, if any. */
export function findRecordSubject(
  fields: readonly RecordField[],
  write: WriteEvidence,
): RecordSubject | null {
  const thing = findThing(fields, write);
  const isWork = thing !== null && fields.some(([key]) => /^author$/i.test(key.trim()));
  const person = isWork ? null : findPerson(fields, write);
  return person === null ? thing : { name: person, kind: "person" };
}

function findThing(fields: readonly RecordField[], write: WriteEvidence): RecordSubject | null {
  for (const naming of THING_FIELDS)
    for (const [key, value] of fields) {
      if (typeof value !== "string" || !naming.test(key.trim()) || !namesThing(value, write)) continue;
      return { name: value.trim(), kind: naming === TITLE_FIELD ? "item" : "thing" };
    }
  return null;
}

function findPerson(fields: readonly RecordField[], write: WriteEvidence): string | null {
  const parts: string[] = [];
  for (const [key, value] of fields) {
    if (typeof value !== "string" || !NAME_FIELD.test(key.trim())) continue;
    if (NAME_PART.test(key.trim())) parts.push(value.trim());
    else if (namesPerson(value, write)) return value.trim();
  }
  return parts.length > 0 ? parts.join(" ") : null;
}
