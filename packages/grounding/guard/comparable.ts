import { streamSafeNfc } from "@plumbline/core/text/unicode.ts";
import { memoize } from "../text/memoize.ts";

/**
 * Returns a text in the form in which texts are compared word for word. Variants of quotation marks,
 * apostrophes, dashes and white space, and one final full stop, make no difference. Case does.
 */
export const normalizeTypography = memoize((text) =>
  streamSafeNfc(text)
    .replace(/[“”„‟«»″]/g, '"')
    .replace(/[‘’‚‛ʼ′]/g, "'")
    .replace(/[‐-―−]/g, "-")
    .replace(/…/g, "...")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/(?<!\.)\.$/, ""),
);
