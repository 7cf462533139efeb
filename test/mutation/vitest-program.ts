/**
 * The program that runs tests in a copy of the checkout. It keeps vitest, and with it every transformed
 * file, from one run to the next. Each run gets a new process, so nothing of a mutant is left for the next.
 */
import { createVitest, type TestSpecification } from "vitest/node";
import type { RunMessage, RunRequest } from "./test-process.ts";

/** Runs files in the order given. */
class GivenOrder {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files;
  }
}

let failed = false;
const vitest = await createVitest("test", {
  watch: false,
  project: ["unit*", "programs", "endurance"],
  bail: 1,
  // The copy has another path and changed sources: what it transforms is never read again.
  experimental: { fsModuleCache: false },
  maxWorkers: 1,
  sequence: { shuffle: false, sequencer: GivenOrder },
  reporters: [
    {
      onTestModuleEnd(module) {
        failed ||= !module.ok();
        tell({ ended: module.moduleId });
      },
    },
  ],
});
const specifications = new Map(
  (await vitest.globTestSpecifications()).map((specification) => [specification.moduleId, specification]),
);

process.on("message", (request: RunRequest) => void run(request));
// The parent has died: end this process and the tests that it started.
process.on("disconnect", () => process.kill(-process.pid, "SIGKILL"));
tell({ ready: true });

async function run({ files, changed }: RunRequest): Promise<void> {
  for (const path of changed) vitest.invalidateFile(path);
  failed = false;
  const chosen = files.flatMap((file) => specifications.get(file) ?? []);
  if (chosen.length < files.length) throw new Error(`Not all of these are test files: ${files.join(", ")}.`);
  try {
    const { unhandledErrors } = await vitest.runTestSpecifications(chosen);
    tell({ verdict: failed || unhandledErrors.length > 0 ? "failed" : "passed" });
  } catch {
    tell({ verdict: "failed" });
  }
}

function tell(message: RunMessage): void {
  process.send?.(message);
}
