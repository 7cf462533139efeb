import type { GateRule } from "../rule.ts";

const COMPOUND_IDENTIFIER = /\b[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+\b/g;
const ASKS_OF_CODE =
  /\b(?:defined|declared|implemented|called|used|tested|exported|imported|instantiated|return|returns|throw|throws|fail|fails|do|work|handle)\b/;

/**
 * A question of how code works about an identifier (`RetryPolicy`) that the caller's workspace context contains. The context alone
 * never speaks against grounding, and a company written like an identifier stays askable: "who founded …" is no question of code.
 */
export const ownIdentifier: GateRule = {
  reason: "workspace",
  weight: -8,
  applies: ({ text, lower, workspaceContext }) =>
    workspaceContext !== "" &&
    /^(?:how|where|why|what)\b/.test(lower) &&
    ASKS_OF_CODE.test(lower) &&
    (text.match(COMPOUND_IDENTIFIER) ?? []).some((identifier) => workspaceContext.includes(identifier)),
};
