import { apiClient } from "../api-client.ts";
import { type ListOptions, showList } from "../show-list.ts";
import { printJson } from "../terminal.ts";
import type { AddCommand } from "./command.ts";

export const addKeyCommands: AddCommand = (program, terminal) => {
  const key = program.command("key").description("Administer a tenant's API keys (operator key).");

  key
    .command("create <tenant_id> <name>")
    .description("Make a key; it is shown once.")
    .option("--scopes <scopes>", "comma list; default: all but approvals:grant")
    .option("--expires-at <time>", "ISO 8601 with offset")
    .option("--json", "print JSON alone")
    .action(
      async (
        tenantId: string,
        name: string,
        options: { scopes?: string; expiresAt?: string; json?: true },
      ) => {
        const body = {
          name,
          ...(options.scopes === undefined
            ? {}
            : { scopes: options.scopes.split(",").map((scope) => scope.trim()) }),
          ...(options.expiresAt === undefined ? {} : { expires_at: options.expiresAt }),
        };
        const path = `/api/v1/tenants/${encodeURIComponent(tenantId)}/keys`;
        const made = await apiClient(terminal, "operator-key").request("POST", path, body);
        if (options.json) return printJson(terminal, made);
        terminal.out(`key id  ${made.key_id}\nkey     ${made.api_key}\n`);
        terminal.err("Keep the key: it is not shown again.\n");
      },
    );

  key
    .command("list <tenant_id>")
    .description("List a tenant's keys; never their secrets.")
    .option("--json", "print JSON alone")
    .option("--cursor <cursor>", "go on behind an earlier page")
    .action((tenantId: string, options: ListOptions) =>
      showList(terminal, `/api/v1/tenants/${encodeURIComponent(tenantId)}/keys`, options, {
        key: "operator-key",
        header: ["KEY", "STATUS", "LAST USED", "NAME"],
        row: (item) => [
          item.key_id ?? "",
          item.revoked_at ? "revoked" : "active",
          item.last_used_at ?? "never used",
          item.name ?? "",
        ],
      }),
    );

  key
    .command("revoke <tenant_id> <key_id>")
    .description("Revoke a key; it stops at once.")
    .option("--json", "print JSON alone")
    .action(async (tenantId: string, keyId: string, { json }: { json?: true }) => {
      const path = `/api/v1/tenants/${encodeURIComponent(tenantId)}/keys/${encodeURIComponent(keyId)}`;
      const revoked = await apiClient(terminal, "operator-key").request("DELETE", path);
      if (json) return printJson(terminal, revoked);
      terminal.out(`revoked ${revoked.key_id} at ${revoked.revoked_at}\n`);
    });
};
