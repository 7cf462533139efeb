import { relatedTests } from "../mutation/related-tests.ts";

/** A line of the log that `record.ts` writes. */
export interface RecordedTest {
  test: string;
  ms: number;
  /** The files in which the test ran a function. */
  files: string[];
}

/** The record that is checked in, as `reach.json`. */
export interface Reach {
  /** The CPU time of each test file, in milliseconds. */
  tests: Record<string, number>;
  /** For each own file, the tests that reach it: a bit for each test, in the order of `tests`, in Base64. */
  files: Record<string, string>;
}

export interface Choice {
  /** The tests to run, in order of preference. */
  chosen: string[];
  /** The number of tests that reach the files. */
  all: number;
}

/** Assumed for a test file that is not recorded, in milliseconds. */
const UNKNOWN_MS = 1_000;

/** Turns a log into the record. The order is always the same, so that two records compare well. */
export function toReach(log: readonly RecordedTest[]): Reach {
  const sorted = log.toSorted((one, other) => (one.test < other.test ? -1 : 1));
  const paths = [...new Set(sorted.flatMap(({ files }) => files))].sort();
  const bitsOf = (path: string) => {
    const bits = Buffer.alloc(Math.ceil(sorted.length / 8));
    for (const [index, { files }] of sorted.entries())
      if (files.includes(path)) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
    const end = bits.findLastIndex((byte) => byte > 0) + 1;
    return bits.subarray(0, end).toString("base64");
  };
  return {
    tests: Object.fromEntries(sorted.map(({ test, ms }) => [test, ms])),
    files: Object.fromEntries(paths.map((path) => [path, bitsOf(path)])),
  };
}

/** Turns the record back into a log, so that later records of some tests can replace theirs. */
export function toLog(reach: Reach): RecordedTest[] {
  const files = new Map(Object.keys(reach.tests).map((test) => [test, [] as string[]]));
  for (const path of Object.keys(reach.files))
    for (const test of recordedTests(reach, path)) files.get(test)?.push(path);
  return Object.entries(reach.tests).map(([test, ms]) => ({ test, ms, files: files.get(test) ?? [] }));
}

/** Removes tests and files that no longer exist from a log. */
export function onlyPresent(
  log: readonly RecordedTest[],
  isPresent: (path: string) => boolean,
): RecordedTest[] {
  return log
    .filter(({ test }) => isPresent(test))
    .map((test) => ({ ...test, files: test.files.filter(isPresent) }));
}

/**
 * Chooses the tests that reach the files: the namesake of a file first, then those that reach the fewest
 * other files. Leaves out tests that do not fit into `budgetMs`, but never the first. A file whose functions
 * no recorded test ran, because it is new or holds only data, is reached by the tests that load it.
 */
export function chooseTests(
  reach: Reach,
  sources: ReadonlyMap<string, string>,
  paths: readonly string[],
  budgetMs: number,
): Choice {
  const width = breadths(reach);
  const namesakes = new Set(paths.map((path) => path.replace(/^packages\/(.*)\.tsx?$/, "test/$1.test.ts")));
  const reaching = paths.flatMap((path) => {
    if (path.endsWith(".test.ts")) return [path];
    const recorded = recordedTests(reach, path).filter((test) => sources.has(test));
    if (recorded.length === 0) return relatedTests(path, sources);
    // A new test is not in the record.
    return [...recorded, ...relatedTests(path, sources).filter((test) => !(test in reach.tests))];
  });
  const rank = (test: string) => (namesakes.has(test) || paths.includes(test) ? -1 : (width.get(test) ?? 0));
  const sorted = [...new Set(reaching)].toSorted((one, other) => rank(one) - rank(other));
  let left = budgetMs;
  const chosen = sorted.filter((test, index) => {
    const ms = reach.tests[test] ?? UNKNOWN_MS;
    if (index > 0 && ms > left) return false;
    left -= ms;
    return true;
  });
  return { chosen, all: sorted.length };
}

/** Returns the recorded tests that ran a function of the file. */
export function recordedTests(reach: Reach, path: string): string[] {
  const bits = Buffer.from(reach.files[path] ?? "", "base64");
  return Object.keys(reach.tests).filter((_, index) => ((bits[index >> 3] ?? 0) >> (index & 7)) & 1);
}

/** Counts the files that each test reaches. */
function breadths(reach: Reach): Map<string, number> {
  const counts = new Map<string, number>();
  for (const path of Object.keys(reach.files))
    for (const test of recordedTests(reach, path)) counts.set(test, (counts.get(test) ?? 0) + 1);
  return counts;
}
