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
      const { tenants, api_keys, credentials } = replayed;
      terminal.out(
        `erased again: ${tenants} tenants\nrevoked again: ${api_keys} API keys, ${credentials} credentials\n`,
      );
      if (accepted) terminal.out(`accepted with an earlier policy: ${accepted.join(", ") || "no tenant"}\n`);
    });

  program
    .command("sign-records")
    .description(
      "After the upgrade of a stage to signed records: sign its tenants and keys, and take no others.",
    )
    .requiredOption("--stage <stage>", "the stage that was deployed")
    .option("--region <region>", "where; default: as for other commands of AWS (AWS_REGION, your profile)")
    .addHelpText("after", `${RIGHTS}\n${examples("plumbline sign-records --stage prod")}`)
    .action(async (stage: StageOptions) => {
      checkStageName(stage.stage);
      const { signStageRecords } = await import("../bootstrap-stage.ts");
      await spinning(terminal, "signing…", signStageRecords(stage, terminal.clock));
      terminal.out("Every tenant and key of the stage is signed; any other is refused.\n");
    });
};

function checkStageName(stage: string): void {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(stage))
    throw new UsageError("--stage must be a short lower-case name such as prod.");
}
