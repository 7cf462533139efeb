import { createHash } from "node:crypto";
import type { Mutant } from "./mutants.ts";

/**
 * Chooses `size` mutants by the seed. The choice hangs on each mutant's own text and not on its place, so
 * that a change elsewhere in the code leaves most of the sample as it was.
 */
export function chooseSample(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
  const seen = new Map<string, number>();
  const ranked = mutants.map((mutant) => {
    const text = `${mutant.path}\n${mutant.original}\n${mutant.replacement}`;
    const repeated = seen.get(text) ?? 0;
    seen.set(text, repeated + 1);
    return { mutant, rank: createHash("sha256").update(`${seed}\n${text}\n${repeated}`).digest("hex") };
  });
  ranked.sort((a, b) => (a.rank < b.rank ? -1 : 1));
  return ranked.slice(0, size).map(({ mutant }) => mutant);
}
