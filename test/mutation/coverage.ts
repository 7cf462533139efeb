import type { NumberedMutant } from "./switched-source.ts";
import type { TimedFile } from "./test-process.ts";
import type { Workspace } from "./workspace.ts";

/** A test file: how long it takes, in milliseconds, and the numbers of the mutants that it reaches. */
export interface CoveredFile {
  path: string;
  ms: number;
  reached: ReadonlySet<number>;
}

/** Longer than any test file takes, on a machine that is busy with something else. */
const DRY_RUN_LIMIT_MS = 300_000;
/** Added to three times what a file took: a machine is slower at times. */
const MARGIN_MS = 15_000;

/**
 * Runs each test file once, in a process of its own and with no mutant active. Such a process loads every
 * module anew, so mutants reached while a module loads are recorded for each file that loads it.
 * Throws when a file fails.
 */
export async function measureCoverage(
  workspaces: readonly Workspace[],
  files: readonly string[],
): Promise<CoveredFile[]> {
  const waiting = [...files];
  const covered: CoveredFile[] = [];
  const work = async (workspace: Workspace): Promise<void> => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const { verdict, ms, reached } = await workspace.record({ path, limitMs: DRY_RUN_LIMIT_MS });
      if (verdict !== "passed") throw new Error(`${path} fails before anything is changed: ${verdict}.`);
      covered.push({ path, ms, reached });
    }
  };
  await Promise.all(workspaces.map(work));
  return covered;
}

/** Chooses the test files that can notice a mutant: the one named after its file first, then the quickest. */
export function testsToRun(mutant: NumberedMutant, covered: readonly CoveredFile[]): CoveredFile[] {
  const namesake = mutant.path.replace(/^packages\//, "test/").replace(/\.ts$/, ".test.ts");
  const cost = ({ path, ms }: CoveredFile) => (path === namesake ? 0 : ms);
  return covered.filter(({ reached }) => reached.has(mutant.id)).sort((a, b) => cost(a) - cost(b));
}

/** Limits a test file to three times what it took in the dry run, and a margin. */
export function withLimit({ path, ms }: CoveredFile): TimedFile {
  return { path, limitMs: 3 * ms + MARGIN_MS };
}
