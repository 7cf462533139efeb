import type { GateRule } from "../rule.ts";

const COMPOUND_IDENTIFIER = /\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+\b/g;
const ASKS_OF_CODE =
  /\b(?:defined|declared|implemented|called|used|tested|exported|imported|instantiated|return|returns|throw|throws|fail|fails|do|work|handle)\b/;

/** What companies are not asked about. */
const ASKS_OF_CODE_ALONE =
  /\b(?:defined|declared|implemented|instantiated|exported|imported|throws?|returns?|returned|null|undefined|subclass(?:es)?|overrid(?:es?|den)|inherits?|refactor(?:ed)?)\b/;

/**
 * A question of how code works about an identifier (`RetryPolicy`), in words that are of code alone or about one that the caller's
 * workspace context contains. The context alone
 * never speaks against grounding, and a company written like an identifier stays askable: "who founded …" is no question of code.
 */
export const ownIdentifier: GateRule = {
  reason: "workspace",
  weight: -8,
  applies: ({ text, lower, workspaceContext }) => {
    if (!/^(?:how|where|why|what)\b/.test(lower)) return false;
    const identifiers = text.match(COMPOUND_IDENTIFIER) ?? [];
    if (identifiers.length > 0 && ASKS_OF_CODE_ALONE.test(lower)) return true;
    return (
      ASKS_OF_CODE.test(lower) && identifiers.some((identifier) => workspaceContext.includes(identifier))
    );
  },
};
