import type { AnswerSet, SentenceRow } from "./answer-rows.ts";

/**
 * Figures for how well scores order the sentences of each question, and how well they separate answerable
 * sets from others.
 */
export interface AnswerFigures {
  n: number;
  /** Share whose best sentence, or one of the best three, holds the answer. */
  first: number;
  first3: number;
  /** That the best score is greater with the gold passage than without it, over all pairs. */
  auroc: number;
  /** At the threshold: refused with the gold passage, answered without it. */
  refusedWith: number;
  answeredWithout: number;
}

interface Best {
  with: number;
  without: number;
  first: boolean;
  first3: boolean;
}

/** The best scores of each question of the sets whose name begins so. */
export function bestOf(
  name: string,
  sets: readonly AnswerSet[],
  rows: readonly SentenceRow[],
  scores: Float64Array,
): Best[] {
  const lists = new Map<number, { score: number; page: number; label: number }[]>();
  for (const [at, { list, page, label }] of rows.entries()) {
    if (sets[list]?.set.startsWith(name) !== true) continue;
    const all = lists.get(list) ?? [];
    all.push({ score: scores[at] ?? 0, page, label });
    lists.set(list, all);
  }
  return [...lists.values()].map((list) => {
    const sorted = list.toSorted((one, other) => other.score - one.score);
    return {
      with: sorted[0]?.score ?? Number.NEGATIVE_INFINITY,
      without: sorted.find(({ page }) => page > 0)?.score ?? Number.NEGATIVE_INFINITY,
      first: sorted[0]?.label === 1,
      first3: sorted.slice(0, 3).some(({ label }) => label === 1),
    };
  });
}

export function figuresOf(best: readonly Best[], threshold: number): AnswerFigures {
  const n = best.length;
  const share = (holds: (one: Best) => boolean) => best.filter(holds).length / n;
  let above = 0;
  for (const one of best)
    for (const other of best) above += one.with > other.without ? 1 : one.with === other.without ? 0.5 : 0;
  return {
    n,
    first: share(({ first }) => first),
    first3: share(({ first3 }) => first3),
    auroc: above / n ** 2,
    refusedWith: share((one) => one.with < threshold),
    answeredWithout: share(({ without }) => without >= threshold),
  };
}
