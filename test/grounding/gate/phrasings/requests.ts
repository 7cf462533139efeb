import requests from "./requests.json" with { type: "json" };

/**
 * Requests that the gate is learned from: `P` stands for a person, `O` for an organisation, `T` for another
 * named thing, `N`, `B` and `D` for a thing, a matter and a day at work, `C` for a notion, `K` for a company
 * in one word, `L` for a language, `M` for a part of a program, `G` for a place, `V` for a public matter.
 */
const { own, facts, nothing, fillings } = requests;

/** Orders and questions about the user's own work. */
export const OWN_WORK: readonly string[] = own;

/** Facts of the world, as clauses that stand alone or follow an order. */
export const OUTSIDE_FACTS: readonly string[] = facts;

/** Definitions, how-tos, fiction, texts, code and small talk. */
export const NOTHING_OUTSIDE_WRITTEN: readonly string[] = nothing;

/** Fills the places of a line with names, others for each line and each `round`. */
export function fillRequest(line: string, at: number, round = 0): string {
  let taken = at * 7 + round * 3;
  return line.replace(
    /(?<![\p{L}\p{N}'’])([POTNBDCLKMGV])(?![\p{L}\p{N}+])/gu,
    (_all, slot: keyof typeof fillings) => {
      const names = fillings[slot];
      taken += 1;
      return names[taken % names.length] ?? "";
    },
  );
}
