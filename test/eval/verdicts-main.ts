import { existsSync } from "node:fs";
import { measurableNames, measureAll } from "./measure.ts";
import { HELP, parseOptions } from "./options.ts";
import { DataFolder } from "./rows.ts";
import { compareVerdicts, judgeChanges, readVerdicts, VERDICT_SAMPLE, verdictsOf } from "./verdicts.ts";

/**
 * Fails when more rows of the fixed sample went wrong than right since the verdicts were written. Passes
 * where there is no data.
 */
async function checkVerdicts(folder: string): Promise<number> {
  const data = new DataFolder(folder);
  if (!existsSync(folder)) return skip("no data");
  const before = readVerdicts();
  const only = measurableNames(data).filter((name) => name in before);
  const report = (line: string) => process.stderr.write(`${line}\n`);
  const now =
    only.length === 0 ? {} : verdictsOf(await measureAll(data, { sample: VERDICT_SAMPLE, only }, report));
  const changes = compareVerdicts(before, now);
  if (changes.every(({ compared }) => compared === 0))
    return skip("other data than the verdicts were written for");
  const { passed, lines } = judgeChanges(changes);
  process.stdout.write(`${lines.join("\n")}\n`);
  if (changes.some(({ better }) => better.length > 0))
    process.stdout.write("`npm run eval -- --update-verdicts` keeps what was gained.\n");
  if (passed) return 0;
  process.stdout.write(
    "More rows went wrong than right. See npm run eval -- --help for --update-verdicts.\n",
  );
  return 1;
}

function skip(why: string): number {
  process.stdout.write(`skipped: ${why}\n`);
  return 0;
}

try {
  const { data, help } = parseOptions(process.argv.slice(2));
  if (help) process.stdout.write(HELP);
  else process.exitCode = await checkVerdicts(data);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
