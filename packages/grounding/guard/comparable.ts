import { streamSafeNfc } from "@plumbline/core/text/unicode.ts";
import { remember } from "../text/remembered.ts";

/**
 * A text as it is compared word for word: the forms of quotation marks, apostrophes and dashes, white space
 * and one final full stop are all one. Case stays.
 */
export function comparable(text: string): string {
  return compared(text);
}

const compared = remember((text) =>
  streamSafeNfc(text)
    .replace(/[“”„‟«»″]/g, '"')
    .replace(/[‘’‚‛ʼ′]/g, "'")
    .replace(/[‐-―−]/g, "-")
    .replace(/…/g, "...")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/(?<!\.)\.$/, ""),
);
