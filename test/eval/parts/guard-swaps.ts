import { findProperNames } from "../../../packages/grounding/text/names.ts";
import type { Measurement } from "../figures.ts";
import { guardAnswers } from "../guard-runs.ts";
import { FILES_OF_SET, type LabelledAnswer, labelledAnswers } from "../guard-sets.ts";
import type { Part } from "../part.ts";
import { drawBelow, sampleRows } from "../rows.ts";
import { SWAPS, type Swap, swapped } from "../swaps.ts";

/** Sentences of each swap; more would tell no more. */
const MOST = 600;
const SETS = ["bios", "bios_search_writer", "rag"] as const;

/** Supported sentences of all writers, each made false in one place and judged alone. */
export const guardSwaps: Part = {
  title: "guard",
  files: SETS.flatMap((set) => FILES_OF_SET[set]),
  names: () => SWAPS.map((swap) => `guard.swaps.${swap}`),
  measure({ data, sample = MOST }) {
    const answers = SETS.flatMap((set) => labelledAnswers(data, set));
    return SWAPS.map((swap) => measureSwap(swap, answers, sample));
  },
};

function measureSwap(swap: Swap, answers: readonly LabelledAnswer[], sample: number): Measurement {
  const everybody = answers
    .filter((_, at) => at % 7 === 0)
    .flatMap(({ input }) => input.query.split(" of ")[1] ?? []);
  const bent = answers.flatMap((answer) =>
    answer.sentences
      .filter(({ supported }) => supported)
      .flatMap((sentence) => {
        // Half of the names put in stand in the evidence: those are the harder ones.
        const isNear = drawBelow(2, sentence.written) === 0;
        const names = isNear ? namesIn(answer) : everybody.map((name) => name.replace(/\.$/, ""));
        const written = swapped(sentence.written, swap, swap === "name" ? names : []);
        return written === undefined ? [] : { ...answer, sentences: [{ ...sentence, written }] };
      }),
  );
  const drawn = sampleRows(
    bent.map((value) => ({ id: value.sentences[0]?.id ?? "", value })),
    sample,
  );
  const judged = guardAnswers(drawn.map(({ value }) => value)).flatMap(({ sentences }) => sentences);
  return {
    name: `guard.swaps.${swap}`,
    kind: "share",
    better: "fewer",
    rows: judged.map(({ id, group, passes }) => ({ id, group, hit: passes })),
  };
}

const names = new WeakMap<LabelledAnswer["input"], readonly string[]>();

/** The full names in an evidence. */
function namesIn({ input }: LabelledAnswer): readonly string[] {
  const known = names.get(input);
  if (known !== undefined) return known;
  const found = input.pages.flatMap(({ snippets }) => snippets.flatMap(findProperNames));
  const full = [...new Set(found.map(({ text }) => text))].filter((name) => /^\p{L}+ \p{L}+$/u.test(name));
  names.set(input, full);
  return full;
}
