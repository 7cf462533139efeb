import * as z from "zod";
import type { Clock } from "../../clock/clock.ts";
import type { CredentialStore } from "../../credentials/credential-store.ts";
import { CREDENTIAL_KINDS } from "../../credentials/kinds.ts";
import { defineTool } from "../../tool/define-tool.ts";
import type { Tool } from "../../tool/tool.ts";
import { tenantConnections } from "./tenant-connections.ts";

const MAX_LISTED = 500;

const connection = z.object({
  id: z.string(),
  kind: z.enum(CREDENTIAL_KINDS),
  label: z.string(),
  status: z.enum(["active", "expiring", "expired", "needs_reconnect"]),
});

/** `connections_list`: tells a model which of the tenant's connections it may name. Revoked ones are left out. */
export function connectionsList(store: CredentialStore, clock: Clock): Tool {
  return defineTool({
    name: "connections_list",
    description:
      "Lists the connections (stored credentials) other tools can use: id, kind, label and status. Call it for a credential_id.",
    input: z.object({}),
    output: z.object({ connections: z.array(connection), truncated: z.boolean() }),
    credential: { use: "none" },
    effect: "read",
    idempotency: "read",
    reach: { to: "nowhere" },
    run: (_input, { tenantId }) => tenantConnections(store, clock, tenantId, MAX_LISTED),
  });
}
