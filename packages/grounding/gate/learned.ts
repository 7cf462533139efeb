import { learnedFeatures } from "./learned-features.ts";
import { BIAS, HUNDREDTHS } from "./learned-weights.ts";
import type { PromptReading } from "./prompt-reading.ts";
import type { GateReason } from "./rule.ts";

const WEIGHTS: ReadonlyMap<string, number> = new Map(
  HUNDREDTHS.split("|").map((entry): [string, number] => {
    const at = entry.indexOf(":");
    return [entry.slice(at + 1), Number(entry.slice(0, at)) / 100];
  }),
);

/** Log-odds that an English prompt asks for facts about the world, by the table that `npm run learn -- gate` writes. */
export function learnedLogOdds(reading: PromptReading, reasons: readonly GateReason[]): number {
  return learnedFeatures(reading, reasons).reduce((sum, feature) => sum + (WEIGHTS.get(feature) ?? 0), BIAS);
}

/** Whether a word has a weight of its own: it is common English then. */
export function isLearnedWord(word: string): boolean {
  return WEIGHTS.has(word);
}
