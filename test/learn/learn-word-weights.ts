import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { WordReader } from "../../packages/grounding/research/answerability/words.ts";
import type { LearnOptions } from "./learn-options.ts";

const WEIGHTS = fileURLToPath(
  new URL("../../packages/grounding/research/answerability/common-stems.ts", import.meta.url),
);
/** Rarer stems all weigh the same. */
const KEPT = 3000;

const passage = z.object({ title: z.string().default(""), entity: z.string().default(""), text: z.string() });
const row = z.object({
  gold: passage.optional(),
  neighbours: z.array(passage).default([]),
  passages: z.array(passage).default([]),
  retrieved: z.array(passage).default([]),
});

/**
 * Counts in how many passages each English stem stands, and writes the commonest by weight: the rarer, the
 * heavier.
 */
export function learnWordWeights({ data, print }: LearnOptions): void {
  const texts = new Set<string>();
  for (const file of ["answers_nq.jsonl", "people.jsonl", "names.jsonl"]) {
    for (const line of readFileSync(join(data, file), "utf8")
      .split("\n")
      .filter((one) => one !== "")) {
      const { gold, neighbours, passages, retrieved } = row.parse(JSON.parse(line));
      for (const { title, entity, text } of [
        ...(gold ? [gold] : []),
        ...neighbours,
        ...passages,
        ...retrieved,
      ])
        texts.add(`${title}${entity}\n${text}`);
    }
  }
  const reader = new WordReader("en");
  const counts = new Map<string, number>();
  for (const text of texts) {
    const told = reader.read(text).filter(({ stop, word }) => !stop && /^[a-z]+$/.test(word));
    for (const stem of new Set(told.map((one) => one.stem))) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const common = [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, KEPT);
  const byWeight = new Map<number, string[]>();
  for (const [stem, count] of common) {
    const weight = Math.round(2 * Math.log(texts.size / count)) / 2;
    byWeight.set(weight, [...(byWeight.get(weight) ?? []), stem]);
  }
  const lines = [...byWeight]
    .toSorted(([one], [other]) => one - other)
    .map(([weight, stems]) => `${weight} ${stems.toSorted().join(" ")}`);
  writeFileSync(
    WEIGHTS,
    [
      "/**",
      ` * The ${KEPT} commonest stems of English, a line a weight: the logarithm of how rare they are. Written by \`npm run learn -- words\` from`,
      ` * ${texts.size} passages of the evaluation data's development half; counts alone, none of their text.`,
      " */",
      `export const COMMON_STEMS = \`\n${lines.join("\n")}\n\`;`,
      "",
    ].join("\n"),
  );
  print(`words: ${common.length} of ${counts.size} stems in ${texts.size} passages, wrote ${WEIGHTS}`);
}
