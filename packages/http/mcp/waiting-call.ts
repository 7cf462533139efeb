import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import * as z from "zod";
import { recordId } from "../endpoints/fields.ts";

/** The name of an approval's id in `_meta` of an MCP call. */
const META_APPROVAL_ID = "plumbline/approval-id";

/** The capabilities that a client sends with each request, where it can open pages for its user. */
const opensPages = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({ elicitation: z.looseObject({ url: z.looseObject({}) }) }),
});

type McpRequest = Pick<ServerContext["mcpReq"], "envelope" | "requestState">;

/**
 * The approval of a call that is made again: named in `_meta`, or brought back by a client that has shown its
 * page. The state is no secret and gives no right: the service looks whose call it is. Throws ServiceError
 * `bad_request` for anything but an id.
 */
export function approvalOfCall(meta: unknown, { requestState }: McpRequest): string | undefined {
  const named = requestState() ?? (meta as Record<string, unknown> | undefined)?.[META_APPROVAL_ID];
  if (named === undefined) return undefined;
  const id = recordId.safeParse(named);
  if (id.success) return id.data;
  throw new ServiceError("bad_request", `_meta: ${META_APPROVAL_ID} must be the approval_id of a call.`);
}

/**
 * Has the client show the page on which a person decides; `undefined` where the call does not wait, or the
 * client does not say that it can. Never a form: its answer would come from the client itself, which
 * could so approve its own call.
 */
export function showApprovalPage(
  result: DispatchResult,
  { envelope }: McpRequest,
): InputRequiredResult | undefined {
  if (result.ok || result.error_code !== "approval_required") return undefined;
  const { approval_id: id, approve_url: url, refusal_reason: reason } = result;
  if (!opensPages.safeParse(envelope).success || id === undefined || url === undefined) return undefined;
  const message = `${reason} Open the page, decide there, and then go on here. Nothing is sent before that.`;
  return inputRequired({
    inputRequests: { approval: inputRequired.elicitUrl({ message, url }) },
    requestState: id,
  });
}
