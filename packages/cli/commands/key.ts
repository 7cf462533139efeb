import { SCOPES, type Scope } from "@plumbline/core/access/caller.ts";
import { InvalidArgumentError } from "commander";
import { apiClient } from "../api-client.ts";
import { commaList } from "../command-input.ts";
import { printPage } from "../table.ts";
import { printJson } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

interface CreateOptions {
  scopes?: Scope[];
  expiresAt?: string;
  json?: true;
}

export const addKeyCommands: AddCommand = (program, terminal) => {
  const key = program.command("key").description("Administer a tenant's API keys (operator key).");

  key
    .command("create <tenant_id> <name>")
    .description("Make a key; it is shown once.")
    .option(
      "--scopes <scopes>",
      `comma list of ${SCOPES.join(", ")}; default: all but approvals:grant`,
      scopes,
    )
    .option("--expires-at <time>", "ISO 8601 with offset")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline key create TENANT_ID newsroom --scopes research,tools:read"))
    .action(async (id: string, name: string, { expiresAt, json, ...given }: CreateOptions) => {
      const body = { name, ...given, ...(expiresAt === undefined ? {} : { expires_at: expiresAt }) };
      const { data: made } = await apiClient(terminal, "operator-key").POST("/api/v1/tenants/{id}/keys", {
        params: { path: { id } },
        body,
      });
      if (json) return printJson(terminal, made);
      terminal.out(`key id  ${made.key_id}\nkey     ${made.api_key}\n`);
      terminal.err("Keep the key: it is not shown again.\n");
    });

  key
    .command("list <tenant_id>")
    .description("List a tenant's keys; never their secrets.")
    .option("--json", "print JSON alone")
    .option("--cursor <cursor>", "go on behind an earlier page")
    .addHelpText("after", examples("plumbline key list TENANT_ID"))
    .action(async (id: string, { json, ...query }: { json?: true; cursor?: string }) => {
      const { data } = await apiClient(terminal, "operator-key").GET("/api/v1/tenants/{id}/keys", {
        params: { path: { id }, query },
      });
      printPage(terminal, data, json, {
        ...KEY_TABLE,
        empty: `There is no key yet. Make one: plumbline key create ${id} NAME`,
      });
    });

  key
    .command("revoke <tenant_id> <key_id>")
    .description("Revoke a key; it stops at once.")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples("plumbline key revoke TENANT_ID KEY_ID"))
    .action(async (id: string, keyId: string, { json }: { json?: true }) => {
      const { data: revoked } = await apiClient(terminal, "operator-key").DELETE(
        "/api/v1/tenants/{id}/keys/{key_id}",
        { params: { path: { id, key_id: keyId } } },
      );
      if (json) return printJson(terminal, revoked);
      terminal.out(`revoked ${revoked.key_id} at ${revoked.revoked_at}\n`);
    });
};

function scopes(text: string): Scope[] {
  return commaList(text).map((name) => {
    const scope = SCOPES.find((known) => known === name);
    if (scope) return scope;
    throw new InvalidArgumentError(`There is no scope ${name}.`);
  });
}

interface ListedKey {
  key_id: string;
  name: string;
  last_used_at: string | null;
  revoked_at: string | null;
}

/** API keys as lists show them, a tenant's and operators' alike. */
export const KEY_TABLE = {
  header: ["KEY", "STATUS", "LAST USED", "NAME"],
  row: ({ key_id, revoked_at, last_used_at, name }: ListedKey) => [
    key_id,
    revoked_at === null ? "active" : "revoked",
    last_used_at ?? "never used",
    name,
  ],
} as const;
