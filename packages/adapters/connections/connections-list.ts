import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { CredentialStore } from "@plumbline/core/credentials/credential-store.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { CREDENTIAL_KINDS } from "../credential-kinds.ts";
import { tenantConnections } from "./tenant-connections.ts";

const PAGE = 50;

const connection = z.object({
  id: z.string(),
  // A string, as the input lists the kinds already: a tool's description is paid for at every call of a
  // model.
  kind: z.string(),
  provider: z.string(),
  label: z.string(),
  account: z.string().optional(),
  status: z.enum(["active", "expiring", "expired", "needs_reconnect"]),
});

/**
 * `connections_list`: tells a model which of the tenant's connections it may name. Revoked ones are left out.
 */
export function connectionsList(store: CredentialStore, clock: Clock): Tool {
  return defineTool({
    name: "connections_list",
    title: "List connections",
    description:
      "Lists the connections (stored credentials) other tools can use, 50 a page: id, kind, provider, label, account and status. " +
      "Call it for a credential_id.",
    input: z.object({
      kind: z.enum(CREDENTIAL_KINDS).optional().describe("Only this kind."),
      query: z.string().min(1).max(120).optional().describe("Part of a label, kind or provider."),
      cursor: z.uuid().optional().describe("next_cursor of the page before."),
    }),
    output: z.object({ connections: z.array(connection), next_cursor: z.string().optional() }),
    credential: { use: "none" },
    effect: "read",
    idempotency: "read",
    reach: { to: "nowhere" },
    cursorIsId: true,
    async run({ kind, query, cursor }, { tenantId }) {
      const wanted = { limit: PAGE, kind, query, after: cursor };
      const { connections, next } = await tenantConnections(store, clock, tenantId, wanted);
      return { connections, ...(next === undefined ? {} : { next_cursor: next }) };
    },
  });
}
