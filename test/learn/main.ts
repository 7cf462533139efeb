import { readCommandLine, refuseCommandLine } from "../support/command-line.ts";
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

const HELP = `Learns the weights that are checked in, from a folder of evaluation data, and writes them over the old ones.

  npm run learn -- [PART...] [--data FOLDER] [--cv]

  PART           ${Object.keys(PARTS).join(", ")}; all of them if none is named
  --data FOLDER  where the data is; default ../shared/eval
  --cv           prints cross-validated figures as well
`;

const { values, positionals } = readCommandLine(HELP, {
  allowPositionals: true,
  options: { data: { type: "string", default: "../shared/eval" }, cv: { type: "boolean", default: false } },
});
const unknown = positionals.filter((part) => !(part in PARTS));
if (unknown.length > 0) refuseCommandLine(`There is no part ${unknown.join(", ")}.`);
const print = (line: string) => process.stdout.write(`${line}\n`);
for (const part of positionals.length > 0 ? positionals : Object.keys(PARTS))
  PARTS[part]?.({ data: values.data, crossValidate: values.cv, print });
