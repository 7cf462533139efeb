import type { StoreReport } from "@plumbline/local/store/store-inspection.ts";
import { EXIT } from "../exit.ts";
import type { Terminal } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

/** Commands on the store of a data folder on this machine; only `restore` needs the service to be stopped. */
export const addStoreCommands: AddCommand = (program, terminal) => {
  const folder = dataFolder(terminal);

  program
    .command("backup <file>")
    .description("Copy the local store into one new file, whole, while the service runs.")
    .addHelpText("after", examples("plumbline backup plumbline-2026-01-31.db"))
    .action(async (file: string) => {
      const { backUpStore } = await import("@plumbline/local/store/backup-store.ts");
      tellCounts(terminal, backUpStore(folder, file));
      terminal.out(
        `${file} holds the store. Its secrets open with ${folder}/master-key alone: keep a copy of that apart.\n`,
      );
    });

  program
    .command("restore <file>")
    .description(
      "Put a backup in the place of the local store, with the service stopped; the earlier store is kept.",
    )
    .addHelpText("after", examples("plumbline restore plumbline-2026-01-31.db"))
    .action(async (file: string) => {
      const { prepareDataFolder } = await import("@plumbline/local/store/data-folder.ts");
      const { restoreStore } = await import("@plumbline/local/store/backup-store.ts");
      prepareDataFolder(folder);
      const report = restoreStore(folder, file, terminal.clock.now());
      tellCounts(terminal, report);
      if (report.kept) terminal.out(`The earlier store is kept as ${report.kept}.\n`);
      terminal.out(`${folder} holds the backup. It needs the master-key of the time it was made.\n`);
    });
};

/** Verifies every record of the local store, also while the service runs. */
export async function verifyStore(terminal: Terminal, finish: (exitCode: number) => void): Promise<void> {
  const { checkStore } = await import("@plumbline/local/store/backup-store.ts");
  const report = checkStore(dataFolder(terminal));
  tellCounts(terminal, report);
  for (const problem of report.problems) terminal.err(`damaged: ${problem}\n`);
  terminal.out(report.problems.length === 0 ? "The store is whole.\n" : "The store is damaged.\n");
  finish(report.problems.length === 0 ? EXIT.ok : EXIT.failed);
}

function dataFolder({ environment }: Terminal): string {
  return environment.DATA_DIR || ".plumbline";
}

function tellCounts({ out }: Terminal, { counts }: StoreReport): void {
  for (const [table, count] of Object.entries(counts)) out(`${String(count).padStart(8)} ${table}\n`);
}
