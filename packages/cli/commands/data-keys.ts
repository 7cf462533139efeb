import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import type { ApiClient } from "../api-client.ts";
import { eachPage, everyItem } from "../every-item.ts";
import { EXIT } from "../exit.ts";
import { printJson, type Terminal } from "../terminal.ts";
import { apiCommand } from "./api-command.ts";
import { command, JSON_ALONE } from "./command.ts";

/** Commands that create data keys of tenants and re-encrypt their data with the latest one. */
export const DATA_KEY_COMMANDS = [
  apiCommand({
    key: "operator-key",
    route: "POST /api/v1/tenants/{id}/data-key/rotate",
    words: "rotate",
    about: "Create a new data key for a tenant (operator key); older data can still be decrypted.",
    options: { id: "--tenant <tenant_id>!  the tenant", ...JSON_ALONE },
    examples: ["plumbline rotate --tenant TENANT_ID"],
    out: ({ version }) =>
      `version ${version} is used for encryption from now on; other processes switch within five minutes`,
    err: (_made, { id }) => `Next, re-encrypt its secrets: ${PLUMBLINE} rewrap --tenant ${id}`,
  }),
  command({
    key: "operator-key",
    words: "rewrap",
    about:
      "Re-encrypt tokens and signing secrets with their tenant's newest data key (operator key). Can be rerun.",
    options: {
      tenant: "--tenant <tenant_id>  only this tenant; default: every tenant",
      after: "--after <cursor>  continue where an earlier run for the same tenant stopped",
      ...JSON_ALONE,
    },
    examples: ["plumbline rewrap", "plumbline rewrap --tenant TENANT_ID"],
    async run({ tenant, after, json }, { terminal, api, finish }) {
      const total: Progress = { tenants: 0, seen: 0, rewrapped: 0, unreadable: [], unreadable_watches: [] };
      if (tenant !== undefined) await rewrapTenant(tenant, after, { api, terminal, total });
      else {
        const tenants = await everyItem((query) => api.GET("/api/v1/tenants", { params: { query } }));
        for (const { tenant_id: id } of tenants) await rewrapTenant(id, undefined, { api, terminal, total });
      }
      const { tenants, seen, rewrapped, unreadable, unreadable_watches } = total;
      if (unreadable.length + unreadable_watches.length > 0) finish(EXIT.failed);
      if (json) return printJson(terminal, total);
      terminal.out(`re-encrypted ${rewrapped} of ${seen} credentials and watches of ${tenants} tenants\n`);
      for (const id of unreadable) terminal.out(`${id} cannot be decrypted: store its token again\n`);
      for (const id of unreadable_watches)
        terminal.out(`${id} cannot be decrypted: create a new secret with ${PLUMBLINE} watch secret ${id}\n`);
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

/** Re-encrypts one tenant's data and adds to `total`. Prints after each page how to continue from there. */
async function rewrapTenant(
  id: string,
  after: string | undefined,
  { api, terminal, total }: { api: ApiClient; terminal: Terminal; total: Progress },
): Promise<void> {
  const params = { path: { id } };
  const pages = eachPage(({ cursor }) => {
    const body = cursor === undefined ? {} : { after: cursor };
    return api.POST("/api/v1/tenants/{id}/data-key/rewrap", { params, body });
  }, after);
  for await (const page of pages) {
    total.seen += page.seen;
    total.rewrapped += page.rewrapped;
    total.unreadable.push(...page.unreadable);
    total.unreadable_watches.push(...page.unreadable_watches);
    const next =
      page.next_cursor === null ? "done" : `to continue: --tenant ${id} --after ${page.next_cursor}`;
    terminal.err(`${id}: re-encrypted ${total.rewrapped} of ${total.seen} (${next})\n`);
  }
  total.tenants += 1;
}
