import { UsageError } from "../exit.ts";
import { spinning } from "../spinner.ts";
import { printJson } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

interface StageOptions {
  stage: string;
  region?: string;
  json?: true;
  acceptEarlierTenants?: true;
}

const RIGHTS = `
It works in the stage's tables with your own AWS credentials (environment, profile or SSO), which need
to read and write both and to use the stage's KMS key.`;

const ONCE = "\nRun it once no function of the last release runs any more.";

/** Work on a deployed stage that no running service can do. */
export const addStageRecordsCommands: AddCommand = (program, terminal) => {
  program
    .command("replay-erasures")
    .description("After a restore of the main table: erase again what was erased or revoked since.")
    .requiredOption("--stage <stage>", "the stage whose main table was restored")
    .option("--region <region>", "where; default: as for other commands of AWS (AWS_REGION, your profile)")
    .option("--accept-earlier-tenants", "let tenants count again whose policy was changed since")
    .option("--json", "print JSON alone")
    .addHelpText("after", `${RIGHTS}\n${examples("plumbline replay-erasures --stage prod")}`)
    .action(async ({ json, acceptEarlierTenants, ...stage }: StageOptions) => {
      checkStageName(stage.stage);
      const { acceptEarlierTenantsOf, replayStageErasures } = await import("../bootstrap-stage.ts");
      const work = replayStageErasures(stage, terminal.clock);
      const replayed = await spinning(terminal, "erasing again…", work);
      const accepted = acceptEarlierTenants && (await acceptEarlierTenantsOf(stage, terminal.clock));
      if (json) return printJson(terminal, { ...replayed, ...(accepted && { accepted_tenants: accepted }) });
      const { tenants, api_keys, credentials, watches } = replayed;
      terminal.out(`erased again: ${tenants} tenants, ${watches} watches\n`);
      terminal.out(`revoked again: ${api_keys} API keys, ${credentials} credentials\n`);
      if (accepted) terminal.out(`accepted with an earlier policy: ${accepted.join(", ") || "no tenant"}\n`);
    });

  program
    .command("sign-records")
    .description(
      "After an upgrade: sign every record that the last release wrote, and accept no unsigned record any more.",
    )
    .requiredOption("--stage <stage>", "the stage that was deployed")
    .option("--region <region>", "where; default: as for other commands of AWS (AWS_REGION, your profile)")
    .addHelpText("after", `${ONCE}${RIGHTS}\n${examples("plumbline sign-records --stage prod")}`)
    .action(async (stage: StageOptions) => {
      checkStageName(stage.stage);
      const { signStageRecords } = await import("../bootstrap-stage.ts");
      const signed = await spinning(terminal, "signing…", signStageRecords(stage, terminal.clock));
      terminal.out(`${signed} records signed. From now on the stage accepts no unsigned record.\n`);
    });
};

function checkStageName(stage: string): void {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(stage))
    throw new UsageError("--stage must be a short lower-case name such as prod.");
}
