import { type CallReader, mayUseCredential, type ToolCaller } from "../access/caller.ts";
import type { Clock } from "../clock/clock.ts";
import type { DispatchResult } from "../dispatch/dispatch-result.ts";
import { hashCall } from "../dispatch/idempotency/call-seals.ts";
import { ServiceError } from "../errors/service-error.ts";
import { readCallArguments } from "../tool/read-arguments.ts";
import type { Tool } from "../tool/tool.ts";
import { type ApprovalDetail, type KeptCall, notApprovedResult, statusAt } from "./approval.ts";
import type { ApprovalRecord } from "./approval-record.ts";
import type { Approvals } from "./approvals.ts";
import { isCallerOf, isOfKey, NO_SUCH_APPROVAL } from "./who-decides.ts";

/** Fields of a tool's caller that approvals use. */
type OwnCaller = Pick<ToolCaller, "tenantId" | "keyId" | "rotatedFrom" | "session" | "subject"> & CallReader;

/** A call as sent by its caller. */
interface RepeatedCall {
  tool: Tool;
  arguments: unknown;
}

/** Returns the state and result of a waiting call to its own caller, and nothing to others. */
export class ApprovalAnswers {
  readonly #approvals: Approvals;
  readonly #clock: Clock;

  constructor(approvals: Approvals, clock: Clock) {
    this.#approvals = approvals;
    this.#clock = clock;
  }

  /**
   * Returns the record of a call that this caller made, perhaps with a key that was rotated since. For any
   * other call, and one of an account that it may not use, throws ServiceError `not_found`, as if it did not
   * exist.
   */
  async findOwn(caller: OwnCaller, id: string): Promise<ApprovalRecord> {
    const record = await this.#approvals.record(caller.tenantId, id);
    const { holder, end_user, subject, credential } = await this.#approvals.summary(record);
    const { key_id, session_id } = record;
    const origin = { key_id, session_id, holder, end_user, subject };
    const isHidden = credential !== null && !mayUseCredential(caller, credential.id);
    // The key itself may also read the calls of its sessions.
    const isKeyItself = !caller.session && caller.subject === undefined;
    const isOwn = isKeyItself ? isOfKey(origin, caller) : isCallerOf(origin, caller);
    if (isOwn && !isHidden) return record;
    throw new ServiceError("not_found", NO_SUCH_APPROVAL);
  }

  /** Returns the same record with all its details. */
  async getOwn(caller: OwnCaller, id: string): Promise<ApprovalDetail> {
    return this.#approvals.detail(caller, await this.findOwn(caller, id));
  }

  /**
   * Handles a call that is repeated with its approval's ID: returns its result, or why it was not sent.
   * Throws the same errors as `findRepeated`.
   */
  async answer(caller: OwnCaller, id: string, repeated: RepeatedCall): Promise<DispatchResult> {
    return this.resultOf((await this.findRepeated(caller, id, repeated)).record);
  }

  /**
   * Finds a call that is repeated with its approval's ID. Arguments that are parsed to equal values are the
   * same. Throws ServiceError `not_found` as `findOwn` does, and `conflict` if it differs from the waiting
   * call.
   */
  async findRepeated(
    caller: OwnCaller,
    id: string,
    { tool, arguments: args }: RepeatedCall,
  ): Promise<{ record: ApprovalRecord; call: KeptCall }> {
    const record = await this.findOwn(caller, id);
    const call = await this.#approvals.call(record);
    const digest = (sent: unknown) => hashCall(tool.name, readCallArguments(tool, sent).arguments);
    if (record.tool !== tool.name || digest(args) !== digest(call.arguments))
      throw new ServiceError(
        "conflict",
        "This approval belongs to a different call. Send the same tool and arguments, or leave approval_id out.",
      );
    return { record, call };
  }

  /**
   * Returns the result of a call, or that it is still waiting, was denied or has expired. For a call that a
   * person changed, returns that of the changed call.
   */
  async resultOf(record: ApprovalRecord): Promise<DispatchResult> {
    const latest = await this.#approvals.findLatest(record);
    const result = await this.#approvals.result(record, latest);
    if (result) return result;
    const status = statusAt(latest, this.#clock.now());
    const changedTo = latest.id === record.id ? undefined : latest.id;
    if (status !== "approved" && status !== "failed") return notApprovedResult(record, status, { changedTo });
    throw new ServiceError("unavailable", "The result cannot be read at the moment. Try again shortly.");
  }
}
