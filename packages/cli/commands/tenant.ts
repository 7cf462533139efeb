import { apiClient } from "../api-client.ts";
import { printPage } from "../table.ts";
import { printJson } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

export const addTenantCommands: AddCommand = (program, terminal) => {
  const tenant = program.command("tenant").description("Administer tenants (operator key).");

  tenant
    .command("create <name>")
    .description("Make a tenant and its first API key; the key is shown once.")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples('plumbline tenant create "Analytical Engines Ltd"'))
    .action(async (name: string, { json }: { json?: true }) => {
      const { data: made } = await apiClient(terminal, "operator-key").POST("/api/v1/tenants", {
        body: { name },
      });
      if (json) return printJson(terminal, made);
      terminal.out(`tenant  ${made.tenant_id}\nkey     ${made.api_key}\n`);
      terminal.err("Keep the key: it is not shown again.\n");
    });

  tenant
    .command("list")
    .description("List tenants.")
    .option("--json", "print JSON alone")
    .option("--cursor <cursor>", "go on behind an earlier page")
    .addHelpText("after", examples("plumbline tenant list"))
    .action(async ({ json, ...query }: { json?: true; cursor?: string }) => {
      const { data } = await apiClient(terminal, "operator-key").GET("/api/v1/tenants", {
        params: { query },
      });
      printPage(terminal, data, json, {
        header: ["TENANT", "CREATED", "NAME"],
        row: ({ tenant_id, created_at, name }) => [tenant_id, created_at, name],
        empty: "There is no tenant yet. Make one: plumbline tenant create NAME",
      });
    });
};
