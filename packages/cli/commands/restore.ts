import { UsageError } from "../exit.ts";
import type { RestoreReport } from "../restore-stage.ts";
import { withSpinner } from "../spinner.ts";
import { printJson, type Terminal } from "../terminal.ts";
import { command, JSON_ALONE } from "./command.ts";
import { checkStageName, printReplayed, REGION } from "./stage.ts";
import { printCounts } from "./store.ts";

/** `restore`: restores a backup file to the data folder, or a stage's records to a stage on AWS. */
export const addRestoreCommand = command({
  words: "restore [file]",
  about: "Restore the local store from a backup, or a stage on AWS from restored tables or another stage.",
  options: {
    stage: "--stage <stage>  the deployed stage to restore",
    ...REGION,
    from: "--from <stage>  the stage that the records come from; may be the same",
    fromTable: "--from-table <table>  its main table as AWS restored it",
    fromKeyTable: "--from-key-table <table>  its key table as AWS restored it",
    fromProfile: "--from-profile <profile>  AWS profile for the account of --from, if it differs",
    fromRegion: "--from-region <region>  region of --from, if it differs",
    replace: "--replace  replace a stage that has tenants; they are lost",
    acceptEarlierTenants: "--accept-earlier-tenants  accept tenants with the older policy of the backup",
    wait: "--no-wait  do not wait for running requests: nobody uses the stage yet",
    ...JSON_ALONE,
  },
  before: `
A file is restored into the data folder, with the service stopped; the previous store is kept there too.
Whatever was deleted or revoked since the backup is deleted or revoked again.

With --stage, it closes the API, the queues and the ticks, waits for running requests, copies the tables, and
re-encrypts data keys for another stage or account. It repeats every deletion and revocation of both stages,
then opens the stage. Your own AWS credentials are used: they need to read and write the tables, use both KMS
keys, and change the stage's functions, event sources and rules. It can be rerun; the stage stays closed until it succeeds.
`,
  examples: [
    "plumbline restore plumbline-2026-01-31.db",
    "plumbline restore --from prod --from-table prod-plumbline-Restored --stage prod",
    "plumbline restore --from prod --stage prod-two --no-wait",
  ],
  async run({ file, stage, json, ...given }, { terminal }) {
    if (file !== undefined) {
      if (stage !== undefined || given.from !== undefined)
        throw new UsageError("Give a file, or --stage and --from.");
      return restoreFolder(terminal, file, json);
    }
    if (stage === undefined || given.from === undefined)
      throw new UsageError("Give a backup file, or --stage and --from.");
    for (const name of [stage, given.from]) checkStageName(name);
    const { region, fromProfile: profile, fromRegion } = given;
    const { restoreStage } = await import("../restore-stage.ts");
    const { StageGate } = await import("@plumbline/aws/stage/stage-gate.ts");
    const gate = new StageGate(stage, region === undefined ? {} : { region }, terminal.clock);
    const options = {
      from: { stage: given.from, region: fromRegion ?? region, profile },
      fromTables: { main: given.fromTable, keys: given.fromKeyTable },
      to: { stage, region },
      replaces: given.replace ?? false,
      acceptsEarlier: given.acceptEarlierTenants ?? false,
      waitsForRunning: given.wait,
    };
    try {
      const work = restoreStage(options, gate, terminal.clock);
      const report = await withSpinner(terminal, "restoring…", work);
      if (json) printJson(terminal, report);
      else printReport(terminal, report);
    } finally {
      gate.destroy();
    }
  },
});

function printReport(terminal: Terminal, report: RestoreReport): void {
  const { closed, opened, copied, replayed, unreadable_keys, accepted_tenants } = report;
  const formatCounts = ({ functions, event_sources, rules }: RestoreReport["closed"]) =>
    `${functions} functions, ${event_sources} queues, ${rules} ticks`;
  terminal.out(`closed: ${formatCounts(closed)}\n`);
  terminal.out(
    `copied: ${copied.main ?? "no"} items of the main table, ${copied.keys ?? "no"} of the key table\n`,
  );
  printReplayed(terminal, replayed, accepted_tenants);
  for (const id of unreadable_keys)
    terminal.err(`The KMS key of tenant ${id} cannot be used, so its data stays unreadable.\n`);
  terminal.out(`opened: ${formatCounts(opened)}\n`);
}

async function restoreFolder(terminal: Terminal, file: string, json: true | undefined): Promise<void> {
  const { createFolderPorts } = await import("../store-folder.ts");
  const { restoreWithLedger } = await import("@plumbline/local/store/restore-store.ts");
  const ports = createFolderPorts(terminal);
  const { folder } = ports;
  const report = await restoreWithLedger(file, ports);
  if (json) return printJson(terminal, report);
  printCounts(terminal, report);
  if (report.replayed) printReplayed(terminal, report.replayed);
  if (report.kept) terminal.out(`The previous store is kept as ${report.kept}.\n`);
  terminal.out(
    `The backup is restored to ${folder}. It needs the master-key file from the time of the backup.\n`,
  );
}
