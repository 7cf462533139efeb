import * as z from "zod";
import type { Clock } from "../../clock/clock.ts";
import { credentialStatus } from "../../credentials/credential.ts";
import type { CredentialStore } from "../../credentials/credential-store.ts";
import { CREDENTIAL_KINDS } from "../../credentials/kinds.ts";
import { defineTool } from "../../tool/define-tool.ts";
import type { Tool } from "../../tool/tool.ts";

const PAGE = 100;
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
      "Lists the connections (stored credentials) that other tools can use: id, kind, label and status. " +
      "Call it when a tool needs a credential_id. It never shows a token.",
    input: z.object({}),
    output: z.object({ connections: z.array(connection), truncated: z.boolean() }),
    credential: { use: "none" },
    effect: "read",
    idempotency: "read",
    reach: { to: "nowhere" },
    async run(_input, { tenantId }) {
      const connections: z.infer<typeof connection>[] = [];
      let after: string | undefined;
      do {
        const page = await store.list(tenantId, { after, limit: PAGE });
        for (const record of page.items) {
          const status = credentialStatus(record, clock.now());
          const { id, kind, label } = record;
          if (status !== "revoked") connections.push({ id, kind, label, status });
        }
        after = page.next ?? undefined;
      } while (after !== undefined && connections.length < MAX_LISTED);
      return { connections, truncated: after !== undefined };
    },
  });
}
