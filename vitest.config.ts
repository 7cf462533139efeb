import { defineConfig } from "vitest/config";

/** Tests of what a process loads, and when: each of these needs a process that has loaded nothing yet. */
const OWN_PROCESS = ["test/**/lazy-loading.test.ts"];

/**
 * `unit` is `npm test` and needs nothing but this checkout; `peers` is `npm run test:peers` and needs what `.ci/run` installs.
 * The files of `unit` share two processes, as loading the service anew for each of them took longer than all the tests.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    // In CI, whose machine is shared, a failed test is tried once more. The report names each that needed it.
    retry: process.env.CI === undefined ? 0 : 1,
    // Another order at every run, so that no test comes to lean on one before it. The run prints its seed: --sequence.seed=N repeats it.
    sequence: { shuffle: true },
    projects: [
      {
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["test/peers/**", ...OWN_PROCESS],
          isolate: false,
          setupFiles: ["test/property-seed.ts"],
          // Only what hangs takes so long, on a machine that is busy with something else, too.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "unit-own-process",
          include: OWN_PROCESS,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: "peers",
          include: ["test/peers/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
