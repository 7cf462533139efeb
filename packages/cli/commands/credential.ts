import { CREDENTIAL_KINDS, type CredentialKind } from "@plumbline/core/credentials/kinds.ts";
import { Option } from "commander";
import { apiClient } from "../api-client.ts";
import { EXIT } from "../exit.ts";
import { parseObject } from "../parse-object.ts";
import { printable } from "../printable.ts";
import { readSecret } from "../read-secret.ts";
import { spinning } from "../spinner.ts";
import { printPage } from "../table.ts";
import { printJson, style } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";
import { addCredentialUpdateCommand } from "./credential-update.ts";

interface AddOptions {
  kind: CredentialKind;
  label: string;
  scope?: string;
  metadata?: Record<string, unknown>;
  expiresAt?: string;
  json?: true;
}

interface ListOptions {
  kind?: CredentialKind;
  cursor?: string;
  json?: true;
}

const kindOption = (description: string) =>
  new Option("--kind <kind>", description).choices(CREDENTIAL_KINDS);

export const addCredentialCommands: AddCommand = (program, terminal, finish) => {
  const credential = program
    .command("credential")
    .description("Store, list, update, test and revoke credentials.");

  credential
    .command("add")
    .description("Store a credential; its token is read from standard input.")
    .addOption(kindOption("what it opens").makeOptionMandatory())
    .requiredOption("--label <label>", "a name of your own; one a kind")
    .option("--scope <scope>", "space-separated scopes")
    .option("--metadata <json>", "what the kind has beside its token", (text) =>
      parseObject(text, "--metadata"),
    )
    .option("--expires-at <time>", "ISO 8601 with offset")
    .option("--json", "print JSON alone")
    .addHelpText(
      "after",
      examples(
        "plumbline credential add --kind chatapp_bot --label team < token.txt",
        `plumbline credential add --kind generic_api_key --label hooks --metadata '{"allowed_hosts":["hooks.example.com"]}' < key.txt`,
      ),
    )
    .action(async ({ expiresAt, json, ...given }: AddOptions) => {
      const token = await readSecret(terminal, "token");
      const body = { ...given, token, ...(expiresAt === undefined ? {} : { expires_at: expiresAt }) };
      const { data: made } = await apiClient(terminal, "dev-api-key").POST("/api/v1/credentials", { body });
      if (json) return printJson(terminal, made);
      terminal.out(`stored ${made.id} (${made.kind}, "${made.label}")\n`);
    });

  credential
    .command("list")
    .description("List credentials; never their tokens.")
    .addOption(kindOption("only of this kind"))
    .option("--json", "print JSON alone")
    .option("--cursor <cursor>", "go on behind an earlier page")
    .addHelpText("after", examples("plumbline credential list --kind chatapp_bot"))
    .action(async ({ json, ...query }: ListOptions) => {
      const { data } = await apiClient(terminal, "dev-api-key").GET("/api/v1/credentials", {
        params: { query },
      });
      printPage(terminal, data, json, {
        header: ["CREDENTIAL", "KIND", "STATUS", "LAST USED", "LABEL"],
        row: ({ id, kind, status, last_used_at, label }) => [
          id,
          kind,
          status,
          last_used_at ?? "never used",
          label,
        ],
        empty:
          "There is no credential yet. Store one: plumbline credential add --kind KIND --label LABEL < token.txt",
      });
    });

  addCredentialUpdateCommand(credential, terminal, finish);

  credential
    .command("test <id>")
    .description("Ask the provider whether the token works.")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline credential test CREDENTIAL_ID"))
    .action(async (id: string, { json }: { json?: true }) => {
      const asked = apiClient(terminal, "dev-api-key").POST("/api/v1/credentials/{id}/test", {
        params: { path: { id } },
      });
      const { data: test } = await spinning(terminal, "asking the provider…", asked);
      finish(test.ok ? EXIT.ok : EXIT.failed);
      if (json) return printJson(terminal, test);
      if (test.ok) {
        const account = test.account === undefined ? "" : `: ${printable(test.account)}`;
        return terminal.out(`${style(terminal, "green", "works")}${account}\n`);
      }
      const reason = printable(test.refusal_reason);
      terminal.out(`${style(terminal, "red", "refused")} (${test.error_code}): ${reason}\n`);
    });

  credential
    .command("revoke <id>")
    .description("Revoke a credential and erase its token.")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline credential revoke CREDENTIAL_ID"))
    .action(async (id: string, { json }: { json?: true }) => {
      const asked = apiClient(terminal, "dev-api-key").DELETE("/api/v1/credentials/{id}", {
        params: { path: { id } },
      });
      const { data: revoked } = await spinning(terminal, "revoking…", asked);
      if (json) return printJson(terminal, revoked);
      terminal.out(`revoked ${revoked.id} at ${revoked.revoked_at}\n`);
      if (revoked.upstream?.revoked === false) {
        const reason = printable(revoked.upstream.refusal_reason ?? "");
        terminal.err(`The provider was not told: ${reason} Revoke the token there as well.\n`);
      }
    });
};
