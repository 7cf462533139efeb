import { UsageError } from "../exit.ts";
import { spinning } from "../spinner.ts";
import { printJson } from "../terminal.ts";
import { command, JSON_ALONE } from "./command.ts";

const RIGHTS = `
It works in the stage's tables with your own AWS credentials (environment, profile or SSO), which need
to read and write both and to use the stage's KMS key.
`;

const REGION = {
  region: "--region <region>  where; default: as for other commands of AWS (AWS_REGION, your profile)",
} as const;

/** Work on a deployed stage that no running service can do. */
export const STAGE_RECORDS_COMMANDS = [
  command({
    words: "replay-erasures",
    about: "After a restore of the main table: erase again what was erased or revoked since.",
    options: {
      stage: "--stage <stage>!  the stage whose main table was restored",
      ...REGION,
      acceptEarlierTenants:
        "--accept-earlier-tenants  let tenants count again whose policy was changed since",
      ...JSON_ALONE,
    },
    before: RIGHTS,
    examples: ["plumbline replay-erasures --stage prod"],
    async run({ json, acceptEarlierTenants, ...stage }, { terminal }) {
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
    },
  }),
  command({
    words: "sign-records",
    about:
      "After an upgrade: sign every record that the last release wrote, and accept no unsigned record any more.",
    options: { stage: "--stage <stage>!  the stage that was deployed", ...REGION },
    before: `\nRun it once no function of the last release runs any more.${RIGHTS}`,
    examples: ["plumbline sign-records --stage prod"],
    async run(stage, { terminal }) {
      checkStageName(stage.stage);
      const { signStageRecords } = await import("../bootstrap-stage.ts");
      const signed = await spinning(terminal, "signing…", signStageRecords(stage, terminal.clock));
      terminal.out(`${signed} records signed. From now on the stage accepts no unsigned record.\n`);
    },
  }),
];

/** Throws UsageError for a name that no stage can have. */
export function checkStageName(stage: string): void {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(stage))
    throw new UsageError("--stage must be a short lower-case name such as prod.");
}
