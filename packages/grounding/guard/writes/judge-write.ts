import { judgeIdentifier } from "./identifier-prose.ts";
import type { WriteEvidence } from "./judge-line.ts";
import { createProblem, judgeText, type TextProblem } from "./judge-text.ts";
import { findJson, ValueJudge } from "./judge-value.ts";
import {
  findRecordSubject,
  findSubjectOfKey,
  isNamingKey,
  isPlainKey,
  namesSubject,
  type RecordField,
  type RecordSubject,
  splitKey,
} from "./record-subject.ts";
import { readFieldsOfPairs, readFieldsOfRows, readMarkdownTables, readRowTable } from "./tables.ts";
import { BELONGS, isField, isWrapped, isWrapping, TOP, type WritePlace } from "./write-place.ts";

/** A statement in a write's arguments that may not be sent. */
export interface WriteProblem extends TextProblem {
  /** Its location, such as "contacts.0.properties.company". */
  argument: string;
}

/** Arguments added to every tool. */
const OWN = ["credential_id", "timeout_seconds"];
/** Maximum depth of JSON within JSON. */
const DEEPEST = 8;
const MAX_VALUES = 200_000;
const MAX_PROBLEMS = 1_000;
const MAX_PATH_LENGTH = 200;
const MAX_KEYS = 6;

/**
 * Returns what a write would say that neither the evidence nor the user says, in the order of its arguments.
 * Judges every readable value: texts, names of fields, and numbers and booleans of a record together with its
 * subject. `identifiers` are the arguments, or the paths within them, that only name the write's destination
 * and object. In those, only text that can be read as prose is judged.
 */
export function judgeWrite(
  args: unknown,
  identifiers: readonly string[],
  write: WriteEvidence,
): WriteProblem[] {
  const walk = new Walk(new Set([...OWN, ...identifiers]), write);
  walk.judgeAll(args);
  return walk.problems;
}

/** Visits every value of a write's arguments, in order. */
class Walk {
  readonly problems: WriteProblem[] = [];
  readonly #identifiers: ReadonlySet<string>;
  readonly #write: WriteEvidence;
  readonly #judge: ValueJudge;
  /**
   * Values still to be judged, the next one last. A list avoids recursion, because a model may nest values as
   * deeply as its answer is long.
   */
  readonly #left: { value: unknown; place: WritePlace }[] = [];

  constructor(identifiers: ReadonlySet<string>, write: WriteEvidence) {
    this.#identifiers = identifiers;
    this.#write = write;
    this.#judge = new ValueJudge(write);
  }

  judgeAll(args: unknown): void {
    this.#left.push({ value: args, place: TOP });
    for (let judged = 0; this.#left.length > 0; judged += 1) {
      const { value, place } = this.#left.pop() ?? { value: null, place: TOP };
      if (judged === MAX_VALUES || this.problems.length > MAX_PROBLEMS) {
        this.#report(place, [createProblem("…", "too_long")]);
        return;
      }
      this.#value(value, place);
    }
  }

  #value(value: unknown, place: WritePlace): void {
    if (typeof value === "string") this.#text(value, place);
    else if (typeof value === "number" || typeof value === "boolean")
      this.#report(place, this.#judge.judgeFigure(value, place));
    else if (Array.isArray(value)) this.#list(value, place);
    else if (typeof value === "object" && value !== null) this.#object(Object.entries(value), place);
  }

  #push(items: readonly { value: unknown; place: WritePlace }[]): void {
    for (let at = items.length - 1; at >= 0; at -= 1) {
      const item = items[at];
      if (item) this.#left.push(item);
    }
  }

  #list(list: readonly unknown[], place: WritePlace): void {
    const at = (index: number) => ({ ...place, argument: joinPath(place.argument, String(index)) });
    const pairs = readFieldsOfPairs(list);
    if (pairs !== undefined) {
      this.#object(pairs.fields, place);
      for (const [index, rest] of pairs.rest.entries()) this.#object(rest, at(index));
    } else if (!this.#table(list, place)) {
      this.#push(list.map((value, index) => ({ value, place: at(index) })));
    }
  }

  /** Judges rows that start with a name as records. Returns false if a list is not such a table. */
  #table(list: readonly unknown[], place: WritePlace): boolean {
    const table = readRowTable(list, (text) => namesSubject(text, this.#write));
    if (table === undefined) return false;
    const [first = ""] = table.header ?? [];
    if (first !== "" && !isNamingKey(first) && !isPlainKey(first, this.#write))
      this.#report(place, judgeText(first, this.#write));
    for (const fields of readFieldsOfRows(table)) this.#object(fields, place);
    return true;
  }

  #object(fields: readonly RecordField[], place: WritePlace): void {
    const own = isWrapped(place) ? null : findRecordSubject(fields, this.#write);
    if (own !== null) this.#reportRelated(own, place);
    const subject = own ?? place.subject;
    const isOnlyField = fields.filter(([key]) => !/^(?:type|id)$/i.test(key)).length === 1;
    const items: { value: unknown; place: WritePlace }[] = [];
    for (const [key, field] of fields) {
      const relation = isWrapping(key, isOnlyField, place) ? place.relation : key;
      const argument = joinPath(place.argument, key);
      const inner = { ...place, argument, field: joinPath(place.field, key), key, relation, subject };
      if (this.#identifiers.has(inner.field)) {
        this.#report(inner, judgeIdentifier(field, this.#write));
        continue;
      }
      const isArgument = place.field === "" && place.texts === 0;
      const named = isArgument ? null : findSubjectOfKey(key, this.#write);
      const isName = subject !== null && field === subject.name && isNamingKey(key);
      const plain = isArgument || named !== null || isName || isPlainKey(key, this.#write);
      // A key of several words is read like a sentence, alone or with its value. A name states nothing.
      if (!plain && splitKey(key).length > 1 && !this.#judge.isJudgedWithKey(field, subject))
        this.#report(inner, this.#judge.judgeKey(key));
      const keys = plain ? place.keys : [...place.keys, key].slice(-MAX_KEYS);
      items.push({ value: field, place: { ...inner, subject: named ?? subject, keys } });
    }
    this.#push(items);
  }

  /** Reports a relation between records: "owner: {name: Norlund}" says something about Norlund. */
  #reportRelated(own: RecordSubject, place: WritePlace): void {
    const { subject, relation } = place;
    if (subject === null || own.name === subject.name || !isField(place)) return;
    if (BELONGS.test(relation) || !isPlainKey(relation, this.#write))
      this.#report(place, this.#judge.judgeFieldOf(subject, [relation], own.name));
  }

  #text(written: string, place: WritePlace): void {
    const text = written.trim();
    if (text === "" || this.#judge.isCopied(text)) return;
    const parsed = place.texts < DEEPEST ? findJson(text) : undefined;
    if (parsed !== undefined) this.#push([{ value: parsed, place: { ...place, texts: place.texts + 1 } }]);
    else this.#report(place, this.#judge.judgeString(this.#withoutTables(text, place), place));
  }

  /** Judges the tables of a text whose rows start with names, and removes them from it. */
  #withoutTables(text: string, place: WritePlace): string {
    return readMarkdownTables(text).reduce(
      (rest, { lines, cells }) => (this.#table(cells, place) ? rest.replace(lines, "").trim() : rest),
      text,
    );
  }

  #report({ argument }: WritePlace, problems: readonly TextProblem[]): void {
    for (const one of problems) this.problems.push({ argument, ...one });
  }
}

function joinPath(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`.slice(0, MAX_PATH_LENGTH);
}
