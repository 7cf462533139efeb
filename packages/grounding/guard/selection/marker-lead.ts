import { splitWords } from "../../text/tokens.ts";
import { LIST_MARK } from "../markup.ts";

/** Marks that open before a marker and close behind it; they are dropped, as the quotation brings its own. */
const OPENERS = /[\s"“„«‘'(*_]+$/u;
/** Words that only lead over to a quotation. */
const LEADING_OVER = new Set(
  "and or but also then moreover furthermore additionally finally however besides further in addition to that as well".split(
    " ",
  ),
);
/** The name of a speaker or source ahead of a quotation; the citation says it better. */
const ATTRIBUTION = /^(?:according to|as) [^.:;]{1,80},$/i;
const LABEL = /^([^:.!?]{1,80}):$/;

/** The part of a sentence that stands ahead of a marker. */
export interface MarkerLead {
  /** The mark of a list item or quote, to stand before the quotation. */
  lineMark: string;
  /** The text that is left to be judged by itself; empty when it says nothing. */
  text: string;
}

/**
 * Reads what stands ahead of a marker in its sentence. `names` are words that a label may hold: "Ada
 * Lovelace: [[3]]".
 */
export function leadOf(lead: string, names: ReadonlySet<string>): MarkerLead {
  const bare = lead.replace(OPENERS, "");
  const mark = LIST_MARK.exec(bare)?.[0] ?? "";
  if (mark === bare && mark !== "") return { lineMark: `${mark.trim()} `, text: "" };
  const isLabel =
    splitWords(LABEL.exec(bare)?.[1] ?? "").every((word) => names.has(word)) && LABEL.test(bare);
  const leadsOver = splitWords(bare).every((word) => LEADING_OVER.has(word));
  if (leadsOver || isLabel || ATTRIBUTION.test(bare)) return { lineMark: mark, text: "" };
  return { lineMark: "", text: bare };
}
