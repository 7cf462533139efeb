import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import type { ApiClient } from "../api-client.ts";
import { everyItem } from "../every-item.ts";
import { EXIT } from "../exit.ts";
import { printJson, type Terminal } from "../terminal.ts";
import { apiCommand } from "./api-command.ts";
import { command, JSON_ALONE } from "./command.ts";

/** New data keys for tenants, and what they have sealed brought to the newest. */
export const DATA_KEY_COMMANDS = [
  apiCommand({
    key: "operator-key",
    route: "POST /api/v1/tenants/{id}/data-key/rotate",
    words: "rotate",
    about: "Make a new data key of a tenant (operator key); what was sealed before goes on opening.",
    options: { id: "--tenant <tenant_id>!  the tenant", ...JSON_ALONE },
    examples: ["plumbline rotate --tenant TENANT_ID"],
    out: ({ version }) => `version ${version} seals from now on, in other processes within five minutes`,
    err: (_made, { id }) => `Then bring its secrets along: ${PLUMBLINE} rewrap --tenant ${id}`,
  }),
  command({
    key: "operator-key",
    words: "rewrap",
    about:
      "Seal tokens and signing secrets anew with their tenant's newest data key (operator key). It can be repeated.",
    options: {
      tenant: "--tenant <tenant_id>  of this tenant; default: of every tenant",
      after: "--after <cursor>  go on where an earlier run of the same tenant stopped",
      ...JSON_ALONE,
    },
    examples: ["plumbline rewrap", "plumbline rewrap --tenant TENANT_ID"],
    async run({ tenant, after, json }, { terminal, api, finish }) {
      const total: Progress = { tenants: 0, seen: 0, rewrapped: 0, unreadable: [], unreadable_watches: [] };
      if (tenant !== undefined) await rewrapTenant(tenant, after, { api, terminal, total });
      else
        for (const { tenant_id } of await everyItem((query) =>
          api.GET("/api/v1/tenants", { params: { query } }),
        ))
          await rewrapTenant(tenant_id, undefined, { api, terminal, total });
      const { tenants, seen, rewrapped, unreadable, unreadable_watches } = total;
      if (unreadable.length + unreadable_watches.length > 0) finish(EXIT.failed);
      if (json) return printJson(terminal, total);
      terminal.out(`${rewrapped} of ${seen} credentials and watches of ${tenants} tenants sealed anew\n`);
      for (const id of unreadable) terminal.out(`${id} does not open: its token has to be stored again\n`);
      for (const id of unreadable_watches)
        terminal.out(`${id} does not open: make it a new secret with ${PLUMBLINE} watch secret ${id}\n`);
    },
  }),
];

interface Progress {
  tenants: number;
  seen: number;
  rewrapped: number;
  unreadable: string[];
  unreadable_watches: string[];
}

/** Adds to `total`, and says after each page where another run would go on. */
async function rewrapTenant(
  id: string,
  after: string | undefined,
  { api, terminal, total }: { api: ApiClient; terminal: Terminal; total: Progress },
): Promise<void> {
  let cursor = after;
  do {
    const { data } = await api.POST("/api/v1/tenants/{id}/data-key/rewrap", {
      params: { path: { id } },
      body: cursor === undefined ? {} : { after: cursor },
    });
    total.seen += data.seen;
    total.rewrapped += data.rewrapped;
    total.unreadable.push(...data.unreadable);
    total.unreadable_watches.push(...data.unreadable_watches);
    cursor = data.next_cursor ?? undefined;
    const next = cursor === undefined ? "done" : `to go on: --tenant ${id} --after ${cursor}`;
    terminal.err(`${id}: ${total.rewrapped} of ${total.seen} sealed anew (${next})\n`);
  } while (cursor !== undefined);
  total.tenants += 1;
}
