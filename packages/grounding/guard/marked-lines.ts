import { listContentStems } from "../lexicon/stems.ts";
import { isVerb } from "../lexicon/word-lists.ts";
import { splitWords } from "../text/tokens.ts";
import type { Evidence } from "./evidence.ts";
import type { Judgement } from "./judgement.ts";
import { removeEmphasis } from "./markup.ts";
import { hasDecisiveWord } from "./paraphrase/equivalents.ts";
import { isFieldName, judgeField } from "./writes/field-statements.ts";

/** "- **Founded:** 1984": a field of the answer's subject. */
const FIELD =
  /^\s*(?:[-*+•·]\s+)?\*{0,2}(?<key>[^\s:*|][^:*|]{1,40}?)(?::\*{0,2}|\*{1,2}:)\s+(?<value>[^\s|][^|]*)$/u;
/** "| Founded | 1984 |": a row of a table. RULE is the line of dashes below its header. */
const ROW = /^\s*\|(?<cells>.+)\|\s*$/u;
const RULE = /^[\s|:+-]*-[\s|:+-]*$/u;
const MAX_HEADER_WORDS = 5;
/** Replaces an unsupported value in a table. */
const NO_VALUE = "–";

/** A line of Markdown whose values are supported, apart from those that are `withheld`. */
export interface MarkedLine {
  text: string;
  found: readonly Judgement[];
  withheld: readonly string[];
}

/**
 * Judges the lines of an answer that are not sentences: fields in a list ("- **Founded:** 1984") and the rows
 * of tables, cell by cell. A value is judged like a field of a record that a tool writes: by the sentence
 * that a source would use for it.
 */
export class MarkedLines {
  readonly #evidence: Evidence;
  #header: readonly string[] | undefined;

  constructor(evidence: Evidence) {
    this.#evidence = evidence;
  }

  /** Returns `undefined` for any other line. `subject` is the answer's at this point. */
  judge(line: string, subject: string | null): MarkedLine | undefined {
    const cells = ROW.exec(line)
      ?.groups?.cells?.split("|")
      .map((cell) => removeEmphasis(cell.trim()));
    if (cells === undefined) this.#header = undefined;
    if (cells !== undefined) return this.#row(line, cells, subject);
    const { key = "", value = "" } = FIELD.exec(line)?.groups ?? {};
    const found = subject === null || key === "" ? undefined : this.#field(subject, key, value);
    return found && { text: line, found: [found], withheld: [] };
  }

  #row(line: string, cells: readonly string[], subject: string | null): MarkedLine | undefined {
    const header = this.#header;
    const passes = { text: line, found: [], withheld: [] };
    if (RULE.test(line)) return passes;
    if (header === undefined) {
      if (cells.length < 2 || !cells.every(isColumnName)) return undefined;
      this.#header = cells;
      return passes;
    }
    const [name = "", ...values] = cells;
    const about =
      subject !== null && cells.length === 2 ? this.#field(subject, name, values[0] ?? "") : undefined;
    if (about) return { text: line, found: [about], withheld: [] };
    const judged = values.map((value, at) => this.#field(name, header[at + 1] ?? "", value));
    const found = judged.filter((one) => one !== undefined);
    if (found.length === 0) return undefined;
    const kept = values.map((value, at) => (judged[at] ? value : NO_VALUE));
    const withheld = values.flatMap((value, at) => {
      const isKept = judged[at] !== undefined || !/[\p{L}\p{N}]/u.test(value);
      return isKept ? [] : [`${name}, ${header[at + 1] ?? ""}: ${value}`];
    });
    return { text: withheld.length === 0 ? line : `| ${[name, ...kept].join(" | ")} |`, found, withheld };
  }

  #field(name: string, key: string, value: string): Judgement | undefined {
    const stated = removeEmphasis(value).replace(/[.;]$/u, "");
    const subject = { name, kind: "thing" } as const;
    const { isSupported, judgement } = judgeField(subject, [key], stated, { evidence: this.#evidence });
    return isSupported ? judgement : undefined;
  }
}

/** Returns true if the name of a column states nothing. */
function isColumnName(cell: string): boolean {
  const words = splitWords(cell);
  if (isFieldName(cell)) return true;
  return (
    words.length <= MAX_HEADER_WORDS &&
    !words.some((word) => isVerb(word, "en")) &&
    !/\d/.test(cell) &&
    !hasDecisiveWord(listContentStems(cell, "en"))
  );
}
