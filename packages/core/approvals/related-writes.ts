import { type CallReader, maySeeCall } from "../access/caller.ts";
import type { CallHistory } from "../calls/call-history.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { RecordStore } from "../records/record-store.ts";
import { formatCallTitleAsRead } from "../tool/call-title.ts";
import type { ToolRegistry } from "../tool/tool-registry.ts";
import { type ApprovalSummary, type RelatedWrite, statusAt } from "./approval.ts";
import { APPROVALS, type ApprovalRecord } from "./approval-record.ts";
import type { ApprovalSeals } from "./approval-seals.ts";

export interface RelatedWritesOptions {
  records: Pick<RecordStore, "get">;
  seals: Pick<ApprovalSeals, "open">;
  conversations: Pick<Conversations, "openAt">;
  callHistory: Pick<CallHistory, "list" | "get">;
  registry: Pick<ToolRegistry, "get">;
}

/** Maximum number of calls to read per run. */
const MAX_CALLS = 10;

/**
 * Lists what else a waiting call's conversation writes with the same tool, oldest first: calls that also
 * wait, and those made since this one was requested. A person who corrects an order ("no, to #random
 * instead") leaves the first call waiting, and approving it would send it as well. Leaves out calls that the
 * reader may not see.
 */
export async function listRelatedWrites(
  options: RelatedWritesOptions,
  reader: CallReader,
  record: ApprovalRecord,
  { conversation }: Pick<ApprovalSummary, "conversation">,
  now: number,
): Promise<RelatedWrite[]> {
  if (!conversation || statusAt(record, now) !== "waiting") return [];
  const ledger = await options.conversations.openAt(record.tenant_id, conversation);
  const others = ledger.approvalIds.filter((id) => id !== record.id);
  const runs = ledger.writes.filter(
    ({ tool, at, standing }) =>
      tool === record.tool && at > record.created_at && (standing === "made" || standing === "unknown"),
  );
  const found = await Promise.all([
    ...others.map((id) => readApproval(options, reader, record, id, now)),
    ...[...new Set(runs.map(({ run_id }) => run_id))].map((id) => listMade(options, reader, record, id)),
  ]);
  return found.flat().toSorted((one, other) => one.at.localeCompare(other.at));
}

/** Returns another approval of the conversation if it waits, or was carried out after `record` was stored. */
async function readApproval(
  { records, seals, registry }: RelatedWritesOptions,
  reader: CallReader,
  record: ApprovalRecord,
  id: string,
  now: number,
): Promise<RelatedWrite[]> {
  const other = await records.get(APPROVALS, [record.tenant_id, id]);
  if (other?.tool !== record.tool) return [];
  const status = statusAt(other, now);
  const { title, credential } = await seals.open<ApprovalSummary>(other, "summary", other.summary_cipher);
  if (!maySeeCall(reader, { credential, key_id: other.key_id })) return [];
  const shown = title ?? (await registry.get(other.tool))?.title ?? other.tool;
  const named = { title: shown, approval_id: other.id };
  if (status === "waiting") return [{ ...named, at: other.created_at, outcome: "waiting" }];
  const at = other.decided_at ?? other.created_at;
  if (at < record.created_at) return [];
  if (status === "approved") return [{ ...named, at, outcome: "made" }];
  return status === "carrying_out" ? [{ ...named, at, outcome: "unknown" }] : [];
}

/** Lists the calls that a run of the conversation made without asking, after `record` was stored. */
async function listMade(
  { callHistory, registry }: RelatedWritesOptions,
  { keyId, grants }: CallReader,
  { tenant_id: tenantId, tool, created_at }: ApprovalRecord,
  run_id: string,
): Promise<RelatedWrite[]> {
  const reader = { tenantId, keyId, grants };
  const filter = { tool, run_id, from: Date.parse(created_at) };
  const { items } = await callHistory.list(reader, filter, { limit: MAX_CALLS });
  const calls = items.filter(({ outcome, approval_id }) => approval_id === undefined && MADE.has(outcome));
  return Promise.all(
    calls.map(async ({ id, at, outcome }): Promise<RelatedWrite> => {
      const { arguments: args } = await callHistory.get(reader, id);
      const { title } = await formatCallTitleAsRead(await registry.get(tool), tool, args);
      return { title, at, outcome: outcome === "ok" ? "made" : "unknown", approval_id: null };
    }),
  );
}

const MADE: ReadonlySet<string> = new Set(["ok", "unknown"]);
