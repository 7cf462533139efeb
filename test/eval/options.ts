import { parseArgs } from "node:util";

export const DEFAULT_DATA = "../shared/eval";

export interface EvalOptions {
  data: string;
  out: string | undefined;
  /** Names or beginnings of names; empty means all. */
  only: readonly string[];
  sample: number | undefined;
  updateVerdicts: boolean;
  markSeen: boolean;
  help: boolean;
}

export const HELP = `Scores the product's public functions on a folder of evaluation data.

  npm run eval -- [--data FOLDER] [--out FILE] [--only NAME]... [--sample N]
  npm run eval:verdicts -- [--data FOLDER]   fails if more rows of a fixed sample became wrong than right

  --data FOLDER      the folder with gate.jsonl, names.jsonl, …; default ${DEFAULT_DATA}
  --out FILE         also writes {NAME: {value, n, low, high}} as JSON
  --only NAME        one figure, or all that begin with NAME: names, answers.nq, gate.recall.simpleqa; may be repeated
  --sample N         a fixed sample: at most N rows of each kind; quick, for work in progress
  --update-verdicts  writes the verdicts that \`npm run eval:verdicts\` compares with, and nothing else
  --mark-seen        lists the folder's rows as seen, after weights were learned from them, and nothing else
  --help             prints this

  npm run eval -- reader --help   measures a reader, a model or a scripted one

The table shows each figure with its 95 % bootstrap interval, drawn by question, name or conversation. A figure is marked
"seen" when weights in this repository were learned from its rows. Quote the figures of \`npm run learn -- --cv\` then.
`;

/**
 * Reads the command line. Throws an Error with one sentence for an option that is unknown or has an invalid
 * value.
 */
export function parseOptions(argv: readonly string[]): EvalOptions {
  const { values } = parseKnown(argv);
  const sample = values.sample === undefined ? undefined : Number(values.sample);
  if (sample !== undefined && !(Number.isInteger(sample) && sample > 0))
    throw new Error(`--sample takes a whole number above 0, not "${values.sample}".`);
  return {
    data: values.data,
    out: values.out,
    only: values.only,
    sample,
    updateVerdicts: values["update-verdicts"],
    markSeen: values["mark-seen"],
    help: values.help,
  };
}

function parseKnown(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        data: { type: "string", default: DEFAULT_DATA },
        out: { type: "string" },
        only: { type: "string", multiple: true, default: [] as string[] },
        sample: { type: "string" },
        "update-verdicts": { type: "boolean", default: false },
        "mark-seen": { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
  } catch (cause) {
    const sentence = String(cause instanceof Error ? cause.message : cause).split(/\.(?:\s|$)/)[0];
    throw new Error(`${sentence}. See npm run eval -- --help.`, { cause });
  }
}

/** Returns whether `--only` asks for a figure. */
export function isWanted(name: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((wanted) => name === wanted || name.startsWith(`${wanted}.`));
}

/** Throws an Error that says what there is when an `--only` fits no name. */
export function refuseUnknownNames(names: readonly string[], only: readonly string[]): void {
  for (const wanted of only) {
    if (names.some((name) => isWanted(name, [wanted]))) continue;
    const beginnings = new Set(names.map((name) => name.split(".").slice(0, 2).join(".")));
    throw new Error(
      `No figure of this folder is or begins with "${wanted}"; there are ${[...beginnings].join(", ")}.`,
    );
  }
}
