import type { Actor } from "../access/audit/audit-entry.ts";
import { holderOf, type ToolCaller } from "../access/caller.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { ApprovalSummary } from "./approval.ts";
import type { ApprovalRecord } from "./approval-store.ts";

type Who = Pick<ToolCaller, "keyId" | "rotatedFrom" | "session" | "subject">;

/** Whoever decides about a call. */
export type Decider = Actor &
  Who &
  Pick<ToolCaller, "scopes" | "policy" | "atConsole"> & {
    /** True for a person who was asked by their MCP client; set only where that client's word counts. */
    inClient?: true | undefined;
  };

/** The parts of an approval that tell who began its call. */
type Begun = Pick<ApprovalRecord, "key_id" | "session_id"> &
  Pick<ApprovalSummary, "holder" | "subject" | "end_user">;

/** True when a call was made with this key, by a session of it, or with a key of its line of rotations. */
export function isOfKey(begun: Begun, by: Who): boolean {
  return begun.key_id === by.keyId || (begun.holder ?? begun.key_id) === holderOf(by);
}

/**
 * True when the very caller began a call: with its key, in its session or another one of the same end user
 * (conversations outlive sessions), or as its person.
 */
export function hasBegun(begun: Begun, by: Who): boolean {
  const { id = null, endUser = null } = by.session ?? {};
  const isSession = begun.session_id === id || (endUser !== null && begun.end_user === endUser);
  return isOfKey(begun, by) && isSession && begun.subject === (by.subject ?? null);
}

/**
 * Says why somebody may not decide about a call; `undefined` when they may. A key or visit with
 * `approvals:grant` decides about calls of other keys. A visit to the console also decides about those that
 * its own key or person began, unless the policy says `approve_own: false`. A person in an MCP client whose
 * word counts decides about calls that it began.
 */
export function whyNotDecide(begun: Begun, by: Decider): ServiceError | undefined {
  if (by.inClient) return hasBegun(begun, by) ? undefined : new ServiceError("not_found", NO_SUCH_APPROVAL);
  if (!isOfKey(begun, by))
    return by.scopes.has("approvals:grant") ? undefined : new ServiceError("not_found", NO_SUCH_APPROVAL);
  if (!by.atConsole || !hasBegun(begun, by))
    return new ServiceError("forbidden", "The key that made a call cannot decide about it; use another key.");
  if (by.policy.approve_own !== false) return undefined;
  return new ServiceError(
    "forbidden",
    "The tenant's policy lets nobody approve a call that they began. Ask somebody with the scope approvals:grant.",
  );
}

/** Answers a caller that may not read an approval like one that asks for an unknown id. */
export const NO_SUCH_APPROVAL = "There is no such approval.";
