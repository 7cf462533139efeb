import type { AuditTrail } from "../access/audit/audit.ts";
import type { Scope, ToolCaller } from "../access/caller.ts";
import type { Clock, Deadline, Random } from "../clock/clock.ts";
import { DEFAULT_DEADLINE_MS } from "../dispatch/call.ts";
import type { CallOptions } from "../dispatch/call-options.ts";
import type { DispatchResult } from "../dispatch/dispatch-result.ts";
import { ServiceError } from "../errors/service-error.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import { type ApprovalSummary, interruptedCall, type KeptCall, unsentCall } from "./approval.ts";
import type { ApprovalSeals } from "./approval-seals.ts";
import { type ApprovalRecord, type ApprovalStore, nextOf } from "./approval-store.ts";

/** Beyond its deadline a call seals and stores its result, and two processes' clocks differ. */
const MARGIN_MS = 30_000;

/** The platform's deadline, and the id of the request by which somebody approved. */
export interface CarryOutOptions {
  deadline?: Deadline | undefined;
  requestId?: string | undefined;
}

export interface ApprovedCallsOptions {
  store: ApprovalStore;
  seals: ApprovalSeals;
  /** The caller that a key is now; `undefined` when it was revoked or has expired. */
  callerOfKey(tenantId: string, keyId: string): Promise<ToolCaller | undefined>;
  /** The caller that an OIDC issuer's subject is now; `undefined` without its tenant. */
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

/** Carries out calls that a person has approved, each by whoever holds its record in `carrying_out`. */
export class ApprovedCalls {
  readonly #options: ApprovedCallsOptions;

  constructor(options: ApprovedCallsOptions) {
    this.#options = options;
  }

  /** Milliseconds since the epoch by which a call that begins now is over. */
  overBy({ deadline }: CarryOutOptions): number {
    const left = deadline?.remainingMs() ?? DEFAULT_DEADLINE_MS;
    return this.#options.clock.now() + Math.max(0, left) + MARGIN_MS;
  }

  /**
   * Makes the call as its key would now, and returns the record with its result. Where the result cannot be
   * stored, the record stays as it is, and once its time is over its outcome counts as unknown. Throws what
   * the store throws.
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
      // How far the call had come is not known.
      logger.log("error", "approved_call_failed", {
        request_id: options.requestId,
        tenant_id: record.tenant_id,
        tool,
        ...describeUnexpected(error),
      });
      return interruptedCall({ name: tool }, id);
    }
  }

  #summary(record: ApprovalRecord): Promise<ApprovalSummary> {
    return this.#options.seals.open<ApprovalSummary>(record, "summary", record.summary_cipher);
  }

  /**
   * The caller as it is now. A session lives an hour at most, so its call goes on as one of its key; a
   * token of an issuer cannot be asked for again, so its call goes on with the scopes that it had.
   */
  async #callerOf(record: ApprovalRecord, summary: ApprovalSummary): Promise<ToolCaller | undefined> {
    const { tenant_id, key_id, session_id } = record;
    const { end_user, subject, scopes } = summary;
    if (subject !== null) return this.#options.callerOfSubject(tenant_id, subject, new Set(scopes));
    const caller = await this.#options.callerOfKey(tenant_id, key_id);
    if (!caller || session_id === null) return caller;
    return { ...caller, session: { id: session_id, endUser: end_user ?? undefined } };
  }

  /** The name of the result's text; `null` when it cannot be kept, which counts as an unknown outcome. */
  async #kept(record: ApprovalRecord, result: DispatchResult): Promise<string | null> {
    const name = `result-${record.revision}`;
    const ended = await this.#options.seals.keep(record, name, result);
    if (ended === "kept") return name;
    const cut = { ...result, result: { not_kept: "The call ended; its result was too large to be kept." } };
    return (await this.#options.seals.keep(record, name, cut)) === "kept" ? name : null;
  }
}

/** Names the account that was approved: by now another may fit as well. */
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
