import { existsSync, writeFileSync } from "node:fs";
import { figureOf } from "./figures.ts";
import { measureAll } from "./measure.ts";
import { type EvalOptions, HELP, parseOptions } from "./options.ts";
import { DataFolder } from "./rows.ts";
import { isSeen, writeSeenRows } from "./seen.ts";
import { figureTable } from "./table.ts";
import { VERDICT_SAMPLE, verdictsOf, writeVerdicts } from "./verdicts.ts";

const report = (line: string) => process.stderr.write(`${line}\n`);

async function evaluate(options: EvalOptions): Promise<void> {
  if (options.help) {
    process.stdout.write(HELP);
    return;
  }
  if (!existsSync(options.data)) throw new Error(`There is no folder ${options.data}; name one with --data.`);
  const data = new DataFolder(options.data);
  if (options.markSeen) {
    writeSeenRows(data);
    return;
  }
  if (options.updateVerdicts) {
    writeVerdicts(verdictsOf(await measureAll(data, { sample: VERDICT_SAMPLE }, report)));
    return;
  }
  const measured = await measureAll(data, options, report);
  const lines = measured.map((measurement) => ({
    name: measurement.name,
    ...figureOf(measurement),
    seen: measurement.kind !== "p95" && measurement.files.some((file) => isSeen(data, file)),
  }));
  process.stdout.write(`${figureTable(lines)}\n`);
  if (lines.some(({ seen }) => seen))
    process.stdout.write(
      "seen: weights in this repository were learned from these rows; `npm run learn -- --cv` prints the figures to quote.\n",
    );
  if (options.out !== undefined) {
    const figures = lines.map(({ name, value, n, low, high }) => [name, { value, n, low, high }]);
    writeFileSync(options.out, `${JSON.stringify(Object.fromEntries(figures), null, 2)}\n`);
  }
}

const READER = "reader";

try {
  const argv = process.argv.slice(2);
  if (argv[0] === READER) await (await import("./reader/main.ts")).evaluateReader(argv.slice(1));
  else await evaluate(parseOptions(argv));
} catch (error) {
  report(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
