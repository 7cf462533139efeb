import { UsageError } from "../exit.ts";
import type { RestoreReport } from "../restore-stage.ts";
import { spinning } from "../spinner.ts";
import { printJson, type Terminal } from "../terminal.ts";
import { command, JSON_ALONE } from "./command.ts";
import { checkStageName, REGION, tellReplayed } from "./stage.ts";
import { tellCounts } from "./store.ts";

/** `restore`: a backup file into the data folder, or a stage's records into a stage on AWS. */
export const addRestoreCommand = command({
  words: "restore [file]",
  about:
    "Put a backup in the place of the local store, or a stage's records in the place of a stage's on AWS.",
  options: {
    stage: "--stage <stage>  the stage to restore, which is deployed",
    ...REGION,
    from: "--from <stage>  the stage whose records they are; it may be the same",
    fromTable: "--from-table <table>  its main table as AWS restored it",
    fromKeyTable: "--from-key-table <table>  its table of keys as AWS restored it",
    fromProfile: "--from-profile <profile>  AWS profile of the account of --from, where it is another",
    fromRegion: "--from-region <region>  its region, where it is another",
    replace: "--replace  the stage has tenants, and may lose them",
    acceptEarlierTenants: "--accept-earlier-tenants  let tenants count again whose policy was changed since",
    wait: "--no-wait  do not wait for what runs: nobody uses the stage yet",
    ...JSON_ALONE,
  },
  before: `
A file goes into the data folder, with the service stopped; the earlier store is kept beside it. What was
deleted or revoked in that one since is deleted and revoked again.

With --stage it closes the API, the queues and the ticks, waits for what runs, copies the tables, wraps data
keys anew for another stage or account, deletes and revokes again what either stage has ended, and opens. It
uses your own AWS credentials, which need to read and write the tables, to use both KMS keys, and to change the
stage's functions, event sources and rules. It can be repeated; until it is done, the stage stays closed.
`,
  examples: [
    "plumbline restore plumbline-2026-01-31.db",
    "plumbline restore --from prod --from-table prod-plumbline-Restored --stage prod",
    "plumbline restore --from prod --stage prod-two --no-wait",
  ],
  async run({ file, stage, json, ...given }, { terminal }) {
    if (file !== undefined) {
      if (stage !== undefined || given.from !== undefined)
        throw new UsageError("Name a file, or --stage and --from.");
      return restoreFolder(terminal, file, json);
    }
    if (stage === undefined || given.from === undefined)
      throw new UsageError("Name the file of a backup, or --stage and --from.");
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
      waits: given.wait,
    };
    try {
      const work = restoreStage(options, gate, terminal.clock);
      const report = await spinning(terminal, "restoring…", work);
      if (json) printJson(terminal, report);
      else tellStage(terminal, report);
    } finally {
      gate.destroy();
    }
  },
});

function tellStage(terminal: Terminal, report: RestoreReport): void {
  const { closed, opened, copied, replayed, unreadable_keys, accepted_tenants } = report;
  const counts = ({ functions, event_sources, rules }: RestoreReport["closed"]) =>
    `${functions} functions, ${event_sources} queues, ${rules} ticks`;
  terminal.out(`closed: ${counts(closed)}\n`);
  terminal.out(
    `copied: ${copied.main ?? "no"} items of the main table, ${copied.keys ?? "no"} of the keys\n`,
  );
  tellReplayed(terminal, replayed);
  if (accepted_tenants)
    terminal.out(`accepted with an earlier policy: ${accepted_tenants.join(", ") || "no tenant"}\n`);
  for (const id of unreadable_keys)
    terminal.err(`The own key of the tenant ${id} cannot be used, so its data stays unreadable.\n`);
  terminal.out(`opened: ${counts(opened)}\n`);
}

async function restoreFolder(terminal: Terminal, file: string, json: true | undefined): Promise<void> {
  const { folderPorts } = await import("../store-folder.ts");
  const { restoreWithLedger } = await import("@plumbline/local/store/restore-store.ts");
  const ports = folderPorts(terminal);
  const { folder } = ports;
  const report = await restoreWithLedger(file, ports);
  if (json) return printJson(terminal, report);
  tellCounts(terminal, report);
  if (report.replayed) tellReplayed(terminal, report.replayed);
  if (report.kept) terminal.out(`The earlier store is kept as ${report.kept}.\n`);
  terminal.out(`${folder} holds the backup. It needs the master-key of the time it was made.\n`);
}
