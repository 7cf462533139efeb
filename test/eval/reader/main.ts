import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createModel } from "@plumbline/agent/model/configured-model.ts";
import { createModelReader } from "@plumbline/agent/reader/model-reader.ts";
import { environmentAccess } from "@plumbline/aws/access/environment-access.ts";
import { systemClock, systemRandom } from "@plumbline/core/clock/clock.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import type { Reader } from "@plumbline/grounding/reader";
import { readSettings } from "@plumbline/service/settings/read-settings.ts";
import { writeSelectPrompt } from "../../../packages/agent/reader/read-with-model.ts";
import { DEFAULT_DATA } from "../options.ts";
import { DataFolder } from "../rows.ts";
import { type ReaderCase, readerCases } from "./cases.ts";
import { type CaseRun, figuresOf, type ReaderFigures, runCase, SCRIPTED } from "./run-cases.ts";

const HELP = `Measures what a reader makes of research: which sentence it has answer first, and what it refuses.

  npm run eval -- reader --model ID [--data FOLDER] [--sample N] [--record FILE]
  npm run eval -- reader --script ${Object.keys(SCRIPTED).join("|")} [--data FOLDER] [--sample N]

  --model ID      asks this model; MODEL_PROVIDER, MODEL_BASE_URL and MODEL_API_KEY say where. One call a case: 250
                  of our own, and two for each row of the sample
  --script NAME   a scripted reader, which costs nothing; off is without one
  --data FOLDER   the folder with answers_nq.jsonl, …; default ${DEFAULT_DATA}; without it our own cases alone
  --sample N      at most N rows of each set; default 50 with --model, all otherwise
  --record FILE   also writes each prompt with the numbers it should choose, one JSON object a line
`;

interface Options {
  model: string | undefined;
  script: string | undefined;
  data: string;
  sample: number | undefined;
  record: string | undefined;
}

/** A row's own reader, and what ends with the run. */
interface OpenReader {
  of(row: ReaderCase): Reader | undefined;
  close(): Promise<void>;
}

const MODEL_SAMPLE = 50;

/** Runs `npm run eval -- reader`. Throws an Error with one sentence for a wrong option. */
export async function evaluateReader(argv: readonly string[]): Promise<void> {
  const options = parseOptions(argv);
  if (options === null) {
    process.stdout.write(HELP);
    return;
  }
  const { data, sample, record } = options;
  const reader = openReader(options);
  try {
    const cases = readerCases(existsSync(data) ? new DataFolder(data) : null, sample);
    const runs: CaseRun[] = [];
    for (const row of cases) {
      runs.push(await runCase(row, reader.of(row)));
      if (runs.length % 100 === 0) process.stderr.write(`${runs.length} of ${cases.length} cases\n`);
    }
    const sets = [...new Set(cases.map(({ set }) => set))];
    const figures = sets.map((set) =>
      figuresOf(
        set,
        runs.filter(({ row }) => row.set === set),
      ),
    );
    process.stdout.write(writeTable(figures));
    if (record !== undefined) writeFileSync(record, runs.map(recordLine).join(""));
  } finally {
    await reader.close();
  }
}

function parseOptions(argv: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      model: { type: "string" },
      script: { type: "string" },
      data: { type: "string", default: DEFAULT_DATA },
      sample: { type: "string" },
      record: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return null;
  const { model, script, data, record } = values;
  if ((model === undefined) === (script === undefined))
    throw new Error("Name one reader: --model ID or --script NAME. See npm run eval -- reader --help.");
  if (script !== undefined && !(script in SCRIPTED))
    throw new Error(`There is no script "${script}"; there are ${Object.keys(SCRIPTED).join(", ")}.`);
  const byDefault = model === undefined ? undefined : MODEL_SAMPLE;
  const sample = values.sample === undefined ? byDefault : Number(values.sample);
  if (sample !== undefined && !(Number.isInteger(sample) && sample > 0))
    throw new Error(`--sample takes a whole number above 0, not "${values.sample}".`);
  return { model, script, data, sample, record };
}

function openReader({ model: id, script }: Options): OpenReader {
  const scripted = script === undefined ? undefined : SCRIPTED[script];
  if (scripted) return { of: scripted, close: async () => undefined };
  const clock = systemClock;
  const { model: settings, egressAllow } = readSettings({ ...process.env, MODEL_ID: id });
  if (settings === undefined) throw new Error("Set MODEL_PROVIDER to say where the model is.");
  const egress = openEgress({ clock, allow: egressAllow });
  const ports = { clock, random: systemRandom, http: egress.providerStreams };
  const reader = createModelReader(
    createModel(settings, { ...ports, aws: environmentAccess(process.env) }),
    ports,
  );
  return { of: () => reader, close: () => egress.close() };
}

const COLUMNS: readonly (readonly [title: string, read: (figures: ReaderFigures) => string])[] = [
  ["set", ({ set }) => set],
  ["cases", ({ cases }) => String(cases)],
  ["asked", ({ asked }) => String(asked)],
  ["first", ({ first }) => first.toFixed(3)],
  ["refused", ({ refused }) => refused.toFixed(3)],
  ["answered without", ({ answeredWithout }) => answeredWithout.toFixed(3)],
  ["shown", ({ shown }) => shown.toFixed(3)],
  ["off", ({ off }) => String(off)],
  ["calls", ({ calls }) => String(calls)],
  ["tokens", ({ tokens }) => tokens.toFixed(0)],
  ["p95 ms", ({ p95Ms }) => p95Ms.toFixed(0)],
];

function writeTable(figures: readonly ReaderFigures[]): string {
  const rows = [
    COLUMNS.map(([title]) => title),
    ...figures.map((one) => COLUMNS.map(([, read]) => read(one))),
  ];
  const widths = COLUMNS.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

/** Writes one case as the model reads it, with the numbers it should choose. */
function recordLine({ select }: CaseRun): string {
  if (select === null) return "";
  const { set, question, candidates, expected } = select;
  return `${JSON.stringify({ set, ...writeSelectPrompt(question, candidates), expected })}\n`;
}
