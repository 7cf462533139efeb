import type { Actor } from "../access/audit/audit-entry.ts";
import { getHolder, maySeeCall, type ToolCaller } from "../access/caller.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { ApprovalSummary } from "./approval.ts";
import type { ApprovalRecord } from "./approval-record.ts";

type Who = Pick<ToolCaller, "keyId" | "rotatedFrom" | "session" | "subject">;

/** A caller that decides about a call. */
export type Decider = Actor &
  Who &
  Pick<ToolCaller, "scopes" | "policy" | "atConsole"> & {
    /** Omitted if the caller may use every credential. */
    grants?: Pick<ToolCaller["grants"], "credentials"> | undefined;
    /** True for a user of an MCP client that asked them. Set only if that client is trusted to ask. */
    inClient?: true | undefined;
  };

/** Fields of an approval that identify the caller of its call. */
type CallOrigin = Pick<ApprovalRecord, "key_id" | "session_id"> &
  Pick<ApprovalSummary, "holder" | "at_console" | "subject" | "end_user">;

/** Returns true if a call was made with this key, one of its sessions, or a key of the same rotations. */
export function isOfKey(origin: CallOrigin, by: Who): boolean {
  return origin.key_id === by.keyId || (origin.holder ?? origin.key_id) === getHolder(by);
}

/**
 * Returns true if this caller made a call: with its key, as its user, or in a session of the same end user
 * (conversations outlive sessions).
 */
export function isCallerOf(origin: CallOrigin, by: Who): boolean {
  const { id = null, endUser = null } = by.session ?? {};
  const isSession = origin.session_id === id || (endUser !== null && origin.end_user === endUser);
  return isOfKey(origin, by) && isSession && origin.subject === (by.subject ?? null);
}

/**
 * Explains why a caller may not decide about a call. Returns `undefined` if it may. A key or console visit
 * with `approvals:grant` decides about calls of other keys. Unless the policy says `approve_own: false`, a
 * console visit also decides about what a person did: calls made at the console with its key, if that key
 * could also switch approvals off (`policy:write`), and calls of its issuer's user. Other calls of the
 * visit's own key need `approvals:grant` too, because a program could open that visit itself. A user of a
 * trusted MCP client decides about their own calls.
 */
export function explainNoDecision(
  origin: CallOrigin & Pick<ApprovalSummary, "credential">,
  by: Decider,
): ServiceError | undefined {
  if (!maySeeCall(by, origin)) return new ServiceError("not_found", NO_SUCH_APPROVAL);
  if (by.inClient)
    return isCallerOf(origin, by) ? undefined : new ServiceError("not_found", NO_SUCH_APPROVAL);
  if (!isOfKey(origin, by))
    return by.scopes.has("approvals:grant") ? undefined : new ServiceError("not_found", NO_SUCH_APPROVAL);
  if (!by.atConsole || !isCallerOf(origin, by))
    return new ServiceError("forbidden", "The key that made a call cannot decide about it. Use another key.");
  if (by.policy.approve_own === false)
    return new ServiceError(
      "forbidden",
      "The tenant's policy does not let people approve calls that they started. Ask somebody with the scope approvals:grant.",
    );
  const isPerson = origin.at_console && by.scopes.has("policy:write");
  if (isPerson || by.subject !== undefined || by.scopes.has("approvals:grant")) return undefined;
  return new ServiceError(
    "forbidden",
    "A program may have made this call with the key that you signed in with. Ask somebody with the scope approvals:grant.",
  );
}

/** Message for an unknown ID. Also sent to callers that may not read the approval. */
export const NO_SUCH_APPROVAL = "There is no such approval.";
