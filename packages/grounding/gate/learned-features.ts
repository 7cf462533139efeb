import type { PromptReading } from "./prompt-reading.ts";
import type { GateReason } from "./rule.ts";

/** How many words of a prompt are looked at: what it is shows early. */
const WORDS_READ = 60;
const LENGTHS = [2, 4, 7, 12, 20, 35, 60, 100];

/**
 * What the learned table weighs: words and pairs of neighbours, with names and numbers as mere shapes, the prompt's length, and which
 * rules apply. No feature tells how carefully a prompt was typed.
 */
export function learnedFeatures({ text, tokens }: PromptReading, reasons: readonly GateReason[]): string[] {
  const shapes = ["^", ...tokens.slice(0, WORDS_READ).map(({ raw, word }, at) => shape(raw, word, at))];
  if (tokens.length <= WORDS_READ) shapes.push("$");
  const features = new Set<string>();
  for (const [at, one] of shapes.entries()) {
    features.add(one);
    if (at > 0) features.add(`${shapes[at - 1]} ${one}`);
  }
  features.add(`length ${LENGTHS.filter((length) => tokens.length > length).length}`);
  if (text.includes("\n")) features.add("lines");
  for (const reason of reasons) features.add(`rule ${reason}`);
  return [...features];
}

function shape(raw: string, word: string, at: number): string {
  if (/^\d/.test(raw)) return /^[12]\d{3}$/.test(raw) ? "1900" : "12";
  if (/_|\p{Ll}\p{Lu}/u.test(raw)) return "aA";
  return at > 0 && /^\p{Lu}\p{Ll}/u.test(raw) ? "Aa" : word;
}
