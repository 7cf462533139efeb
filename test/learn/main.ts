import { parseArgs } from "node:util";
import { learnAnswers } from "./learn-answers.ts";
import { learnGate } from "./learn-gate.ts";
import type { LearnOptions } from "./learn-options.ts";
import { learnWordWeights } from "./learn-word-weights.ts";

/** In the order in which they build on each other. */
const PARTS: Readonly<Record<string, (options: LearnOptions) => void>> = {
  words: learnWordWeights,
  answers: learnAnswers,
  gate: learnGate,
};

const HELP = `Usage: npm run learn -- [PART...] [--data FOLDER] [--cv]

Learns the weights that are checked in, from a folder of evaluation data, and writes them over the old ones.
Parts: ${Object.keys(PARTS).join(", ")}; all of them when none is named.

  --data FOLDER  where the data is (default ../shared/eval)
  --cv           print cross-validated figures as well
  --help         this text`;

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      data: { type: "string", default: "../shared/eval" },
      cv: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const print = (line: string) => process.stdout.write(`${line}\n`);
  if (values.help) {
    print(HELP);
    return 0;
  }
  const unknown = positionals.filter((part) => !(part in PARTS));
  if (unknown.length > 0) {
    process.stderr.write(
      `Unknown part: ${unknown.join(", ")}. Parts are ${Object.keys(PARTS).join(", ")}.\n`,
    );
    return 2;
  }
  const parts = positionals.length > 0 ? positionals : Object.keys(PARTS);
  for (const part of parts) PARTS[part]?.({ data: values.data, crossValidate: values.cv, print });
  return 0;
}

process.exitCode = main();
