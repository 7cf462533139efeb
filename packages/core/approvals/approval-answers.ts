import type { ToolCaller } from "../access/caller.ts";
import type { Clock } from "../clock/clock.ts";
import type { DispatchResult } from "../dispatch/dispatch-result.ts";
import { callFingerprint } from "../dispatch/idempotency/call-seals.ts";
import { ServiceError } from "../errors/service-error.ts";
import { readCallArguments } from "../tool/read-arguments.ts";
import type { Tool } from "../tool/tool.ts";
import { type ApprovalDetail, type KeptCall, notApproved, statusAt } from "./approval.ts";
import type { ApprovalRecord } from "./approval-store.ts";
import type { Approvals } from "./approvals.ts";
import { NO_SUCH_APPROVAL } from "./who-decides.ts";

/** The part of a tool's caller that approvals use. */
export type OwnCaller = Pick<ToolCaller, "tenantId" | "keyId" | "session" | "subject">;

/** A call as sent. */
interface MadeCall {
  tool: Tool;
  arguments: unknown;
}

/** Returns the state and result of a waiting call to its own caller, and nothing about other calls. */
export class ApprovalAnswers {
  readonly #approvals: Approvals;
  readonly #clock: Clock;

  constructor(approvals: Approvals, clock: Clock) {
    this.#approvals = approvals;
    this.#clock = clock;
  }

  /**
   * Returns the record of a call that this caller made. Throws ServiceError `not_found` for any other call,
   * as for one that does not exist.
   */
  async own(caller: OwnCaller, id: string): Promise<ApprovalRecord> {
    const record = await this.#approvals.record(caller.tenantId, id);
    if (record.key_id === caller.keyId) {
      if (!caller.session && caller.subject === undefined) return record;
      if (caller.session?.id !== undefined && caller.session.id === record.session_id) return record;
      const { end_user, subject } = await this.#approvals.summary(record);
      if (caller.session?.endUser !== undefined && caller.session.endUser === end_user) return record;
      if (caller.subject !== undefined && caller.subject === subject) return record;
    }
    throw new ServiceError("not_found", NO_SUCH_APPROVAL);
  }

  /** Returns the same record with all its details. */
  async ownDetail(caller: OwnCaller, id: string): Promise<ApprovalDetail> {
    return this.#approvals.detail(await this.own(caller, id));
  }

  /**
   * Answers a call repeated with its approval's ID: returns its result, or the reason why it was not sent.
   * Rethrows errors of `same`.
   */
  async answer(caller: OwnCaller, id: string, made: MadeCall): Promise<DispatchResult> {
    return this.resultOf((await this.same(caller, id, made)).record);
  }

  /**
   * Finds a call repeated with its approval's ID. Throws ServiceError `not_found` as `own` does, and
   * `conflict` if it differs from the waiting call. Arguments that are parsed to equal values are the same.
   */
  async same(
    caller: OwnCaller,
    id: string,
    { tool, arguments: args }: MadeCall,
  ): Promise<{ record: ApprovalRecord; call: KeptCall }> {
    const record = await this.own(caller, id);
    const call = await this.#approvals.call(record);
    const digest = (sent: unknown) => callFingerprint(tool.name, readCallArguments(tool, sent).arguments);
    if (record.tool !== tool.name || digest(args) !== digest(call.arguments))
      throw new ServiceError(
        "conflict",
        "This approval is of another call; send the same tool and arguments, or leave approval_id out.",
      );
    return { record, call };
  }

  /** Returns the outcome of a call, or that it is still waiting, was denied or has expired. */
  async resultOf(record: ApprovalRecord): Promise<DispatchResult> {
    const status = statusAt(record, this.#clock.now());
    const result = await this.#approvals.result(record);
    if (result) return result;
    if (status !== "approved" && status !== "failed") return notApproved(record, status);
    throw new ServiceError("unavailable", "The result cannot be read now; try again shortly.");
  }
}
