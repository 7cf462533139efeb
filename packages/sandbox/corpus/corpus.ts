import { readFileSync } from "node:fs";

/**
 * A short text of the bundled corpus, which the sandbox's search backends search. `id` is `<topic>-<number>`.
 * Texts about the same subject share the topic.
 */
export type CorpusText = {
  readonly id: string;
  /**
   * On a host reserved for examples (RFC 2606), because the sentences are invented and must not be attributed
   * to a real site.
   */
  readonly url: string;
  readonly title: string;
  /** 60 to 120 words of plain sentences, each of which can be quoted on its own. */
  readonly text: string;
  /** Calendar date, `YYYY-MM-DD`. */
  readonly published?: string;
};

/** Thrown for a corpus that does not match `CorpusText[]`. The message names the entry and the field. */
export class CorpusError extends Error {
  override readonly name = "CorpusError";
}

const knownFields: ReadonlySet<string> = new Set(["id", "url", "title", "text", "published"]);

let bundled: readonly CorpusText[] | undefined;

/** Returns the bundled corpus in file order. Reads it once. Throws `CorpusError` if the file is malformed. */
export function loadCorpus(): readonly CorpusText[] {
  bundled ??= parseCorpus(readFileSync(new URL("./corpus.json", import.meta.url), "utf8"));
  return bundled;
}

/** Parses a JSON array. Throws `CorpusError` for a wrong shape, an unknown field, or a repeated ID or URL. */
export function parseCorpus(json: string): readonly CorpusText[] {
  const entries = parseJson(json);
  if (!Array.isArray(entries)) throw new CorpusError("the corpus is not an array");
  const texts = entries.map((entry: unknown, index) => parseText(entry, `entry ${index}`));
  refuseRepeated(texts, "id");
  refuseRepeated(texts, "url");
  return texts;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (cause) {
    throw new CorpusError("the corpus is not JSON", { cause });
  }
}

function parseText(entry: unknown, where: string): CorpusText {
  if (typeof entry !== "object" || entry === null) throw new CorpusError(`${where} is not an object`);
  const fields = new Map<string, unknown>(Object.entries(entry));
  const unknownField = [...fields.keys()].find((field) => !knownFields.has(field));
  if (unknownField !== undefined) throw new CorpusError(`${where}: unknown field ${unknownField}`);

  const read = (field: string): string => {
    const value = fields.get(field);
    if (typeof value === "string" && value.trim() !== "") return value;
    throw new CorpusError(`${where}: ${field} is not a text`);
  };
  const text = { id: read("id"), url: read("url"), title: read("title"), text: read("text") };
  if (!isAbsoluteUrl(text.url)) throw new CorpusError(`${where}: url is not absolute`);
  if (!fields.has("published")) return text;
  const published = read("published");
  if (!isCalendarDate(published)) throw new CorpusError(`${where}: published is not a date`);
  return { ...text, published };
}

/**
 * Returns whether a text is an absolute URL. Uses the constructor because `URL.canParse` of Node 20 is wrong
 * about non-ASCII letters once its caller has been optimised.
 */
function isAbsoluteUrl(text: string): boolean {
  try {
    return new URL(text).href !== "";
  } catch {
    return false;
  }
}

/** Returns whether a date exists. Otherwise `2024-02-31` would be read as 2 March. */
function isCalendarDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString() === `${value}T00:00:00.000Z`;
}

function refuseRepeated(texts: readonly CorpusText[], field: "id" | "url"): void {
  const values = texts.map((text) => text[field]);
  const repeated = values.find((value, index) => values.indexOf(value) !== index);
  if (repeated !== undefined) throw new CorpusError(`${field} ${repeated} is used twice`);
}
