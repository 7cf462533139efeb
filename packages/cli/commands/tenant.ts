import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { apiClient } from "../api-client.ts";
import { UsageError } from "../exit.ts";
import { spinning } from "../spinner.ts";
import { printPage } from "../table.ts";
import { printJson, type Terminal } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

export const addTenantCommands: AddCommand = (program, terminal) => {
  const tenant = program.command("tenant").description("Administer tenants (operator key).");

  tenant
    .command("create <name>")
    .description("Make a tenant, a key that administers it and one for its agents; each is shown once.")
    .option("--external-id <id>", "your own id of it")
    .option("--json", "print JSON alone")
    .addHelpText("after", examples('plumbline tenant create "Analytical Engines Ltd"'))
    .action(async (name: string, { externalId, json }: { externalId?: string; json?: true }) => {
      const { data: made } = await apiClient(terminal, "operator-key").POST("/api/v1/tenants", {
        body: { name, ...(externalId === undefined ? {} : { external_id: externalId }) },
      });
      if (json) return printJson(terminal, made);
      terminal.out(
        `tenant     ${made.tenant_id}\nkey        ${made.api_key}\nagent key  ${made.agent_key}\n`,
      );
      terminal.err("Keep the keys: they are not shown again. Give agents the agent key.\n");
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
        empty: `There is no tenant yet. Make one: ${PLUMBLINE} tenant create NAME`,
      });
    });

  tenant
    .command("delete <id>")
    .description(`Erase a tenant with ${WHAT_IT_OWNS}; its keys stop at once. There is no way back.`)
    .option("--yes", "do not ask for the tenant's id once more")
    .addHelpText("after", examples("plumbline tenant delete TENANT_ID"))
    .action(async (id: string, { yes }: { yes?: true }) => {
      const api = apiClient(terminal, "operator-key");
      if (!yes) await confirm(terminal, id);
      const erased = api.DELETE("/api/v1/tenants/{id}", { params: { path: { id } } });
      await spinning(terminal, "erasing…", erased);
      terminal.out(`deleted ${id}\n`);
    });
};

const WHAT_IT_OWNS =
  "its keys, its credentials (which stay valid at their providers), its watches with all they found, and the kept results of its calls";

/** Throws UsageError unless a person types the id. */
async function confirm({ dialogue, err }: Terminal, id: string): Promise<void> {
  if (!dialogue) throw new UsageError("Nobody can be asked whether this is meant: say so with --yes.");
  err(`This erases the tenant with ${WHAT_IT_OWNS}.\n`);
  const typed = await dialogue.ask("Type the tenant's id to go on: ");
  if (typed?.trim() !== id) throw new UsageError("That is not its id: nothing was erased.");
}
