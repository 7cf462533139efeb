import type { ApiKeyRecord } from "@plumbline/core/access/access-records.ts";
import type { ReplayedErasures } from "@plumbline/core/credentials/replay-erasures.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { Option } from "commander";
import { UsageError } from "../exit.ts";
import { withSpinner } from "../spinner.ts";
import { printPage } from "../table.ts";
import { printJson, type Terminal } from "../terminal.ts";
import { command, JSON_ALONE } from "./command.ts";
import { formatRevoked, KEY_COLUMNS } from "./tenants.ts";

const RIGHTS = `
It works directly on the stage's tables with your own AWS credentials (environment, profile or SSO), which need
read and write access to both and the use of the stage's KMS key.
`;

export const REGION = {
  region: "--region <region>  AWS region; default: AWS_REGION or your profile's",
} as const;

/** Commands for work on a deployed stage that a running service cannot do. */
export const STAGE_RECORDS_COMMANDS = [
  command({
    words: "replay-erasures",
    about: "After restoring the main table: repeat the erasures and revocations since the backup.",
    options: {
      stage: "--stage <stage>!  the stage whose main table was restored",
      ...REGION,
      acceptEarlierTenants: "--accept-earlier-tenants  accept tenants with the older policy of the backup",
      ...JSON_ALONE,
    },
    before: RIGHTS,
    examples: ["plumbline replay-erasures --stage prod"],
    async run({ json, acceptEarlierTenants, ...stage }, { terminal }) {
      checkStageName(stage.stage);
      const { acceptEarlierTenantsOf, replayStageErasures } = await import("../bootstrap-stage.ts");
      const work = replayStageErasures(stage, terminal.clock);
      const replayed = await withSpinner(terminal, "repeating erasures…", work);
      const accepted = acceptEarlierTenants && (await acceptEarlierTenantsOf(stage, terminal.clock));
      if (json) return printJson(terminal, { ...replayed, ...(accepted && { accepted_tenants: accepted }) });
      printReplayed(terminal, replayed, accepted);
    },
  }),
  command({
    words: "sign-records",
    about:
      "After an upgrade: sign all records written by the previous release, and reject unsigned ones from then on.",
    options: { stage: "--stage <stage>!  the deployed stage", ...REGION },
    before: `\nRun it when no function of the previous release is running any more.${RIGHTS}`,
    examples: ["plumbline sign-records --stage prod"],
    async run(stage, { terminal }) {
      checkStageName(stage.stage);
      const { signStageRecords } = await import("../bootstrap-stage.ts");
      const signed = await withSpinner(terminal, "signing…", signStageRecords(stage, terminal.clock));
      terminal.out(`${signed} records signed. From now on, the stage rejects unsigned records.\n`);
    },
  }),
];

/** Prints what was erased again, and the tenants that were accepted in an earlier state, if any may be. */
export function printReplayed(
  { out }: Terminal,
  replayed: ReplayedErasures,
  accepted?: readonly string[],
): void {
  const { tenants, api_keys, credentials, watches } = replayed;
  out(`erased again: ${tenants} tenants, ${watches} watches\n`);
  out(`revoked again: ${api_keys} API keys, ${credentials} credentials\n`);
  if (accepted) out(`accepted with an older policy: ${accepted.join(", ") || "no tenant"}\n`);
}

/** Throws UsageError for an invalid stage name. */
export function checkStageName(stage: string): void {
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(stage))
    throw new UsageError("--stage must be a short lowercase name such as prod.");
}

const FIRST_KEY_NAME = "first operator";

/** `bootstrap`: does what a deployed stage needs once, before anybody can call it. */
export const addBootstrapCommand = command({
  words: "bootstrap",
  about: "Create the first operator key of a stage on AWS (shown once), list operator keys, or revoke one.",
  options: {
    stage: "--stage <stage>!  the deployed stage",
    ...REGION,
    name: new Option("--name <name>", "the key's name in lists").default(FIRST_KEY_NAME),
    another: "--another  create an additional key for a stage that already had its first",
    list: new Option("--list", "show the stage's operator keys").conflicts(["another", "revoke"]),
    revoke: new Option("--revoke <key_id>", "revoke one of them immediately").conflicts("another"),
    ...JSON_ALONE,
  },
  before: `
It works directly on the stage's table with your own AWS credentials (environment, profile or SSO), which need
dynamodb:GetItem and PutItem (Query for --list, UpdateItem for --revoke).
`,
  examples: ["plumbline bootstrap --stage prod --region eu-central-1"],
  async run({ stage, region, name = FIRST_KEY_NAME, another = false, list, revoke, json }, { terminal }) {
    checkStageName(stage);
    // Loaded here, because no other command needs the AWS client.
    const { bootstrapStage, listOperatorKeys, revokeOperatorKey } = await import("../bootstrap-stage.ts");
    const { clock } = terminal;
    if (list) return printKeys(terminal, await listOperatorKeys({ stage, region }, clock), json);
    if (revoke !== undefined) {
      const revoked = await revokeOperatorKey({ stage, region }, revoke, clock);
      const { key_id, revoked_at } = revoked ?? { key_id: revoke };
      if (json) return printJson(terminal, { stage, key_id, revoked_at });
      return terminal.out(`${formatRevoked(revoked, revoke)}\n`);
    }
    const { keyId, key } = await bootstrapStage({ stage, region, name, another }, clock);
    if (json) return printJson(terminal, { stage, key_id: keyId, operator_key: key.reveal() });
    terminal.out(`key id  ${keyId}\nkey     ${key.reveal()}\n`);
    terminal.err("Store the key safely: it is not shown again.\n");
    terminal.err(`Create a tenant: PLUMBLINE_URL=… PLUMBLINE_API_KEY=… ${PLUMBLINE} tenant create NAME\n`);
  },
});

/** Prints operator keys, without their secrets or hashes. */
function printKeys(terminal: Terminal, keys: readonly ApiKeyRecord[], json: true | undefined): void {
  const items = keys.map(({ key_id, name, created_at, last_used_at, revoked_at }) => ({
    key_id,
    name,
    created_at,
    last_used_at,
    revoked_at,
  }));
  const page = { items, next_cursor: null };
  const empty = "The stage has no operator key yet: omit --list to create the first.";
  if (json) printJson(terminal, page);
  else printPage(terminal, page, { columns: KEY_COLUMNS, empty });
}
