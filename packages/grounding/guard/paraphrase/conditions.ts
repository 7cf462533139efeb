import type { ReadSentence } from "./read-sentence.ts";

/** Matches words before a condition or an exception. */
const EXCEPTIONS =
  /\b(?:unless|except(?:ing)?|excluding|only (?:if|when|for)|provided (?:that|you|they)|as long as|but not)\b/i;
const EXCEPTS =
  /\b(?:unless|except\w*|exclud\w+|only|provided|as long as|not|without|other than|if)\b|n['’]t\b/i;
const IF = /\bif\b/i;
const CONDITIONAL =
  /\b(?:if|when|whenever|in case|should|unless|where|who|with|for|provided|may|might|could|would|can|depend\w*|whether)\b/i;
/** Matches words that name a cause. */
const CAUSE =
  /\b(?:because|due to|as a result|therefore|thus|consequently|owing to|thanks to|leads? to|led to|caus(?:e|es|ed|ing)|results? in|resulted in)\b/i;
const CAUSES =
  /\b(?:because|due|result\w*|therefore|thus|consequent\w*|owing|thanks|leads?|led|caus\w+|since|so|why|reason\w*|from|for|as|by|mak(?:e|es|ing)|made|through|blam\w+|attribut\w+)\b/i;
/** Words for relative time. Words of one set are synonyms. */
const BEFORE = new Set(["before", "prior", "ahead"]);
const AFTER = new Set("after following since later then afterwards when once".split(" "));
const UNTIL = new Set(["until", "till"]);
const DURING = new Set("during while amid throughout".split(" "));
const TIMES = [BEFORE, AFTER, UNTIL, DURING];
/** Time words of a statement, each with the words of the evidence that contradict it. */
const CONTRADICTING_TIMES: readonly (readonly [ReadonlySet<string>, readonly ReadonlySet<string>[]])[] = [
  [new Set(["before"]), [AFTER, DURING, UNTIL]],
  [new Set(["after", "since"]), [BEFORE, UNTIL, DURING]],
  [UNTIL, [AFTER, DURING, BEFORE]],
  [new Set(["during", "while"]), [BEFORE, AFTER, UNTIL]],
];

/**
 * Returns whether the evidence has a condition or an exception that the statement drops, or the statement
 * adds its own condition or cause.
 */
export function conditionDiffers(said: ReadSentence, source: ReadSentence): boolean {
  if (EXCEPTIONS.test(source.text) && !EXCEPTS.test(said.text)) return true;
  if (/\bunless\b/i.test(said.text) && !/\bunless\b/i.test(source.text)) return true;
  if (/\beven if\b/i.test(said.text) && !/\beven if\b/i.test(source.text)) return true;
  if (IF.test(source.text) && !CONDITIONAL.test(said.text) && mentionsConditional(said, source)) return true;
  if (IF.test(said.text) && (!CONDITIONAL.test(source.text) || isUnless(source.text))) return true;
  return CAUSE.test(said.text) && !CAUSES.test(source.text);
}

const isUnless = (text: string) => /\bunless\b/i.test(text) && !IF.test(text);

/**
 * Returns whether the statement contains words that depend on the evidence's condition, but no word of the
 * condition itself.
 */
function mentionsConditional(said: ReadSentence, { text, words }: ReadSentence): boolean {
  const from = text.search(IF);
  const comma = text.indexOf(",", from);
  const until = comma < 0 || from > 0 ? text.length : comma;
  const shared = (isIn: (start: number) => boolean) =>
    words.filter(({ stop, start, stem }) => !stop && isIn(start) && said.content.has(stem)).length;
  const inside = shared((start) => start >= from && start < until);
  return inside === 0 && shared((start) => start < from || start >= until) > 1;
}

/**
 * Returns whether a statement places an action before, after or during something differently from the
 * evidence.
 */
export function timeDiffers(said: ReadSentence, source: ReadSentence): boolean {
  const has = ({ words }: ReadSentence, wanted: ReadonlySet<string>) =>
    words.some(({ word }) => wanted.has(word));
  return CONTRADICTING_TIMES.some(
    ([ours, others]) =>
      has(said, ours) &&
      !TIMES.some((same) => [...ours].some((word) => same.has(word)) && has(source, same)) &&
      others.some((other) => has(source, other)),
  );
}
