import type { AuditTrail } from "../access/audit/audit.ts";
import type { Scope, ToolCaller } from "../access/caller.ts";
import type { Clock, Deadline, Random } from "../clock/clock.ts";
import { DEFAULT_DEADLINE_MS } from "../dispatch/call.ts";
import type { CallOptions } from "../dispatch/call-options.ts";
import type { DispatchResult } from "../dispatch/dispatch-result.ts";
import { ServiceError } from "../errors/service-error.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import { NOTHING_READ, RunTrace } from "../policy/run-trace.ts";
import { type ApprovalSummary, interruptedCall, type KeptCall, unsentCall } from "./approval.ts";
import type { ApprovalSeals } from "./approval-seals.ts";
import { type ApprovalRecord, type ApprovalStore, nextOf } from "./approval-store.ts";

/**
 * Added to a call's deadline, because storing its result takes time and the clocks of two processes differ.
 */
const MARGIN_MS = 30_000;

/** The platform's deadline, and the ID of the request that approved. */
export interface CarryOutOptions {
  deadline?: Deadline | undefined;
  requestId?: string | undefined;
}

export interface ApprovedCallsOptions {
  store: ApprovalStore;
  seals: ApprovalSeals;
  /** Returns a key's current caller, or `undefined` if the key was revoked or has expired. */
  callerOfKey(tenantId: string, keyId: string): Promise<ToolCaller | undefined>;
  /** Returns the current caller of an OIDC issuer's subject, or `undefined` if its tenant does not exist. */
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

/** Carries out approved calls. The process that set a record to `carrying_out` carries out its call. */
export class ApprovedCalls {
  readonly #options: ApprovedCallsOptions;

  constructor(options: ApprovedCallsOptions) {
    this.#options = options;
  }

  /** Returns the time by which a call that starts now has ended, in milliseconds since the epoch. */
  overBy({ deadline }: CarryOutOptions): number {
    const left = deadline?.remainingMs() ?? DEFAULT_DEADLINE_MS;
    return this.#options.clock.now() + Math.max(0, left) + MARGIN_MS;
  }

  /**
   * Carries out the call with its key's current permissions, and returns the record with its result. If the
   * result cannot be stored, the record stays unchanged, and after its time is up the outcome counts as
   * unknown. Rethrows errors of the store.
   */
  async carryOut(record: ApprovalRecord, call: KeptCall, options: CarryOutOptions): Promise<ApprovalRecord> {
    const { store, audit, random } = this.#options;
    const result = { ...(await this.#made(record, call, options)), approval_id: record.id };
    const status = result.ok ? "approved" : "failed";
    const changes = { status, result_text: await this.#kept(record, result) } as const;
    const ended = await store.replace(nextOf(record, changes, random), record);
    if (!ended)
      throw new ServiceError("not_found", "The approval was deleted while its call was carried out.");
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

  async #made(record: ApprovalRecord, call: KeptCall, options: CarryOutOptions): Promise<DispatchResult> {
    const { dispatch, logger } = this.#options;
    const { tool, id } = record;
    try {
      const summary = await this.#summary(record);
      const caller = await this.#callerOf(record, summary);
      if (!caller) return unsentCall({ name: tool }, id, KEY_GONE);
      const approved = { approvalId: id, binding: call.binding };
      return await dispatch(caller, tool, exactArguments(call, summary), { ...options, approved });
    } catch (error) {
      if (error instanceof ServiceError && error.status < 500)
        return unsentCall({ name: tool }, id, {
          refusal_reason: error.message,
          error_code: error.code === "forbidden" ? "authentication" : "validation",
          next_step: "Nothing was sent. Make the call again if it is still wanted.",
        });
      // The progress of the call is unknown.
      logger.log("error", "approved_call_failed", {
        request_id: options.requestId,
        tenant_id: record.tenant_id,
        tool,
        ...describeUnexpected(error),
      });
      return interruptedCall({ name: tool }, id);
    }
  }

  /**
   * Makes the call with changed arguments, as its key would, so that it waits. Returns the ID of its
   * approval. Throws ServiceError `conflict` if the key is gone, `bad_request` if it could not be sent.
   */
  async askAgain(
    record: ApprovalRecord,
    call: KeptCall,
    changes: Record<string, unknown>,
    options: CarryOutOptions,
  ): Promise<string> {
    const summary = await this.#summary(record);
    const caller = await this.#callerOf(record, summary);
    if (!caller) throw new ServiceError("conflict", KEY_GONE.refusal_reason);
    const merged = { ...Object(exactArguments(call, summary)), ...changes };
    const args = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
    const { conversation, read_before: read = [] } = summary;
    const trace = conversation && new RunTrace({ conversation }, { ...NOTHING_READ, read });
    const heldBecause = "A person has changed this call.";
    const result = await this.#options.dispatch(caller, record.tool, args, {
      ...options,
      trace,
      heldBecause,
    });
    if (!result.ok && result.error_code === "approval_required" && result.approval_id !== undefined)
      return result.approval_id;
    throw new ServiceError("bad_request", result.ok ? "The call did not wait." : result.refusal_reason);
  }

  #summary(record: ApprovalRecord): Promise<ApprovalSummary> {
    return this.#options.seals.open<ApprovalSummary>(record, "summary", record.summary_cipher);
  }

  /**
   * Returns the current caller. A session lasts at most an hour, so its call continues as one of its key. An
   * issuer's token cannot be requested again, so its call continues with its original scopes.
   */
  async #callerOf(record: ApprovalRecord, summary: ApprovalSummary): Promise<ToolCaller | undefined> {
    const { tenant_id, key_id, session_id } = record;
    const { end_user, subject, scopes } = summary;
    if (subject !== null) return this.#options.callerOfSubject(tenant_id, subject, new Set(scopes));
    const caller = await this.#options.callerOfKey(tenant_id, key_id);
    if (!caller || session_id === null) return caller;
    return { ...caller, session: { id: session_id, endUser: end_user ?? undefined } };
  }

  /**
   * Returns the name of the result's text, or `null` if it cannot be stored, which counts as an unknown
   * outcome.
   */
  async #kept(record: ApprovalRecord, result: DispatchResult): Promise<string | null> {
    const name = `result-${record.revision}`;
    const ended = await this.#options.seals.keep(record, name, result);
    if (ended === "kept") return name;
    const cut = { ...result, result: { not_kept: "The call ended; its result was too large to be kept." } };
    return (await this.#options.seals.keep(record, name, cut)) === "kept" ? name : null;
  }
}

/** Returns the arguments with the approved account, because by now another account may fit as well. */
function exactArguments(call: KeptCall, { credential }: ApprovalSummary): unknown {
  return credential === null
    ? call.arguments
    : { ...(call.arguments as object), credential_id: credential.id };
}

const KEY_GONE = {
  refusal_reason: "The key that made this call was revoked or has expired. Nothing was sent.",
  error_code: "authentication",
  next_step: "Make the call again with a key that is valid.",
} as const;
