import { splitWords } from "../../text/tokens.ts";
import { LIST_MARK } from "../markup.ts";
import { isFieldName } from "../writes/field-statements.ts";

/**
 * Matches marks that open before a marker and close after it. They are dropped, because the quotation adds
 * quotation marks.
 */
const OPENERS = /[\s"“„«‘'(*_]+$/u;
/** Words that only introduce a quotation. */
const INTRODUCTORY_WORDS = new Set(
  "and or but also then moreover furthermore additionally finally however besides further in addition to that as well".split(
    " ",
  ),
);
/** Matches the name of a speaker or source before a quotation. The citation replaces it. */
const ATTRIBUTION = /^(?:according to|as) [^.:;]{1,80},$/i;
const LABEL = /^([^:.!?]{1,80}):$/;
/** Matches the cells of a table row before a marker: "| 1 | Ada Lovelace |". */
const CELLS = /^\|(?:[^|\n]{0,80}\|)*$/;
/** Matches a cell that only counts the row, or is empty. */
const ROW_NUMBER = /^\s*(?:\d{1,3}[.)]?)?\s*$/;

/** The part of a sentence before a marker. */
interface MarkerLead {
  /** The mark of a list item or quote, or the cells of a table row, to be placed before the quotation. */
  lineMark: string;
  /** The remaining text, which is judged separately. Empty if it says nothing. */
  text: string;
}

/**
 * Reads the text before a marker in its sentence. `names` are words that a label may contain: "Ada Lovelace:
 * [[3]]".
 */
export function findMarkerLead(lead: string, names: ReadonlySet<string>): MarkerLead {
  const bare = lead.replace(OPENERS, "");
  const mark = LIST_MARK.exec(bare)?.[0] ?? "";
  if (mark === bare && mark !== "") return { lineMark: `${mark.trim()} `, text: "" };
  if (CELLS.test(bare) && bare.split("|").every((cell) => isRowLabel(cell, names)))
    return { lineMark: `${bare} `, text: "" };
  const label = LABEL.exec(bare)?.[1];
  const isLabel = label !== undefined && splitWords(label).every((word) => names.has(word));
  const leadsOver = splitWords(bare).every((word) => INTRODUCTORY_WORDS.has(word));
  if (leadsOver || isLabel || ATTRIBUTION.test(bare)) return { lineMark: mark, text: "" };
  return { lineMark: "", text: bare };
}

/** Returns whether a cell says only who or what its row is about. */
function isRowLabel(cell: string, names: ReadonlySet<string>): boolean {
  return (
    ROW_NUMBER.test(cell) || splitWords(cell).every((word) => names.has(word)) || isFieldName(cell.trim())
  );
}
