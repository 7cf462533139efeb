import { apiClient } from "../api-client.ts";
import { type ListOptions, showList } from "../show-list.ts";
import { printJson } from "../terminal.ts";
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
    .action((options: ListOptions) =>
      showList(terminal, "/api/v1/tenants", options, {
        key: "operator-key",
        header: ["TENANT", "CREATED", "NAME"],
        row: (item) => [item.tenant_id ?? "", item.created_at ?? "", item.name ?? ""],
      }),
    );
};
