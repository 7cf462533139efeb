import { contentWords, words } from "../text/tokens.ts";

const PRONOUN =
  /\b(?:he|she|they|him|her|them|his|hers|their|theirs|it|its|this|that|these|those|there|then|ones?|others?|both|either|such|the same)\b/i;
const CARRIES_ON =
  /^(?:and|but|or|so|also|then|no|yes|yeah|ok|okay|wow|hm+|oh|really|interesting|cool|i see|i meant|what|how|why|when|where|which|who|anything else|more|go on|tell me more|(?:can|could) you (?:tell me more|elaborate|expand))(?:[\s,.!?:;]|$)/i;
/** A remark on the last answer that asks for nothing. */
const ACKNOWLEDGEMENT =
  /^(?:(?:yes|no|ok|okay|ai|well|oh|so)[\s,.]+)*(?:(?:that|this|it|what you (?:just )?said)(?:'s|'ll| is| was| isn't| will| sounds| works?)? ?(?:a |the |not )*(?:is |was )?(?:right|wrong|correct|incorrect|true|false|work|great|good|nice|fine|perfect|okay|ok|proper|all|possible|answer)\b.*|definitely|absolutely|exactly|thanks.*|thank you.*|good job.*|goodbye.*)$/i;
const SHORT_WORDS = 8;
const LONG_WORDS = 40;

/** Whether a turn leans on what was said before: a pronoun, or a short turn with a continuing or asking opener. */
export function continues(prompt: string): boolean {
  const text = prompt.trim();
  const length = words(text).length;
  if (length === 0 || length > LONG_WORDS || ACKNOWLEDGEMENT.test(text)) return false;
  return PRONOUN.test(text) || CARRIES_ON.test(text) || (length <= SHORT_WORDS && text.endsWith("?"));
}

/** Whether a turn speaks of something by a pronoun alone. */
export function hasPronoun(prompt: string): boolean {
  return PRONOUN.test(prompt);
}

/** Whether a turn takes up a content word that was said before. */
export function sharesTopic(prompt: string, earlier: ReadonlySet<string>): boolean {
  return contentWords(prompt).some((word) => earlier.has(word));
}
