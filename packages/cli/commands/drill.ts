import { systemRandom } from "@plumbline/core/clock/clock.ts";
import type { DrillReport } from "@plumbline/service/export/drill.ts";
import { EXIT } from "../exit.ts";
import { withSpinner } from "../spinner.ts";
import { applyStyle, printJson, type Terminal } from "../terminal.ts";
import { command, JSON_ALONE } from "./command.ts";
import { checkStageName, printReplayed, REGION } from "./stage.ts";

/** `drill`: restores, exports and erases data on a copy that is then deleted. */
export const addDrillCommand = command({
  words: "drill",
  about: "Rehearse restore, export and erasure on a throwaway copy, and report whether they work.",
  options: {
    stage: "--stage <stage>  a stage on AWS; default: the data folder",
    ...REGION,
    ...JSON_ALONE,
  },
  before: `
The data folder can be copied while the service runs. For a stage, AWS restores both tables from its backups
into new tables named …-drill, which are deleted afterwards; this costs as much as a restore of their
size. The original is not changed. Run it once a month and keep the report.
`,
  examples: ["plumbline drill", "plumbline drill --stage prod --json"],
  async run({ stage, region, json }, { terminal, finish }) {
    const work = stage === undefined ? drillFolder(terminal) : drillOnStage(terminal, stage, region);
    const report = await withSpinner(terminal, "drilling…", work);
    finish(report.problems.length === 0 ? EXIT.ok : EXIT.failed);
    if (json) return printJson(terminal, report);
    const { replayed, exported, erased, problems, elapsed_ms } = report;
    printReplayed(terminal, replayed);
    terminal.out(`exported: ${exported.tenants} tenants, ${exported.records} records\n`);
    terminal.out(`erased in the copy: ${erased ?? "nothing, because the copy has no tenant"}\n`);
    for (const problem of problems) terminal.out(`${applyStyle(terminal, "red", "problem")}: ${problem}\n`);
    if (problems.length === 0)
      terminal.out(`${applyStyle(terminal, "green", "sound")}: in ${elapsed_ms} ms\n`);
  },
});

async function drillOnStage(
  terminal: Terminal,
  stage: string,
  region: string | undefined,
): Promise<DrillReport> {
  checkStageName(stage);
  const { drillStage } = await import("../drill-stage.ts");
  return drillStage({ stage, region }, terminal.clock);
}

async function drillFolder(terminal: Terminal): Promise<DrillReport> {
  const { withFolderCopy } = await import("../store-folder.ts");
  const { runDrill } = await import("@plumbline/service/export/drill.ts");
  return withFolderCopy(terminal, ({ platform, opened }) => {
    const original = platform.records;
    return runDrill({ platform, opened, original, clock: terminal.clock, random: systemRandom });
  });
}
