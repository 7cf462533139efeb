import type { GateRule } from "../rule.ts";

const QUANTITY =
  /(?<![\w.])\$?\d+(?:,\d{3})*(?:\.\d+)?(?:\/\d+(?:rds?|ths?|nds?)?)?%?(?![\w-]*\p{L}{3,}\d)|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|dozen|twice|thrice|double|triple|half|third|quarter|each|every|per)\b/giu;
const YEAR = /^(?:1[0-9]\d\d|20\d\d)$/;
const ASKS_AMOUNT =
  /\b(?:how (?:many|much|long|old|far|fast|tall|big|often|heavy|high)|what (?:is|are|was|were|will|would|percent\w*|fraction)\b|calculate|find the|total|average|percent\w*|ratio|difference|altogether|in all|combined|remaining|left|cost)\b/i;
const FORMULA =
  /^[\s\d+\-*/^().,=x?%]*\d\s*[-+*/^×÷]\s*\d[\s\d+\-*/^().,=x?%]*$|\b(?:what is|calculate|compute|solve|evaluate|simplify)\b[^\p{L}]*\d+(?:\.\d+)?\s*(?:[-+*/^×÷]|plus|minus|times|divided by|percent of|% of)/iu;
/** A sum, or a word problem: a little story with at least two quantities that asks for an amount. */
export const arithmetic: GateRule = {
  reason: "arithmetic",
  weight: -12,
  applies: ({ text }) => {
    if (FORMULA.test(text)) return true;
    if (!ASKS_AMOUNT.test(text)) return false;
    const quantities = (text.match(QUANTITY) ?? []).filter((quantity) => !YEAR.test(quantity));
    if (isWordProblem(text)) return true;
    const statements = text.split(/[.!?]\s+(?=["'(]?[\p{Lu}\d])/u).length - 1;
    return statements >= 1
      ? quantities.length >= 2
      : quantities.length >= 3 || (quantities.length >= 2 && /\bif\b/i.test(text));
  },
};

const LAST_SENTENCE = /[.!?]\s+(?=\p{Lu}[^.!?]*\?\s*$)/u;
const AMOUNT_IN_DIGITS = /[$€£]\s?\d|(?<![\w.])\d+(?:[.,]\d+)*(?:%|\b)/g;

/** A statement with an amount in digits, and a question for an amount at its end. */
function isWordProblem(text: string): boolean {
  const at = text.search(LAST_SENTENCE);
  if (at === -1 || !ASKS_AMOUNT.test(text.slice(at))) return false;
  return (text.slice(0, at).match(AMOUNT_IN_DIGITS) ?? []).some((amount) => !YEAR.test(amount));
}
