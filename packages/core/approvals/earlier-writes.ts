import type { CallReader } from "../access/caller.ts";
import type { CallHistory } from "../calls/call-history.ts";
import { normalizePlace } from "../conversations/allowances.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";
import type { ApprovalSummary, DestinationBefore } from "./approval.ts";
import type { ApprovalRecord } from "./approval-record.ts";

export interface EarlierWritesOptions {
  callHistory: Pick<CallHistory, "list" | "get">;
  registry: Pick<ToolRegistry, "get">;
}

/** Maximum number of earlier calls to compare, newest first. */
const MAX_COMPARED = 50;

/**
 * Finds when the tenant last wrote to each destination of a waiting call. Compares the latest successful
 * calls of the same tool that the reader may see in the log of calls.
 */
export async function findEarlierWrites(
  { callHistory, registry }: EarlierWritesOptions,
  { keyId, grants }: CallReader,
  record: Pick<ApprovalRecord, "tenant_id" | "tool" | "created_at">,
  { destinations }: Pick<ApprovalSummary, "destinations">,
): Promise<DestinationBefore[]> {
  const tool = await registry.get(record.tool);
  const reader = { tenantId: record.tenant_id, keyId, grants };
  const filter = { tool: record.tool, outcome: "ok", to: Date.parse(record.created_at) } as const;
  const isComparable =
    tool?.destinations && destinations.some((place) => destinationKey(place) !== undefined);
  const { items } = isComparable
    ? await callHistory.list(reader, filter, { limit: MAX_COMPARED })
    : { items: [] };
  const written = new Map<string, string>();
  const calls = await Promise.all(items.map(({ id }) => callHistory.get(reader, id)));
  for (const { at, arguments: args, credential } of calls) {
    const input = tool?.input.safeParse(args);
    const places = input?.success ? ((await tool?.destinations?.(input.data, credential)) ?? []) : [];
    for (const key of places.map(destinationKey))
      if (key !== undefined && !written.has(key)) written.set(key, at);
  }
  return destinations.map((place) => ({
    ...place,
    last_written_at: written.get(destinationKey(place) ?? "") ?? null,
  }));
}

function destinationKey(place: { kind: string; value: string }): string | undefined {
  const key = normalizePlace(place);
  return key === undefined ? undefined : `${place.kind} ${key}`;
}
