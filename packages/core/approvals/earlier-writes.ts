import type { CallHistory } from "../calls/call-history.ts";
import { placeKey } from "../conversations/allowances.ts";
import type { ToolRegistry } from "../tool/define-tool.ts";
import type { ApprovalSummary, DestinationBefore } from "./approval.ts";
import type { ApprovalRecord } from "./approval-store.ts";

export interface EarlierWritesOptions {
  callHistory: Pick<CallHistory, "list" | "get">;
  registry: Pick<ToolRegistry, "get">;
}

/** Number of earlier calls to compare, newest first. */
const MOST_COMPARED = 50;

/**
 * Returns the destinations of a waiting call with the time at which the tenant last wrote to each. Compares
 * the newest successful calls of the same tool that the log of calls has kept.
 */
export async function findEarlierWrites(
  { callHistory, registry }: EarlierWritesOptions,
  record: Pick<ApprovalRecord, "tenant_id" | "key_id" | "tool" | "created_at">,
  { destinations }: Pick<ApprovalSummary, "destinations">,
): Promise<DestinationBefore[]> {
  const tool = registry.get(record.tool);
  const reader = { tenantId: record.tenant_id, keyId: record.key_id };
  const filter = { tool: record.tool, outcome: "ok", to: Date.parse(record.created_at) } as const;
  const isComparable = tool?.destinations && destinations.some((place) => keyOf(place) !== undefined);
  const { items } = isComparable
    ? await callHistory.list(reader, filter, { limit: MOST_COMPARED })
    : { items: [] };
  const written = new Map<string, string>();
  const calls = await Promise.all(items.map(({ id }) => callHistory.get(reader, id)));
  for (const { at, arguments: args, credential } of calls) {
    const input = tool?.input.safeParse(args);
    const places = input?.success ? (tool?.destinations?.(input.data, credential) ?? []) : [];
    for (const key of places.map(keyOf)) if (key !== undefined && !written.has(key)) written.set(key, at);
  }
  return destinations.map((place) => ({
    ...place,
    last_written_at: written.get(keyOf(place) ?? "") ?? null,
  }));
}

function keyOf(place: { kind: string; value: string }): string | undefined {
  const key = placeKey(place);
  return key === undefined ? undefined : `${place.kind} ${key}`;
}
