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

/** Judges single values of a write, depending on their place in its arguments. */
export class ValueJudge {
  readonly #write: WriteEvidence;
  readonly #copied: ReadonlySet<string>;

  constructor(write: WriteEvidence) {
    this.#write = write;
    this.#copied = listCopyableValues(write);
  }

  /** Returns whether a text is copied unchanged from an outcome. */
  isCopied(text: string): boolean {
    return this.#copied.has(text);
  }

  /** Returns whether a value is judged together with its key, as one sentence about the subject. */
  isJudgedWithKey(value: unknown, subject: RecordSubject | null): boolean {
    if (subject === null) return false;
    if (typeof value !== "string") return typeof value === "number" || typeof value === "boolean";
    const text = value.trim();
    const isApart = this.#copied.has(text) || isOnlyAddress(text) || findJson(text) !== undefined;
    return text !== "" && !isApart && !isPartOf(text, subject.name);
  }

  /** Returns the problems of a key of several words, which is read like a sentence: "convicted of fraud". */
  judgeKey(key: string): TextProblem[] {
    const spaced = spaceKey(key);
    return this.#write.user.names(spaced) ? [] : judgeText(spaced, this.#write);
  }

  /** Returns the problems of a number or boolean. */
  judgeFigure(value: number | boolean, place: WritePlace): TextProblem[] {
    const { subject, keys } = place;
    const { user } = this.#write;
    const own = findMeaningfulKeys(place);
    if (subject?.kind !== "person" && user.names(`${own.join(" ")} ${value}`)) return [];
    if (subject !== null)
      return this.#isPlainFigure(value, place, subject) ? [] : this.judgeFieldOf(subject, own, value);
    const key = keys.join(" ");
    if (keys.length === 0 || user.names(key)) return [];
    return [createProblem(`${key}: ${value}`, "not_restated")];
  }

  #isPlainFigure(value: number | boolean, { keys, relation }: WritePlace, { kind }: RecordSubject): boolean {
    if (kind === "person" || keys.length > 0) return false;
    if (typeof value === "boolean" || isWorkflowValue(relation, value, kind === "item")) return true;
    return kind === "item" && !isSupportedValue(String(value), this.#write);
  }

  /** Returns the problems of a text that is neither JSON nor a table. */
  judgeString(text: string, place: WritePlace): TextProblem[] {
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

  /** Returns the subject that a text in a field describes. Null if the text is a statement itself. */
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

  /** Returns the problems of a text that has a meaning only together with its key or its record. */
  #judgeField(text: string, place: WritePlace): TextProblem[] {
    const { user } = this.#write;
    const { subject, keys } = place;
    const own = findMeaningfulKeys(place);
    const pair = `${own.join(" ")} ${text}`;
    if (user.names(pair) || user.says(pair)) return [];
    const isUsersOwn = user.names(text) || user.says(text);
    if (keys.length === 0 && isUsersOwn && !isSupportedValue(text, this.#write)) return [];
    if (subject !== null) return this.judgeFieldOf(subject, own, text);
    const { problem: found } = judgeLine(pair, this.#write, FIRST_LINE);
    return found === undefined ? [] : [{ sentence: `${own.join(" ")}: ${text}`, ...found }];
  }

  #judgePlainText(text: string, key: string): TextProblem[] {
    if (/\s/.test(text)) return judgeText(text, this.#write);
    return isPlainWord(text, key, this.#write) ? [] : judgeText(spaceJoinedWords(text), this.#write);
  }

  /** Returns the problems of a value that a record gives to its subject under these keys. */
  judgeFieldOf(
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

/** Returns the values other than sentences that may be copied from outcomes: addresses, dates and hashes. */
function listCopyableValues({ evidence }: WriteEvidence): ReadonlySet<string> {
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

/** Returns the value of a text in JSON, or `undefined` for any other text. */
export function findJson(text: string): unknown {
  if (!/^[[{"]/.test(text)) return undefined;
  return tryParseJson(text);
}
