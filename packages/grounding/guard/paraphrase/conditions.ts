import type { ReadSentence } from "./read-sentence.ts";

/** Matches words before a condition or an exception. */
const EXCEPTIONS =
  /\b(?:unless|except(?:ing)?|excluding|only (?:if|when|for)|provided (?:that|you|they)|as long as|but not)\b/i;
const EXCEPTS =
  /\b(?:unless|except\w*|exclud\w+|only|provided|as long as|not|without|other than|if)\b|n['’]t\b/i;
const IF = /\bif\b/i;
const CONDITIONAL =
  /\b(?:if|when|whenever|in case|should|unless|provided|may|might|could|can|depend\w*|whether)\b/i;
/** Matches words that name a cause. */
const CAUSE =
  /\b(?:because|due to|as a result|therefore|thus|consequently|owing to|thanks to|leads? to|led to|caus(?:e|es|ed|ing)|results? in|resulted in)\b/i;
const CAUSES =
  /\b(?:because|due|result\w*|therefore|thus|consequent\w*|owing|thanks|leads?|led|caus\w+|since|so|why|reason\w*|from|for|as|by|mak(?:e|es|ing)|made|through|blam\w+|attribut\w+)\b/i;
const BEFORE = "before prior ahead";
const AFTER = "after following since later then afterwards when once";
const UNTIL = "until till";
const DURING = "during while amid throughout";
/**
 * Small words of a statement, the synonyms that the evidence may have, and what contradicts them there. They
 * are not content words, so no other rule compares them.
 */
const OPPOSITES = (
  [
    ["before", BEFORE, `${AFTER} ${DURING} ${UNTIL}`],
    ["after since", AFTER, `${BEFORE} ${UNTIL} ${DURING}`],
    [UNTIL, UNTIL, `${AFTER} ${DURING} ${BEFORE}`],
    ["during while", DURING, `${BEFORE} ${AFTER} ${UNTIL}`],
    ["more", "more", "less fewer"],
    ["less fewer", "less fewer", "more"],
    ["above", "above", "below"],
    ["below", "below", "above"],
    ["up upwards", "up upward upwards", "down downward downwards"],
    ["down downwards", "down downward downwards", "up upward upwards"],
    ["inside", "inside", "outside"],
    ["outside", "outside", "inside"],
  ] as const
).map((row) => row.map((words) => new Set(words.split(" "))));

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

/** Returns whether the evidence has only the opposite of a small word of a statement: "above", "below". */
export function usesOpposite(said: ReadSentence, source: ReadSentence): boolean {
  const has = ({ words }: ReadSentence, wanted: ReadonlySet<string> | undefined) =>
    words.some(({ word }) => wanted?.has(word));
  return OPPOSITES.some(
    ([ours, same, others]) => has(said, ours) && !has(source, same) && has(source, others),
  );
}
