import type { ApiKeyRecord } from "@plumbline/core/access/access-store.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { Option } from "commander";
import { printPage } from "../table.ts";
import { printJson, type Terminal } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";
import { checkStageName } from "./stage-records.ts";
import { KEY_COLUMNS, revokedLine } from "./tenants.ts";

interface BootstrapOptions {
  stage: string;
  region?: string;
  name: string;
  another?: boolean;
  list?: true;
  revoke?: string;
  json?: true;
}

/** `bootstrap`: what has to be done once at a stage that was deployed, before anybody can call it. */
export const addBootstrapCommand: AddCommand = (program, terminal) => {
  program
    .command("bootstrap")
    .description("Make the first operator key of a stage on AWS, shown once; list such keys, or revoke one.")
    .requiredOption("--stage <stage>", "the stage that was deployed")
    .option("--region <region>", "where; default: as for other commands of AWS (AWS_REGION, your profile)")
    .option("--name <name>", "what the key is called in lists", "first operator")
    .option("--another", "make a further key, of a stage that has had its first")
    .addOption(new Option("--list", "show the stage's operator keys").conflicts(["another", "revoke"]))
    .addOption(new Option("--revoke <key_id>", "end one of them at once").conflicts("another"))
    .option("--json", "print JSON alone")
    .addHelpText(
      "after",
      `
It works in the stage's table with your own AWS credentials (environment, profile or SSO), which need
dynamodb:GetItem and PutItem on it; for --list Query, for --revoke UpdateItem.
${examples("plumbline bootstrap --stage prod --region eu-central-1")}`,
    )
    .action(async ({ stage, region, name, another = false, list, revoke, json }: BootstrapOptions) => {
      checkStageName(stage);
      // Loaded here, as no other command needs the AWS client.
      const { bootstrapStage, operatorKeys, revokeOperatorKey } = await import("../bootstrap-stage.ts");
      const { clock } = terminal;
      if (list) return printKeys(terminal, await operatorKeys({ stage, region }, clock), json);
      if (revoke !== undefined) {
        const revoked = await revokeOperatorKey({ stage, region }, revoke, clock);
        const { key_id, revoked_at } = revoked ?? { key_id: revoke };
        if (json) return printJson(terminal, { stage, key_id, revoked_at });
        return terminal.out(`${revokedLine(revoked, revoke)}\n`);
      }
      const { keyId, key } = await bootstrapStage({ stage, region, name, another }, clock);
      if (json) return printJson(terminal, { stage, key_id: keyId, operator_key: key.reveal() });
      terminal.out(`key id  ${keyId}\nkey     ${key.reveal()}\n`);
      terminal.err("Keep the key: it is not shown again.\n");
      terminal.err(`Make a tenant: PLUMBLINE_URL=… PLUMBLINE_API_KEY=… ${PLUMBLINE} tenant create NAME\n`);
    });
};

/** Never their secrets, nor the hashes of these. */
function printKeys(terminal: Terminal, keys: readonly ApiKeyRecord[], json: true | undefined): void {
  const items = keys.map(({ key_id, name, created_at, last_used_at, revoked_at }) => ({
    key_id,
    name,
    created_at,
    last_used_at,
    revoked_at,
  }));
  const page = { items, next_cursor: null };
  const empty = "The stage has no operator key yet: leave --list out to make its first.";
  if (json) printJson(terminal, page);
  else printPage(terminal, page, { columns: KEY_COLUMNS, empty });
}
