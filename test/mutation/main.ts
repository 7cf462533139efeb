/**
 * Measures whether tests notice mistakes. A copy of the checkout holds all mutants at once, each behind a
 * switch. A dry run finds which tests reach each; then one mutant after another is active while they run.
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { readCommandLine, refuseCommandLine } from "../support/command-line.ts";
import { type CoveredFile, measureCoverage, testsToRun, withLimit } from "./coverage.ts";
import { type Mutant, mutantsOf, mutate } from "./mutants.ts";
import { relatedTests } from "./related-tests.ts";
import { chooseSample } from "./sample.ts";
import { type NumberedMutant, type SwitchedSource, switchMutants } from "./switched-source.ts";
import type { TestVerdict } from "./test-process.ts";
import { checkoutFiles, Workspace } from "./workspace.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The rooms whose mistakes would cost most, and the tests that must notice them. */
const ROOMS = {
  dispatch: {
    code: "packages/core/dispatch/",
    tests: [
      "test/core/",
      "test/connections/refresh/refresh",
      "test/http/approvals",
      "test/http/calls",
      "test/http/noisy",
    ],
  },
  egress: { code: "packages/core/egress/", tests: ["test/core/"] },
  credentials: {
    code: "packages/core/credentials/",
    tests: [
      "test/core/",
      "test/connections/refresh/refresh",
      "test/http/audit",
      "test/http/credential",
      "test/stores/main-table-owner",
    ],
  },
  guard: { code: "packages/grounding/guard/", tests: ["test/grounding/guard/"] },
  delivery: { code: "packages/watches/delivery/", tests: ["test/watches/delivery/", "test/http/deliveries"] },
  stacks: { code: "stacks/", tests: ["test/stacks/"] },
} satisfies Record<string, { code: string; tests: readonly string[] }>;
type RoomName = keyof typeof ROOMS;
type Sampled = NumberedMutant & { room: RoomName };
type Verdict = TestVerdict | "no test runs it";

/** Learned numbers and budgets: that one of many is a little off need not change anything. */
const NUMBERS = /weights|bundle-budgets/;
/** Measures the sizes of bundles, which differ in a copy whose packages are links. */
const MEASURES_CHECKOUT = "test/stacks/bundle-budgets.test.ts";
const REQUIRED_SHARE = 0.85;

const HELP = `Breaks the code in small ways, one at a time, and sees whether a test notices.
Prints the mutants that survive and the share that was killed. Fails if it is below ${100 * REQUIRED_SHARE} %.

  npm run test:mutation -- [--sample N] [--room NAME] [--seed N] [--workers N]

  --sample N    how many mutants to try; default 300
  --room NAME   only those of one room: ${Object.keys(ROOMS).join(", ")}
  --seed N      chooses another sample; default 1
  --workers N   how many tests run at once; default one for each processor
`;

const { values } = readCommandLine(HELP, {
  options: {
    sample: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: String(availableParallelism()) },
    room: { type: "string" },
  },
});

if (values.room && !(values.room in ROOMS)) refuseCommandLine(`There is no room ${values.room}.`);

const checkout = checkoutFiles(ROOT);
const sources = new Map(
  checkout
    .filter((path) => path.endsWith(".ts"))
    .map((path) => [path, readFileSync(join(ROOT, path), "utf8")]),
);
const rooms = (Object.keys(ROOMS) as RoomName[]).filter((room) => !values.room || room === values.room);
const sample = rooms.flatMap((room) => {
  const files = [...sources].filter(([path]) => path.startsWith(ROOMS[room].code) && !NUMBERS.test(path));
  const mutants = files.flatMap(([path, text]) => mutantsOf(path, text));
  return chooseSample(mutants, Math.ceil(Number(values.sample) / rooms.length), Number(values.seed)).map(
    (mutant) => ({ ...mutant, room }),
  );
});
const mutants = sample.map((mutant, id) => ({ ...mutant, id }));
const paths = [...new Set(mutants.map(({ path }) => path))];
const switchedSources = new Map(paths.map((path) => [path, switched(path)]));

const score = new Map(rooms.map((room) => [room, { killed: 0, tried: 0 }]));
const began = Date.now();
const workspaces = Array.from({ length: Number(values.workers) }, () => new Workspace(ROOT, checkout));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
try {
  for (const workspace of workspaces)
    for (const [path, { text }] of switchedSources) workspace.write(path, text);
  const tests = new Set(mutants.flatMap(({ path, room }) => testsOf(path, room)));
  const covered = await measureCoverage(workspaces, [...tests]);
  print(`dry run: ${tests.size} test files in ${minutes()} min`);
  const waiting = [...mutants];
  await Promise.all(workspaces.map((workspace) => work(workspace, waiting, covered)));
} finally {
  for (const workspace of workspaces) workspace.close();
}
report();

/** Writes the mutants of one file into it, each behind a switch. */
function switched(path: string): SwitchedSource {
  const own = mutants.filter((mutant) => mutant.path === path);
  const switchModule = relative(dirname(path), "test/mutation/active-mutant.ts");
  return switchMutants(sources.get(path) ?? "", own, switchModule);
}

/** Tries mutants in one copy of the checkout until none is left. */
async function work(workspace: Workspace, waiting: Sampled[], covered: CoveredFile[]): Promise<void> {
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const isSwitched = switchedSources.get(mutant.path)?.switched.has(mutant.id);
    const ofRoom = covered.filter(({ path }) => isTestOf(path, mutant.room));
    const verdict = await (isSwitched ? trySwitched : tryWritten)(workspace, mutant, ofRoom);
    const counted = score.get(mutant.room);
    if (!counted) continue;
    counted.tried += 1;
    if (verdict === "failed" || verdict === "timed out") counted.killed += 1;
    else print(`survived: ${described(mutant)}${verdict === "passed" ? "" : ` (${verdict})`}`);
  }
}

/** Runs the tests that reach a mutant. */
async function trySwitched(workspace: Workspace, mutant: Sampled, covered: CoveredFile[]): Promise<Verdict> {
  const tests = testsToRun(mutant, covered);
  return tests.length === 0 ? "no test runs it" : workspace.test(tests.map(withLimit), mutant.id);
}

/** Writes a mutant that no switch can express into its file, and runs all tests that load the file. */
async function tryWritten(workspace: Workspace, mutant: Sampled, covered: CoveredFile[]): Promise<Verdict> {
  const { path, room } = mutant;
  const tests = testsOf(path, room).flatMap((test) => covered.filter((one) => one.path === test));
  if (tests.length === 0) return "no test runs it";
  workspace.write(path, mutate(sources.get(path) ?? "", mutant));
  const verdict = await workspace.test(tests.map(withLimit));
  workspace.write(path, switchedSources.get(path)?.text ?? "");
  return verdict;
}

/** Lists the tests of a room that load a file. */
function testsOf(path: string, room: RoomName): string[] {
  return relatedTests(path, sources).filter((test) => isTestOf(test, room));
}

function isTestOf(test: string, room: RoomName): boolean {
  return test !== MEASURES_CHECKOUT && ROOMS[room].tests.some((beginning) => test.startsWith(beginning));
}

/** Ended early, it says what it has found until then. */
function stop(): void {
  report();
  for (const workspace of workspaces) workspace.close();
  process.exit(130);
}

function described({ path, line, original, replacement }: Mutant): string {
  const short = (text: string) => text.replace(/\s+/g, " ").slice(0, 80);
  return `${path}:${line} ${short(original)} → ${short(replacement)}`;
}

function report(): void {
  let killed = 0;
  let tried = 0;
  for (const [room, counted] of score) {
    killed += counted.killed;
    tried += counted.tried;
    print(`${room}: ${counted.killed} of ${counted.tried} killed`);
  }
  print(`all: ${killed} of ${tried} killed (${((100 * killed) / tried).toFixed(1)} %) in ${minutes()} min`);
  if (tried < mutants.length || killed < REQUIRED_SHARE * mutants.length) process.exitCode = 1;
}

function minutes(): string {
  return ((Date.now() - began) / 60_000).toFixed(1);
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
