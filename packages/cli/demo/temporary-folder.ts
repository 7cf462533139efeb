import { mkdtempSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

const ENDING = ["SIGINT", "SIGTERM"] as const;

/**
 * Carries out a task in a folder of its own, which goes when the task ends, or with the process when that is told to exit before: by
 * Ctrl-C, by SIGTERM, by a standard output that takes nothing more. A signal ends the process with 128 and its number, as a shell has it.
 */
export async function inTemporaryFolder<Result>(
  prefix: string,
  task: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  // Retried, as the store may be writing into it.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const end = (signal: (typeof ENDING)[number]) => process.exit(128 + constants.signals[signal]);
  process.once("exit", remove);
  for (const signal of ENDING) process.once(signal, end);
  try {
    return await task(folder);
  } finally {
    for (const signal of ENDING) process.off(signal, end);
    process.off("exit", remove);
    remove();
  }
}
