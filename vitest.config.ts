import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Tests of what a process loads, and when, or with other modules, or of every socket that it opens: each
 * needs a process that has done nothing yet.
 */
const OWN_PROCESS = [
  "test/**/lazy-loading.test.ts",
  "test/adapters/dummy-provider.test.ts",
  "test/core/dispatch/preview/nothing-leaves.test.ts",
];

/**
 * Tests that start whole programs, run the lines of the documentation, synthesise stacks or bundle functions:
 * seconds a file, on any machine. They run apart, by `npm run test:programs`.
 */
const WHOLE_PROGRAMS = [
  "test/adapters/new-tool.test.ts",
  "test/architecture/**/*.test.ts",
  "test/cli/demo.test.ts",
  "test/docs/{agents,readme,recipes}.test.ts",
  "test/local/server/{starts,stops}.test.ts",
  "test/mutation/test-process.test.ts",
  "test/stacks/**/*.test.ts",
];

/**
 * Tests that repeat one thing for long: processes killed at any moment, disks damaged anywhere, weeks of a
 * clock, every order of several writers, any attack on any record. They run apart, by
 * `npm run test:endurance`.
 */
const ENDURANCE = [
  "test/aws/dynamodb/label-claims.test.ts",
  "test/connections/refresh/two-processes.test.ts",
  "test/core/dispatch/idempotency/{crashes,interleavings}.test.ts",
  "test/local/store/{crash,crash-at-write,damage,power-cut}.test.ts",
  "test/stores/main-table-owner.test.ts",
  "test/stores/table-owner/{any-attack,named-attacks-on-dynamodb}.test.ts",
  "test/watches/{clock-that-lies,crashes}.test.ts",
  "test/watches/weeks/**/*.test.ts",
];

/**
 * Runs one project after another, and the files of each in an order that the seed decides. Vitest ends a
 * process wherever the next file is of another project, and `--sequence.seed` would replace `groupOrder`.
 * By their names, the quick tests of `unit` are first: a mistake shows itself there.
 */
class ProjectByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    const rank = ({ project, moduleId }: TestSpecification) => {
      const chance = createHash("sha1").update(`${sequence.seed} ${relative(root, moduleId)}`);
      return `${project.name} ${chance.digest("hex")}`;
    };
    return files.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
  }
}

/** In CI, whose machine is shared, a failed test is tried once more. The report names each that needed it. */
const RETRY = { retry: process.env.CI === undefined ? 0 : 1 };

/**
 * The files of a project share its processes: to load the service anew for each takes longer than all tests.
 */
const SHARED_PROCESSES = {
  ...RETRY,
  isolate: false,
  // `npm run test:quick -- --record` sets REACH_LOG.
  setupFiles: ["test/property-seed.ts", ...(process.env.REACH_LOG ? ["test/reach/record.ts"] : [])],
  // Only what hangs takes so long, also on a machine that is busy with something else.
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/**
 * The `unit` projects are `npm test`, `programs` is `npm run test:programs` and `endurance` is `npm run
 * test:endurance`: they need nothing but this checkout. `peers` is `npm run test:peers` and needs what
 * `.ci/run` installs.
 */
export default defineConfig({
  test: {
    maxWorkers: availableParallelism(),
    // Keeps transformed modules in node_modules, by their contents: a run that repeats tests starts in half
    // the time. `npx vitest --clearCache` deletes them.
    experimental: { fsModuleCache: true },
    // Another order at every run, so that no test comes to lean on one before it. The run prints its seed:
    // --sequence.seed=N repeats it.
    sequence: { shuffle: true, sequencer: ProjectByProject },
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/peers/**", ...OWN_PROCESS, ...WHOLE_PROGRAMS, ...ENDURANCE],
          ...SHARED_PROCESSES,
        },
      },
      {
        test: {
          name: "programs",
          include: WHOLE_PROGRAMS,
          ...SHARED_PROCESSES,
        },
      },
      {
        test: {
          name: "unit-own-process",
          include: OWN_PROCESS,
          ...RETRY,
          testTimeout: 20_000,
        },
      },
      { test: { name: "endurance", include: ENDURANCE, ...SHARED_PROCESSES } },
      {
        test: {
          name: "peers",
          include: ["test/peers/**/*.test.ts"],
          ...RETRY,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
