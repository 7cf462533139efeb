import { apiClient } from "../api-client.ts";
import { printJson, printTable } from "../terminal.ts";
import type { AddCommand } from "./command.ts";

export const addTenantCommands: AddCommand = (program, terminal) => {
  const tenant = program.command("tenant").description("Administer tenants (operator key).");

  tenant
    .command("create <name>")
    .description("Make a tenant and its first API key; the key is shown once.")
    .option("--json", "print JSON alone")
    .action(async (name: string, { json }: { json?: true }) => {
      const made = await apiClient(terminal, "operator-key").request("POST", "/api/v1/tenants", { name });
      if (json) return printJson(terminal, made);
      terminal.out(`tenant  ${made.tenant_id}\nkey     ${made.api_key}\n`);
      terminal.err("Keep the key: it is not shown again.\n");
    });

  tenant
    .command("list")
    .description("List tenants.")
    .option("--json", "print JSON alone")
    .option("--cursor <cursor>", "go on behind an earlier page")
    .action(async ({ json, cursor }: { json?: true; cursor?: string }) => {
      const query = cursor === undefined ? "" : `?cursor=${encodeURIComponent(cursor)}`;
      const page = await apiClient(terminal, "operator-key").request("GET", `/api/v1/tenants${query}`);
      if (json) return printJson(terminal, page);
      const items = page.items as Record<string, string>[];
      printTable(
        terminal,
        ["TENANT", "CREATED", "NAME"],
        items.map(({ tenant_id = "", created_at = "", name = "" }) => [tenant_id, created_at, name]),
      );
      if (page.next_cursor) terminal.err(`More: --cursor ${page.next_cursor}\n`);
    });
};
