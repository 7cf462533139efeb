import { tryParseJson } from "@plumbline/core/text/try-parse-json.ts";
import { splitWords } from "../../text/tokens.ts";
import { isNamedAddress } from "../addresses.ts";
import { judgeField } from "./field-statements.ts";
import { FIRST_LINE, judgeLine, toLineProblem, type WriteEvidence } from "./judge-line.ts";
import { createProblem, judgeFile, judgeText, type TextProblem } from "./judge-text.ts";
import {
  isIdKey,
  isOnlyAddress,
  isPlainWord,
  isSupportedValue,
  isWorkflowValue,
  spaceJoinedWords,
  spaceKey,
} from "./plain-values.ts";
import { isNamingKey, type RecordSubject } from "./record-subject.ts";
import { BELONGS, findMeaningfulKeys, type WritePlace } from "./write-place.ts";

/** Fields that are read as text, whoever the record is about. */
const TEXT_FIELD =
  /^(?:text|content|body|message|markdown|html|plain_?text|description|summary|notes?|comment|title|subject|headline|caption|alt(?:_text)?|value|heading)$/i;
const BASE64_FIELD = /base64/i;

/** Judges single values of a write, each by where it stands. */
export class ValueJudge {
  readonly #write: WriteEvidence;
  readonly #copied: ReadonlySet<string>;

  constructor(write: WriteEvidence) {
    this.#write = write;
    this.#copied = copiedFields(write);
  }

  /** Returns true if a text is copied unchanged from the outcome. */
  isCopied(text: string): boolean {
    return this.#copied.has(text);
  }

  /** Returns true if the sentence that a value is judged by has its key too. */
  isJudgedWithKey(value: unknown, subject: RecordSubject | null): boolean {
    if (subject === null) return false;
    if (typeof value !== "string") return typeof value === "number" || typeof value === "boolean";
    const text = value.trim();
    const isApart = this.#copied.has(text) || isOnlyAddress(text) || findJson(text) !== undefined;
    return text !== "" && !isApart && !isPartOf(text, subject.name);
  }

  /** The problems of a key of several words, which is read like a sentence. */
  key(key: string): TextProblem[] {
    const spaced = spaceKey(key);
    return this.#write.user.names(spaced) ? [] : judgeText(spaced, this.#write);
  }

  /** The problems of a number or truth value. */
  figure(value: number | boolean, place: WritePlace): TextProblem[] {
    const { subject, keys } = place;
    const { user } = this.#write;
    const own = findMeaningfulKeys(place);
    if (subject?.kind !== "person" && user.names(`${own.join(" ")} ${value}`)) return [];
    if (subject !== null)
      return this.#isPlainFigure(value, place, subject) ? [] : this.ofSubject(subject, own, value);
    const key = keys.join(" ");
    if (keys.length === 0 || user.names(key)) return [];
    return [createProblem(`${key}: ${value}`, "not_restated")];
  }

  #isPlainFigure(value: number | boolean, { keys, relation }: WritePlace, { kind }: RecordSubject): boolean {
    if (kind === "person" || keys.length > 0) return false;
    if (typeof value === "boolean" || isWorkflowValue(relation, value, kind === "item")) return true;
    return kind === "item" && !isSupportedValue(String(value), this.#write);
  }

  /** The problems of a text that is no JSON and no table. */
  text(text: string, place: WritePlace): TextProblem[] {
    if (BASE64_FIELD.test(place.key)) return judgeFile(text, this.#write);
    if (isOnlyAddress(text)) return this.#judgeAddress(text);
    const isPerson = place.subject?.kind === "person";
    if (isNamingKey(place.key) && isPartOf(text, place.subject?.name ?? "")) return [];
    const isItem = !isPerson && place.subject?.kind !== "thing";
    if (place.keys.length === 0 && !isPerson && isWorkflowValue(place.relation, text, isItem)) return [];
    const subject = this.#subjectOfText(text, place);
    if (subject !== null || place.keys.length > 0) return this.#judgeField(text, { ...place, subject });
    return this.#judgePlainText(text, place.key);
  }

  /** Returns what a text, as the value of a field, is said of; null where it speaks for itself. */
  #subjectOfText(text: string, { subject, relation, keys }: WritePlace): RecordSubject | null {
    const isSupported = isSupportedValue(text, this.#write);
    if (subject === null) {
      const { asked } = this.#write.evidence;
      return isSupported && BELONGS.test(relation) && asked !== null ? { name: asked, kind: "thing" } : null;
    }
    if (TEXT_FIELD.test(relation) || isPartOf(text, subject.name)) return null;
    if (subject.kind === "person") return subject;
    if (isIdKey(relation)) return null;
    return subject.kind === "item" && keys.length === 0 && !isSupported ? null : subject;
  }

  /** A text whose meaning its key or its record completes. */
  #judgeField(text: string, place: WritePlace): TextProblem[] {
    const { user } = this.#write;
    const { subject, keys } = place;
    const own = findMeaningfulKeys(place);
    const pair = `${own.join(" ")} ${text}`;
    if (user.names(pair) || user.says(pair)) return [];
    const isUsersOwn = user.names(text) || user.says(text);
    if (keys.length === 0 && isUsersOwn && !isSupportedValue(text, this.#write)) return [];
    if (subject !== null) return this.ofSubject(subject, own, text);
    const { problem: found } = judgeLine(pair, this.#write, FIRST_LINE);
    return found === undefined ? [] : [{ sentence: `${own.join(" ")}: ${text}`, ...found }];
  }

  #judgePlainText(text: string, key: string): TextProblem[] {
    if (/\s/.test(text)) return judgeText(text, this.#write);
    return isPlainWord(text, key, this.#write) ? [] : judgeText(spaceJoinedWords(text), this.#write);
  }

  /** The problems of a value that a record gives to its subject under these keys. */
  ofSubject(
    subject: RecordSubject,
    keys: readonly string[],
    value: string | number | boolean,
  ): TextProblem[] {
    const sentence = `${subject.name}: ${[...keys, String(value)].join(" ")}`;
    if (keys.length === 0 && typeof value !== "string") return [createProblem(sentence, "no_key")];
    const { isSupported, judgement } = judgeField(subject, keys, value, this.#write);
    if (isSupported || judgement === undefined) return [];
    return [{ sentence, ...toLineProblem(judgement) }];
  }

  #judgeAddress(address: string): TextProblem[] {
    if (isNamedAddress(address, this.#write.evidence.addresses) || /^[^\s/]+@[^\s/]+$/.test(address))
      return [];
    return [createProblem(address, "unknown_link")];
  }
}

function isPartOf(text: string, name: string): boolean {
  return ` ${splitWords(name).join(" ")} `.includes(` ${splitWords(text).join(" ")} `);
}

/**
 * Returns the values that may be copied from an outcome beside its sentences: where and when a quote was
 * retrieved, and its hash.
 */
function copiedFields({ evidence }: WriteEvidence): ReadonlySet<string> {
  return new Set(
    evidence.outcomes.flatMap(({ ok, citations }) =>
      ok
        ? citations.flatMap(({ url, domain, retrieved_at, snippet_hash }) => [
            url,
            domain,
            retrieved_at,
            snippet_hash,
          ])
        : [],
    ),
  );
}

/** The value that a text holds as JSON; undefined for any other text. */
export function findJson(text: string): unknown {
  if (!/^[[{"]/.test(text)) return undefined;
  return tryParseJson(text);
}
