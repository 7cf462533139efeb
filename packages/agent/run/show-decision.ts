import type { ApprovalAnswers } from "@plumbline/core/approvals/approval-answers.ts";
import type { Approvals } from "@plumbline/core/approvals/approvals.ts";
import { approvalOf, type DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import type { Chunk } from "./chunk.ts";
import { createResultChunk } from "./tool-results.ts";

export interface DecisionPorts {
  approvals: Pick<Approvals, "record">;
  approvalAnswers: Pick<ApprovalAnswers, "resultOf">;
}

/**
 * Returns a stored chunk with the present result of a call that waited, because a person may have decided
 * since. Returns all other chunks unchanged.
 */
export async function showDecision(ports: DecisionPorts, tenantId: string, chunk: Chunk): Promise<Chunk> {
  if (chunk.type !== "tool_result" || !chunk.is_error) return chunk;
  const approvalId = approvalOf(Object(chunk.content) as DispatchResult);
  const result = approvalId && (await findResult(ports, tenantId, approvalId));
  if (!result || approvalOf(result) !== undefined) return chunk;
  return createResultChunk({ tool_use_id: chunk.tool_use_id, name: chunk.name }, result, null);
}

/** Returns `undefined` if the approval is no longer kept. */
async function findResult(
  { approvals, approvalAnswers }: DecisionPorts,
  tenantId: string,
  approvalId: string,
): Promise<DispatchResult | undefined> {
  try {
    return await approvalAnswers.resultOf(await approvals.record(tenantId, approvalId));
  } catch (error) {
    if (error instanceof ServiceError && error.code === "not_found") return undefined;
    throw error;
  }
}
