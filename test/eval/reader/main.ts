import { existsSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createModel } from "@plumbline/agent/model/configured-model.ts";
import { createModelReader } from "@plumbline/agent/reader/model-reader.ts";
import { readEnvironmentAccess } from "@plumbline/aws/access/environment-access.ts";
import { systemClock, systemRandom } from "@plumbline/core/clock/clock.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import type { Reader } from "@plumbline/grounding/reader";
import { readSettings } from "@plumbline/service/settings/read-settings.ts";
import {
  writeSamePersonPrompt,
  writeSelectPrompt,
  writeSupportPrompt,
} from "../../../packages/agent/reader/read-with-model.ts";
import { DEFAULT_DATA } from "../options.ts";
import { DataFolder } from "../rows.ts";
import { type ReaderCase, readerCases } from "./cases.ts";
import {
  type PersonCase,
  type PersonFigures,
  type PersonRun,
  personCases,
  personFiguresOf,
  runPersonCase,
  SCRIPTED_PERSONS,
} from "./person-cases.ts";
import {
  type PromptCase,
  type PromptFigures,
  type PromptRun,
  promptCases,
  promptFigures,
  runPromptCase,
  scriptPurpose,
} from "./prompt-cases.ts";
import { type CaseRun, figuresOf, type ReaderFigures, runCase, SCRIPTED } from "./run-cases.ts";
import {
  runSupportCase,
  SCRIPTED_SUPPORT,
  type SupportCase,
  type SupportFigures,
  type SupportRun,
  supportCases,
  supportFiguresOf,
} from "./support-cases.ts";

const HELP = `Measures what a reader makes of research: which sentence it has answer first, and what it refuses.
Then of sentences that rules leave unclear: which of honest ones and of lies leave in their own words.
Then of pages found for one name: which answers mix people, and which names are refused as ambiguous.
Last of prompts: which are read right as own work, outside facts, both or a follow-up, and which a reader is asked about.

  npm run eval -- reader --model ID [--data FOLDER] [--sample N] [--record FILE]
  npm run eval -- reader --script ${Object.keys(SCRIPTED).join("|")} [--data FOLDER] [--sample N]

  --model ID      asks this model; MODEL_PROVIDER, MODEL_BASE_URL and MODEL_API_KEY say where. One call a case: 250
                  questions, 200 sentences and 12 names of our own, and one or two for each row of the sample
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
  ofSentence(row: SupportCase): Reader | undefined;
  ofPerson(row: PersonCase): Reader | undefined;
  ofPrompt(row: PromptCase): Reader | undefined;
  close(): Promise<void>;
}

const MODEL_SAMPLE = 50;
/** Honest sentences, and as many lies, that a model is asked about. */
const MODEL_SENTENCES = 250;

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
    process.stdout.write(writeTable(COLUMNS, figures));
    const judged: SupportRun[] = [];
    for (const row of supportCases(options.model === undefined ? undefined : MODEL_SENTENCES))
      judged.push(await runSupportCase(row, reader.ofSentence(row)));
    const bySet = (set: string) => judged.filter(({ row }) => row.set === set);
    const support = ["honest", "lies"].map((set) => supportFiguresOf(set, bySet(set)));
    process.stdout.write(`\n${writeTable(SUPPORT_COLUMNS, support)}`);
    const purposes: PromptRun[] = [];
    for (const row of promptCases(existsSync(data) ? new DataFolder(data) : null, sample))
      purposes.push(await runPromptCase(row, reader.ofPrompt(row)));
    process.stdout.write(`\n${writeTable(PROMPT_COLUMNS, promptFigures(purposes))}`);
    const told: PersonRun[] = [];
    for (const row of personCases(existsSync(data) ? new DataFolder(data) : null, sample))
      told.push(await runPersonCase(row, reader.ofPerson(row)));
    const persons = (["one", "several"] as const).map((set) => personFiguresOf(set, told));
    process.stdout.write(`\n${writeTable(PERSON_COLUMNS, persons)}`);
    const lines = [...runs.map(recordLine), ...judged.map(recordSentence), ...told.map(recordPersons)];
    if (record !== undefined) writeFileSync(record, lines.join(""));
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
  const judging = script === undefined ? undefined : SCRIPTED_SUPPORT[script];
  if (script !== undefined && scripted && judging) {
    const ofPrompt = (row: PromptCase) => scriptPurpose(script, row);
    const ofPerson = (row: PersonCase) => SCRIPTED_PERSONS[script]?.(row);
    return { of: scripted, ofSentence: judging, ofPrompt, ofPerson, close: async () => undefined };
  }
  const clock = systemClock;
  const { model: settings, egressAllow } = readSettings({ ...process.env, MODEL_ID: id });
  if (settings === undefined) throw new Error("Set MODEL_PROVIDER to say where the model is.");
  const egress = openEgress({ clock, allow: egressAllow });
  const ports = { clock, random: systemRandom, http: egress.providerStreams };
  const reader = createModelReader(
    createModel(settings, { ...ports, aws: readEnvironmentAccess(process.env) }),
    ports,
  );
  const same = () => reader;
  return { of: same, ofSentence: same, ofPrompt: same, ofPerson: same, close: () => egress.close() };
}

type Columns<Figures> = readonly (readonly [title: string, read: (figures: Figures) => string])[];

const COLUMNS: Columns<ReaderFigures> = [
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

const SUPPORT_COLUMNS: Columns<SupportFigures> = [
  ["sentences", ({ set }) => set],
  ["cases", ({ cases }) => String(cases)],
  ["asked", ({ asked }) => String(asked)],
  ["own words", ({ passed }) => passed.toFixed(3)],
  ["off", ({ off }) => String(off)],
  ["calls", ({ calls }) => String(calls)],
  ["tokens", ({ tokens }) => tokens.toFixed(0)],
];

const PERSON_COLUMNS: Columns<PersonFigures> = [
  ["people", ({ set }) => set],
  ["cases", ({ cases }) => String(cases)],
  ["asked", ({ asked }) => String(asked)],
  ["mixed", ({ mixed }) => mixed.toFixed(3)],
  ["ambiguous", ({ ambiguous }) => ambiguous.toFixed(3)],
  ["off", ({ off }) => String(off)],
];

const PROMPT_COLUMNS: Columns<PromptFigures> = [
  ["prompts", ({ set }) => set],
  ["cases", ({ cases }) => String(cases)],
  ["right", ({ right }) => right.toFixed(3)],
  ["asked", ({ asked }) => asked.toFixed(3)],
  ["researched", ({ researched }) => researched.toFixed(3)],
];

function writeTable<Figures>(columns: Columns<Figures>, figures: readonly Figures[]): string {
  const rows = [
    columns.map(([title]) => title),
    ...figures.map((one) => columns.map(([, read]) => read(one))),
  ];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
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

function recordPersons({ asked }: PersonRun): string {
  if (asked === null) return "";
  const { name, pages, expected } = asked;
  return `${JSON.stringify({ set: "people", ...writeSamePersonPrompt(name, pages), expected })}\n`;
}

function recordSentence({ asked }: SupportRun): string {
  if (asked === null) return "";
  const { set, statements, evidence, expected } = asked;
  return `${JSON.stringify({ set, ...writeSupportPrompt(statements, evidence), expected })}\n`;
}
