import type { StoreReport } from "@plumbline/local/store/store-inspection.ts";
import { EXIT } from "../exit.ts";
import { getDataFolder } from "../files.ts";
import type { Terminal } from "../terminal.ts";
import { command } from "./command.ts";

/** `backup`: works while the service runs. */
export const addBackupCommand = command({
  words: "backup <file>",
  about: "Copy the whole local store to a new file while the service runs.",
  examples: ["plumbline backup plumbline-2026-01-31.db"],
  async run({ file }, { terminal }) {
    const { backUpStore } = await import("@plumbline/local/store/backup-store.ts");
    const folder = getDataFolder(terminal.environment);
    printCounts(terminal, backUpStore(folder, file));
    terminal.out(
      `The store was copied to ${file}. Its secrets can only be decrypted with ${folder}/master-key: keep a copy of that elsewhere.\n`,
    );
  },
});

/** Verifies every record of the local store. Works while the service runs. */
export async function verifyStore(terminal: Terminal, finish: (exitCode: number) => void): Promise<void> {
  const { checkStore } = await import("@plumbline/local/store/backup-store.ts");
  const report = checkStore(getDataFolder(terminal.environment));
  printCounts(terminal, report);
  for (const problem of report.problems) terminal.err(`damaged: ${problem}\n`);
  terminal.out(report.problems.length === 0 ? "The store is intact.\n" : "The store is damaged.\n");
  finish(report.problems.length === 0 ? EXIT.ok : EXIT.failed);
}

export function printCounts({ out }: Terminal, { counts }: StoreReport): void {
  for (const [table, count] of Object.entries(counts)) out(`${String(count).padStart(8)} ${table}\n`);
}
