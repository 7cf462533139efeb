import { splitWords } from "../../text/tokens.ts";
import { isNamed } from "../addresses.ts";
import { FIRST_LINE, isLabel, judgeLine, type WriteEvidence } from "./judge-line.ts";
import { judgeFile, judgeText, problem, type TextProblem } from "./judge-text.ts";
import { isPlainKey, judgeField, keyWords, namesPerson, personOf } from "./person-record.ts";
import { isAddressAlone, isPlainWord, saysSomething, spaceJoinedWords } from "./plain-values.ts";

/** Something a write would say that it may not. */
export interface WriteProblem extends TextProblem {
  /** Where it stands, such as "contacts.0.properties.company". */
  argument: string;
}

/** Added to every tool. */
const OWN = ["credential_id", "timeout_seconds"];
/** JSON within JSON is read so deep. */
const DEEPEST = 8;
const MOST_VALUES = 200_000;
const MOST_PROBLEMS = 1_000;
/** Fields that are read as text, whoever the record is about. */
const TEXT_FIELD =
  /^(?:text|content|body|message|markdown|html|plain_?text|description|summary|notes?|comment|title|subject|headline|caption|alt(?:_text)?|value|heading)$/i;
const BASE64_FIELD = /base64/i;

interface Place {
  /** Path of the argument, such as "contacts.0.properties.company"; cut where it is long. */
  argument: string;
  /** The same path without the places in lists. */
  field: string;
  /** The innermost name of a field. */
  key: string;
  /** The person that the record is about, as a key or a field beside it names them. */
  person: string | null;
  /** The innermost keys on the path that say something. */
  keys: readonly string[];
  /** Number of JSON texts nested in one another. */
  texts: number;
}

const TOP: Place = { argument: "", field: "", key: "", person: null, keys: [], texts: 0 };
const LONGEST_PATH = 200;
const MOST_KEYS = 6;

/**
 * Finds what a write would say that neither the evidence nor the user says, in the order of its arguments.
 * Every readable value is judged: texts, names of fields, numbers and booleans about a person. `identifiers`
 * are the arguments, or the paths within them, that only name where the write goes and which thing is meant.
 * In those, only text that can be read as prose is judged.
 */
export function judgeWrite(
  args: unknown,
  identifiers: readonly string[],
  write: WriteEvidence,
): WriteProblem[] {
  const walk = new Walk(new Set([...OWN, ...identifiers]), write);
  walk.all(args);
  return walk.problems;
}

class Walk {
  readonly problems: WriteProblem[] = [];
  readonly #identifiers: ReadonlySet<string>;
  readonly #write: WriteEvidence;
  readonly #copied: ReadonlySet<string>;
  /**
   * Values that are still to be judged, the next one last. A list keeps deep nesting off the call stack, as a
   * model may nest as deep as its answer is long.
   */
  readonly #left: { value: unknown; place: Place }[] = [];

  constructor(identifiers: ReadonlySet<string>, write: WriteEvidence) {
    this.#identifiers = identifiers;
    this.#write = write;
    this.#copied = copiedFields(write);
  }

  all(args: unknown): void {
    this.#left.push({ value: args, place: TOP });
    for (let judged = 0; this.#left.length > 0; judged += 1) {
      const { value, place } = this.#left.pop() ?? { value: null, place: TOP };
      if (judged === MOST_VALUES || this.problems.length > MOST_PROBLEMS) {
        this.#report(place, [problem("…", "too_long", "It holds more than can be checked.")]);
        return;
      }
      this.#value(value, place);
    }
  }

  #value(value: unknown, place: Place): void {
    if (typeof value === "string") this.#text(value, place);
    else if (typeof value === "number" || typeof value === "boolean") this.#figure(value, place);
    else if (Array.isArray(value)) {
      const items = value.map((item, at) => ({
        value: item,
        place: { ...place, argument: joined(place.argument, String(at)) },
      }));
      this.#push(items);
    } else if (typeof value === "object" && value !== null) this.#object(Object.entries(value), place);
  }

  #push(items: readonly { value: unknown; place: Place }[]): void {
    for (let at = items.length - 1; at >= 0; at -= 1) {
      const item = items[at];
      if (item) this.#left.push(item);
    }
  }

  #object(fields: readonly (readonly [string, unknown])[], place: Place): void {
    const named = personOf(fields, this.#write) ?? place.person;
    const items: { value: unknown; place: Place }[] = [];
    for (const [key, field] of fields) {
      const inner = { ...place, argument: joined(place.argument, key), field: joined(place.field, key), key };
      if (this.#identifiers.has(inner.field)) {
        this.#report(inner, this.#proseOfIdentifier(field));
        continue;
      }
      const isArgument = place.field === "" && place.texts === 0;
      const isPerson = !isArgument && namesPerson(key, this.#write);
      const plain = isArgument || isPerson || isPlainKey(key, this.#write);
      // A name alone tells nothing; a key of several words is read like a sentence.
      if (!plain && keyWords(key).length > 1) this.#report(inner, this.#judgeKey(key));
      const keys = plain ? place.keys : [...place.keys, key].slice(-MOST_KEYS);
      items.push({ value: field, place: { ...inner, person: isPerson ? key : named, keys } });
    }
    this.#push(items);
  }

  #judgeKey(key: string): TextProblem[] {
    const spaced = key.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").replace(/[_-]+/g, " ");
    return this.#write.user.names(spaced) ? [] : judgeText(spaced, this.#write);
  }

  #figure(value: number | boolean, place: Place): void {
    const { person, keys } = place;
    if (person === null && keys.length === 0) return;
    if (person === null) {
      const key = keys.join(" ");
      if (this.#write.user.names(`${key} ${value}`) || this.#write.user.names(key)) return;
      this.#report(place, [problem(`${key}: ${value}`, "not_restated", "No source says it.")]);
      return;
    }
    this.#report(place, this.#ofPerson(person, ownKeys(place), value));
  }

  #text(written: string, place: Place): void {
    const text = written.trim();
    if (text === "" || this.#copied.has(text)) return;
    const parsed = place.texts < DEEPEST ? jsonIn(text) : undefined;
    if (parsed === undefined) this.#report(place, this.#judgeText(text, place));
    else this.#push([{ value: parsed, place: { ...place, texts: place.texts + 1 } }]);
  }

  #judgeText(text: string, place: Place): TextProblem[] {
    const { key, person, keys } = place;
    if (BASE64_FIELD.test(key)) return judgeFile(text, this.#write);
    if (isAddressAlone(text)) return this.#judgeAddress(text);
    const isOfPerson = person !== null && !TEXT_FIELD.test(key) && !isPartOf(text, person);
    return keys.length > 0 || isOfPerson ? this.#judgeField(text, place) : this.#judgePlainText(text, key);
  }

  /** A text whose meaning its key or its record completes. */
  #judgeField(text: string, place: Place): TextProblem[] {
    const { user } = this.#write;
    const own = ownKeys(place);
    const pair = `${own.join(" ")} ${text}`;
    if (user.names(pair) || user.says(pair)) return [];
    if (place.keys.length === 0 && (user.names(text) || user.says(text))) return [];
    if (place.person !== null) return this.#ofPerson(place.person, own, text);
    const { problem: found } = judgeLine(pair, this.#write, FIRST_LINE);
    return found === undefined ? [] : [{ sentence: `${own.join(" ")}: ${text}`, ...found }];
  }

  #judgePlainText(text: string, key: string): TextProblem[] {
    if (/\s/.test(text)) return judgeText(text, this.#write);
    return isPlainWord(text, key, this.#write) ? [] : judgeText(spaceJoinedWords(text), this.#write);
  }

  #ofPerson(person: string, keys: readonly string[], value: string | number | boolean): TextProblem[] {
    const judgement = judgeField(person, keys, value, this.#write);
    if (judgement === undefined) return [];
    const { verdict, reasons, source } = judgement;
    const reason = reasons[0] ?? { code: "not_restated", text: "No source says it." };
    const sentence = `${person}: ${[...keys, String(value)].join(" ")}`;
    return [{ sentence, verdict: verdict === "unsupported" ? verdict : "unclear", reason, source }];
  }

  #judgeAddress(address: string): TextProblem[] {
    if (isNamed(address, this.#write.evidence.addresses) || /^[^\s/]+@[^\s/]+$/.test(address)) return [];
    return [
      problem(address, "unknown_link", "It leads to an address that neither the user nor a citation named."),
    ];
  }

  /** "John Miller, thief <ada@example.com>", or an address whose path is a sentence. */
  #proseOfIdentifier(value: unknown): TextProblem[] {
    const texts =
      typeof value === "string"
        ? [value]
        : Array.isArray(value)
          ? value.filter((one) => typeof one === "string")
          : [];
    return texts.flatMap((text) => {
      const display = /^"?(?<name>[^<>"]+?)"?\s*<(?<address>[^<>]+)>$/u.exec(text.trim())?.groups;
      if (display !== undefined) return this.#judgeDisplayName(display.name ?? "", display.address ?? "");
      if (!/^[a-z]+:\/\//i.test(text) || isNamed(text, this.#write.evidence.addresses)) return [];
      return saysSomething(text, this.#write)
        ? [problem(text, "unknown_link", "Its path or query is a text that nobody gave.")]
        : [];
    });
  }

  #judgeDisplayName(name: string, address: string): TextProblem[] {
    const { said, borne } = this.#write.evidence;
    const mailbox = address.toLowerCase();
    const isKnown = (word: string) =>
      mailbox.includes(word) ||
      said.names.named.has(word) ||
      borne.names.named.has(word) ||
      isLabel(word, this.#write.evidence);
    return splitWords(name).every(isKnown)
      ? []
      : [problem(name, "unknown_name", "Nobody named the recipient so.")];
  }

  #report({ argument }: Place, problems: readonly TextProblem[]): void {
    for (const one of problems) this.problems.push({ argument, ...one });
  }
}

function joined(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`.slice(0, LONGEST_PATH);
}

function isPartOf(text: string, name: string): boolean {
  return ` ${splitWords(name).join(" ")} `.includes(` ${splitWords(text).join(" ")} `);
}

/** The keys that say what a value is of a person: those that say something, else the innermost. */
function ownKeys({ keys, key, person }: Place): readonly string[] {
  if (keys.length > 0) return keys;
  return key === person ? [] : [key];
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

function jsonIn(text: string): unknown {
  if (!/^[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
