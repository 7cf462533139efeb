import type { AuditTrail } from "../access/audit/audit.ts";
import type { Scope, ToolCaller } from "../access/caller.ts";
import type { Clock, Deadline, Random } from "../clock/clock.ts";
import { DEFAULT_DEADLINE_MS } from "../dispatch/call.ts";
import type { CallOptions } from "../dispatch/call-options.ts";
import type { DispatchResult } from "../dispatch/dispatch-result.ts";
import { ServiceError } from "../errors/service-error.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import { NOTHING_READ, RunTrace } from "../policy/run-trace.ts";
import type { VersionedRecords } from "../records/versioned-records.ts";
import { type ApprovalSummary, interruptedResult, type KeptCall, unsentResult } from "./approval.ts";
import { type ApprovalRecord, changeApproval } from "./approval-record.ts";
import type { ApprovalSeals } from "./approval-seals.ts";
import { type AccountPorts, findApprovedAccount } from "./approved-account.ts";

/** Added to a call's deadline, because storing its result takes time and clocks of two processes differ. */
const MARGIN_MS = 30_000;

/** The platform's deadline, and the ID of the request that approved. */
export interface CarryOutOptions {
  deadline?: Deadline | undefined;
  requestId?: string | undefined;
}

export interface ApprovedCallsOptions extends AccountPorts {
  records: VersionedRecords;
  seals: ApprovalSeals;
  /**
   * Returns the caller of a key, or of the one that replaced it. Returns `undefined` if the key was revoked,
   * or has expired without another in its place.
   */
  callerOfKey(tenantId: string, keyId: string): Promise<ToolCaller | undefined>;
  /**
   * Returns the current caller for a subject of the OIDC issuer, or `undefined` if its tenant does not exist.
   */
  callerOfSubject(
    tenantId: string,
    subject: string,
    scopes: ReadonlySet<Scope>,
  ): Promise<ToolCaller | undefined>;
  dispatch(caller: ToolCaller, tool: string, args: unknown, options: CallOptions): Promise<DispatchResult>;
  audit: AuditTrail;
  clock: Clock;
  random: Random;
  logger: Logger;
}

/**
 * Carries out approved calls. Each call is carried out by the process that set its record to `carrying_out`.
 */
export class ApprovedCalls {
  readonly #options: ApprovedCallsOptions;

  constructor(options: ApprovedCallsOptions) {
    this.#options = options;
  }

  /** Returns when a call that starts now will have ended, in milliseconds since the epoch. */
  getEnd({ deadline }: CarryOutOptions): number {
    const left = deadline?.remainingMs() ?? DEFAULT_DEADLINE_MS;
    return this.#options.clock.now() + Math.max(0, left) + MARGIN_MS;
  }

  /**
   * Carries out the call with its key's current permissions. Returns the record with the result. If the
   * result cannot be stored, the record stays unchanged, and once its time is up the outcome counts as
   * unknown. Rethrows errors of the store.
   */
  async carryOut(record: ApprovalRecord, call: KeptCall, options: CarryOutOptions): Promise<ApprovalRecord> {
    const { records, audit, random } = this.#options;
    const result = { ...(await this.#dispatchCall(record, call, options)), approval_id: record.id };
    const status = result.ok ? "approved" : "failed";
    const changes = { status, result_text: await this.#storeResult(record, result) } as const;
    const ended = await changeApproval(records, record, changes, random);
    if (!ended)
      throw new ServiceError("not_found", "The approval was deleted while its call was in progress.");
    const { tenant_id: tenantId, id, tool, decided_by } = record;
    await audit.record({
      tenantId,
      action: "approval.carried_out",
      subject: id,
      by: { keyId: decided_by ?? undefined, requestId: options.requestId },
      details: { tool, ok: result.ok, ...(result.ok ? {} : { error_code: result.error_code }) },
    });
    return ended;
  }

  async #dispatchCall(
    record: ApprovalRecord,
    call: KeptCall,
    options: CarryOutOptions,
  ): Promise<DispatchResult> {
    const { dispatch, logger } = this.#options;
    const { tool, id } = record;
    try {
      const summary = await this.#summary(record);
      const caller = await this.#callerOf(record, summary);
      if (!caller) return unsentResult({ name: tool }, id, KEY_INVALID);
      const account = await this.#findAccount(record, call, summary, options);
      if (account?.unsent) return unsentResult({ name: tool }, id, account.unsent);
      const approved = { approvalId: id, binding: call.binding, as: account?.as };
      const callOptions = { ...options, approved, runId: summary.run_id };
      return await dispatch(caller, tool, addAccount(call, account), callOptions);
    } catch (error) {
      if (error instanceof ServiceError && error.status < 500)
        return unsentResult({ name: tool }, id, {
          refusal_reason: error.message,
          error_code: "validation",
          next_step: `Nothing was sent. ${error.code === "forbidden" ? ASK_FOR_RIGHT : "Make the call again if it is still needed."}`,
        });
      // It is unknown whether the call was sent.
      logger.log("error", "approved_call_failed", {
        request_id: options.requestId,
        tenant_id: record.tenant_id,
        tool,
        ...describeUnexpected(error),
      });
      return interruptedResult({ name: tool }, id);
    }
  }

  /**
   * Makes the call again with changed arguments, on behalf of its key, so that it waits. Returns the ID of
   * its approval. `changedBy` is the name of who changed it, and becomes part of the reason to wait. Throws
   * ServiceError `conflict` if the key is no longer valid, and `bad_request` if the call could not be sent.
   */
  async askAgain(
    record: ApprovalRecord,
    call: KeptCall,
    { changes, changedBy }: { changes: Record<string, unknown>; changedBy: string },
    options: CarryOutOptions,
  ): Promise<string> {
    const summary = await this.#summary(record);
    const caller = await this.#callerOf(record, summary);
    if (!caller) throw new ServiceError("conflict", KEY_INVALID.refusal_reason);
    const account = await this.#findAccount(record, call, summary, options);
    if (account?.unsent) throw new ServiceError("bad_request", account.unsent.refusal_reason);
    const merged = { ...Object(addAccount(call, account)), ...changes };
    const args = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
    const { conversation, read_before: read = [] } = summary;
    const trace = conversation && new RunTrace({ conversation }, { ...NOTHING_READ, read });
    const isMoved = Object.keys(changes).some((name) => call.place_arguments?.includes(name));
    const heldBecause = isMoved
      ? `${changedBy} changed where this call goes. The original waited for this reason: ${summary.reason}`
      : `${changedBy} changed this call. ${summary.reason}`;
    const result = await this.#options.dispatch(caller, record.tool, args, {
      ...options,
      trace,
      runId: summary.run_id,
      heldBecause,
    });
    if (!result.ok && result.error_code === "approval_required" && result.approval_id !== undefined)
      return result.approval_id;
    throw new ServiceError("bad_request", result.ok ? "The call did not wait." : result.refusal_reason);
  }

  /** Returns `undefined` for a call without a credential. */
  async #findAccount(
    { tenant_id: tenantId }: ApprovalRecord,
    { account_id: accountId }: KeptCall,
    { credential: name }: ApprovalSummary,
    { deadline, requestId }: CarryOutOptions,
  ) {
    const asked = name && { tenantId, name, accountId };
    return asked ? findApprovedAccount(this.#options, asked, { deadline, requestId }) : undefined;
  }

  #summary(record: ApprovalRecord): Promise<ApprovalSummary> {
    return this.#options.seals.open<ApprovalSummary>(record, "summary", record.summary_cipher);
  }

  /**
   * Returns the current caller. A session lasts at most an hour, so its call continues with its key. An
   * issuer's token cannot be requested again, so its call continues with its original scopes.
   */
  async #callerOf(record: ApprovalRecord, summary: ApprovalSummary): Promise<ToolCaller | undefined> {
    const { tenant_id, key_id, session_id } = record;
    const { end_user, subject, scopes, at_console: atConsole } = summary;
    if (subject !== null) return this.#options.callerOfSubject(tenant_id, subject, new Set(scopes));
    const caller = await this.#options.callerOfKey(tenant_id, key_id);
    if (!caller || session_id === null) return caller && { ...caller, atConsole };
    return { ...caller, session: { id: session_id, endUser: end_user ?? undefined } };
  }

  /**
   * Stores the result. Returns the name of its text, or `null` if it cannot be stored, which counts as an
   * unknown outcome.
   */
  async #storeResult(record: ApprovalRecord, result: DispatchResult): Promise<string | null> {
    const name = `result-${record.revision}`;
    const { seals } = this.#options;
    if ((await seals.keep(record, name, result)) === "kept") return name;
    const not_kept = "The call ended, but its result was too large to be kept.";
    const withoutBody = { ...result, result: { not_kept } };
    return (await seals.keep(record, name, withoutBody)) === "kept" ? name : null;
  }
}

/** Adds the approved account to the arguments, because another account may fit as well by now. */
function addAccount(call: KeptCall, account: { id: string } | undefined): unknown {
  return account ? { ...(call.arguments as object), credential_id: account.id } : call.arguments;
}

const ASK_FOR_RIGHT = "Ask whoever sets the tenant's policy and keys to allow it, then make the call again.";

const KEY_INVALID = {
  refusal_reason: "The key that made this call was revoked or has expired. Nothing was sent.",
  error_code: "authentication",
  next_step: "Make the call again with a valid key.",
} as const;
