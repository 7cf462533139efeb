import { readFileSync } from "node:fs";

/**
 * One short text of the bundled corpus, as a search backend of the sandbox finds it.
 * `id` is `<topic>-<number>`: texts about the same subject share the topic.
 */
export type CorpusText = {
  readonly id: string;
  /**
   * On a host reserved for examples (RFC 2606): the sentences are ours, no real site may be cited for them.
   */
  readonly url: string;
  readonly title: string;
  /** 60 to 120 words of plain sentences that can be quoted one by one. */
  readonly text: string;
  /** Calendar date, `YYYY-MM-DD`. */
  readonly published?: string;
};

/** A corpus that is not what `CorpusText[]` promises; the message names the entry and the field. */
export class CorpusError extends Error {
  override readonly name = "CorpusError";
}

const knownFields: ReadonlySet<string> = new Set(["id", "url", "title", "text", "published"]);

let bundled: readonly CorpusText[] | undefined;

/** The bundled corpus, in file order, read once. Throws `CorpusError` when the file is malformed. */
export function loadCorpus(): readonly CorpusText[] {
  bundled ??= parseCorpus(readFileSync(new URL("./corpus.json", import.meta.url), "utf8"));
  return bundled;
}

/** Reads a JSON array. Throws `CorpusError` on a wrong shape, an unknown field, a repeated id or URL. */
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
 * By construction, as `URL.canParse` of Node 20 is wrong about letters outside ASCII once a caller of it has
 * been optimised.
 */
function isAbsoluteUrl(text: string): boolean {
  try {
    return new URL(text).href !== "";
  } catch {
    return false;
  }
}

/** A day that exists: `2024-02-31` would otherwise be read as 2 March. */
function isCalendarDate(value: string): boolean {
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString() === `${value}T00:00:00.000Z`;
}

function refuseRepeated(texts: readonly CorpusText[], field: "id" | "url"): void {
  const values = texts.map((text) => text[field]);
  const repeated = values.find((value, index) => values.indexOf(value) !== index);
  if (repeated !== undefined) throw new CorpusError(`${field} ${repeated} is used twice`);
}
