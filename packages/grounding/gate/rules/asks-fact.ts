import type { GateRule } from "../rule.ts";

const QUESTION_WORD =
  /^(?:(?:and|but|so|ok|okay|in|on|at|from|to|for|with|of|by|about|under|during|the|as)\s+){0,3}(?:who|whom|whose|what|which|when|where|why|how)(?:'s)?\b/;
const QUESTION_INSIDE =
  /[,.:]\s+(?:(?:in|on|at|from|to|for|with|by|of)\s+)?(?:who|whom|whose|what|which|when|where|why|how)\b[^.]*\?\s*$/;
const YES_OR_NO =
  /^(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\s+(?!you\b|i\b|we\b|my\b|it\b|this\b|that\b|there\b)/;
/** A statement left open at its end, for the reader to complete: "the canal between the two seas is called". */
const UNFINISHED =
  /\b(?:is|are|was|were|by|called|named|as|of|of an?|is an?|to the|in|from|for|using|than|(?:in|of|on|to|by|for|from|about|which|what)\s+(?:who|whom|what|which|where)|(?:which|what|how many|how much)(?:\s+[\p{L}'-]+){1,4}|_+)\s*$/u;
const INDIRECT =
  /\b(?:tell me|find out|look up|know|name|list|identify|state)\s+(?:who|whom|whose|what|which|when|where|why|how)\b|^(?:please )?(?:tell me|name|specify|state|identify)\s+(?:me )?(?:the|a|an|one|two|three|all)\b|^(?:please )?tell me (?:more |something |everything )?about (?!you|my\b|me\b)/;

/** A question about the world by its form: a question word in front, a yes-or-no question about a third thing, an indirect one. */
export const asksFact: GateRule = {
  reason: "asks_fact",
  weight: 3,
  applies: ({ lower, hits }) =>
    /[?؟？]$/.test(lower) ||
    hits.some(({ kind, language, from }) => kind === "question" && language !== "en" && from === 0) ||
    UNFINISHED.test(lower) ||
    QUESTION_WORD.test(lower) ||
    QUESTION_INSIDE.test(lower) ||
    YES_OR_NO.test(lower) ||
    INDIRECT.test(lower),
};
