import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { watchIdArgument, withWatch } from "./listed-watches.ts";
import type { Watches } from "./watches.ts";

/** `watch_stop`: ends one of the tenant's watches for good. */
export function watchStop(watches: Watches): Tool {
  return defineTool({
    name: "watch_stop",
    title: "End a watch",
    description: "Ends a watch on a feed or mailbox for good, and erases what it found.",
    input: z.object({
      watch_id: watchIdArgument.describe("From watch_events."),
    }),
    example: { watch_id: "6f1c5f0e-3f5c-4a53-9d4f-2b8f0c1f7a10" },
    output: z.object({ watch_id: z.string(), stopped: z.literal(true) }),
    credential: { use: "none" },
    scopes: ["watches:write"],
    effect: "write",
    idempotency: "upsert",
    reach: { to: "nowhere" },
    reads: "nothing",
    destinations: ({ watch_id }) => [{ kind: "thing", value: watch_id, noun: "watch" }],
    identifiers: ["watch_id"],
    run: ({ watch_id: watchId }, owner) =>
      withWatch(watches, { owner, watchId }, async (id) => {
        await watches.delete(owner.tenantId, id);
        return { watch_id: id, stopped: true as const };
      }),
  });
}
