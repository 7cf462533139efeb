import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { AgentPorts } from "./agent-request.ts";
import type { Chunk } from "./chunk.ts";
import { approvalOf } from "./kept-run.ts";

/** Shows a call that waits for a person; `undefined` for any other result. */
export async function waitingChunk(
  approvals: AgentPorts["approvals"],
  { tenantId }: ToolCaller,
  { tool_use_id }: { tool_use_id: string },
  result: DispatchResult,
): Promise<Chunk | undefined> {
  const approval_id = approvalOf(result);
  if (approval_id === undefined) return undefined;
  const { preview } = await approvals.get(tenantId, approval_id);
  const url = result.ok ? undefined : result.approve_url;
  const approve_url = url ?? `/approve/${approval_id}`;
  return { type: "approval_required", tool_use_id, approval_id, preview, approve_url };
}
