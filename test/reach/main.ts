import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { checkoutFiles } from "../mutation/workspace.ts";
import { readCommandLine } from "../support/command-line.ts";
import { chooseTests, onlyPresent, type Reach, type RecordedTest, toLog, toReach } from "./reach.ts";

const HELP = `Runs the tests that reach the files. Tests that reach little else run first; those that do not fit into ten
seconds are left out. test/reach/reach.json records which test runs a function of which file.

  npm run test:quick -- FILE...
  npm run test:quick -- --all FILE...       however long it takes
  npm run test:quick -- --list FILE...      also prints the tests, and runs none
  npm run test:quick -- --record [TEST...]  runs the tests, or all of them, and records what each reaches
  npm run test:quick -- --prune             removes what no longer exists from the record, and runs none
`;

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const RECORD = join(ROOT, "test/reach/reach.json");
/** Leaves five of fifteen seconds for the start of vitest and for loading modules. */
const BUDGET_MS = 10_000;

const { values, positionals } = readCommandLine(HELP, {
  allowPositionals: true,
  options: {
    all: { type: "boolean" },
    list: { type: "boolean" },
    record: { type: "boolean" },
    prune: { type: "boolean" },
  },
});
if (values.prune) writeRecord(toLog(readRecord()));
else process.exitCode = values.record ? recordReach(positionals) : runTests(positionals);

/** Runs the tests, or all of the `unit` project, and records what each reaches. Returns an exit code. */
function recordReach(tests: readonly string[]): number {
  const folder = mkdtempSync(join(tmpdir(), "reach-"));
  const log = join(folder, "log.jsonl");
  const code = vitest("unit", tests, { REACH_LOG: log });
  const recorded: RecordedTest[] = existsSync(log)
    ? readFileSync(log, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];
  rmSync(folder, { recursive: true });
  const known = new Map(toLog(readRecord()).map((test) => [test.test, test]));
  for (const test of recorded) known.set(test.test, test);
  writeRecord([...known.values()]);
  return code;
}

/** Writes the record, without tests and files that no longer exist. */
function writeRecord(log: readonly RecordedTest[]): void {
  const present = onlyPresent(log, (path) => existsSync(join(ROOT, path)));
  writeFileSync(RECORD, `${JSON.stringify(toReach(present), null, 2)}\n`);
}

function readRecord(): Reach {
  return JSON.parse(readFileSync(RECORD, "utf8"));
}

function runTests(files: readonly string[]): number {
  const paths = files.map((file) => relative(ROOT, resolve(file)));
  const missing = paths.find((path) => !existsSync(join(ROOT, path)));
  if (paths.length === 0 || missing !== undefined) {
    process.stderr.write(missing === undefined ? "Name at least one file.\n" : `No such file: ${missing}\n`);
    return 2;
  }
  const sources = new Map(
    checkoutFiles(ROOT)
      .filter((path) => /\.tsx?$/.test(path) && !path.startsWith("test/peers/"))
      .map((path) => [path, readFileSync(join(ROOT, path), "utf8")]),
  );
  const budgetMs = values.all ? Number.POSITIVE_INFINITY : BUDGET_MS;
  const { chosen, all } = chooseTests(readRecord(), sources, paths, budgetMs);
  const rest = chosen.length < all ? "; --all runs the rest too" : "";
  process.stdout.write(`${chosen.length} of the ${all} test files that reach it${rest}\n`);
  if (values.list) process.stdout.write(`${chosen.join("\n")}\n`);
  return values.list || chosen.length === 0 ? 0 : vitest("unit", chosen);
}

function vitest(project: string, tests: readonly string[], environment: Record<string, string> = {}): number {
  const program = join(ROOT, "node_modules/vitest/vitest.mjs");
  const { status } = spawnSync(
    process.execPath,
    [program, "run", "--passWithNoTests", "--project", project, ...tests],
    {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, ...environment },
    },
  );
  return status ?? 1;
}
