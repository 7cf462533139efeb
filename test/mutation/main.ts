/**
 * `npm run test:mutation`: breaks the code in small ways, one at a time, and sees whether a test notices.
 * Prints the mutants that survive and the share that was killed; fails when it is below 85 %.
 *
 *     npm run test:mutation                              # 300 mutants of all rooms
 *     npm run test:mutation -- --sample 20 --room guard
 *     npm run test:mutation -- --seed 2 --workers 1
 */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type Mutant, mutantsOf, mutate } from "./mutants.ts";
import { relatedTests } from "./related-tests.ts";
import { chooseSample } from "./sample.ts";
import { checkoutFiles, type TestVerdict, Workspace } from "./workspace.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** The rooms whose mistakes would cost most, and the tests that must notice them. */
const ROOMS = {
  dispatch: {
    code: "packages/core/dispatch/",
    tests: ["test/core/", "test/connections/refresh/refresh", "test/http/noisy", "test/http/approvals"],
  },
  egress: { code: "packages/core/egress/", tests: ["test/core/"] },
  credentials: {
    code: "packages/core/credentials/",
    tests: ["test/core/", "test/connections/refresh/refresh"],
  },
  guard: { code: "packages/grounding/guard/", tests: ["test/grounding/guard/"] },
  delivery: { code: "packages/watches/delivery/", tests: ["test/watches/delivery/"] },
} satisfies Record<string, { code: string; tests: readonly string[] }>;
type RoomName = keyof typeof ROOMS;

/** Learned numbers: that one of many is a little off need not change any answer. */
const LEARNED = /weights/;
const REQUIRED_SHARE = 0.85;
/** Tests run in two groups: most mutants fall to one of the nearest, which load little. */
const NEAREST = 8;

const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "300" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: String(availableParallelism()) },
    room: { type: "string" },
  },
});

const paths = checkoutFiles(ROOT);
const sources = new Map(
  paths.filter((path) => path.endsWith(".ts")).map((path) => [path, readFileSync(join(ROOT, path), "utf8")]),
);
const rooms = (Object.keys(ROOMS) as RoomName[]).filter((room) => !values.room || room === values.room);
const waiting = rooms.flatMap((room) => {
  const files = [...sources].filter(([path]) => path.startsWith(ROOMS[room].code) && !LEARNED.test(path));
  const mutants = files.flatMap(([path, text]) => mutantsOf(path, text));
  return chooseSample(mutants, Math.ceil(Number(values.sample) / rooms.length), Number(values.seed)).map(
    (mutant) => ({ room, mutant }),
  );
});

const total = waiting.length;
const score = new Map(rooms.map((room) => [room, { killed: 0, tried: 0 }]));
const began = Date.now();
const workspaces = Array.from({ length: Number(values.workers) }, () => new Workspace(ROOT, paths));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, stop);
const timeouts = new Map(await measureTimeouts());
await Promise.all(workspaces.map(work));
for (const workspace of workspaces) workspace.close();
report();

/**
 * Milliseconds after which a run hangs: three times what the tests of the room take with whole code, and a
 * bit.
 */
async function measureTimeouts(): Promise<[RoomName, number][]> {
  const measured: [RoomName, number][] = [];
  for (const room of rooms) {
    const { code, tests } = ROOMS[room];
    const all = [...sources.keys()].filter((path) => path.startsWith(code));
    const related = new Set(all.flatMap((path) => testsOf(path, tests)));
    const start = Date.now();
    const verdict = await workspaces[0]?.test([...related], 600_000);
    if (verdict !== "passed")
      throw new Error(`The tests of ${room} fail before anything is changed: ${verdict}.`);
    print(`${room}: ${related.size} test files, ${Math.round((Date.now() - start) / 1000)} s`);
    measured.push([room, 3 * (Date.now() - start) + 20_000]);
  }
  return measured;
}

/** Tries mutants in one copy of the checkout until none is left. */
async function work(workspace: Workspace): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { room, mutant } = next;
    const verdict = await tryMutant(workspace, mutant, room);
    const counted = score.get(room);
    if (!counted) continue;
    counted.tried += 1;
    if (verdict !== "passed") counted.killed += 1;
    else print(`survived: ${described(mutant)}`);
  }
}

/** A mutant that no test of its room loads has survived. */
async function tryMutant(workspace: Workspace, mutant: Mutant, room: RoomName): Promise<TestVerdict> {
  const tests = testsOf(mutant.path, ROOMS[room].tests);
  const source = sources.get(mutant.path) ?? "";
  workspace.write(mutant.path, mutate(source, mutant));
  let verdict: TestVerdict = "passed";
  for (const group of [tests.slice(0, NEAREST), tests.slice(NEAREST)])
    if (verdict === "passed" && group.length > 0)
      verdict = await workspace.test(group, timeouts.get(room) ?? 60_000);
  workspace.write(mutant.path, source);
  return verdict;
}

function testsOf(path: string, beginnings: readonly string[]): string[] {
  return relatedTests(path, sources).filter((test) => beginnings.some((one) => test.startsWith(one)));
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
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  print(`all: ${killed} of ${tried} killed (${((100 * killed) / tried).toFixed(1)} %) in ${minutes} min`);
  if (tried < total || killed < REQUIRED_SHARE * total) process.exitCode = 1;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
