import type { Actor } from "../access/audit/audit-entry.ts";
import { timestamp } from "../clock/clock.ts";
import { type AllowablePlace, type AlwaysFor, toAllowablePlace } from "../conversations/allowances.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { ApprovalPort, CallToApprove } from "../dispatch/approval-port.ts";
import { hashBinding, MAX_WAIT_MS } from "../dispatch/approval-port.ts";
import { ServiceError } from "../errors/service-error.ts";
import { listItems } from "../records/page.ts";
import { skipUnreadable } from "../records/readable.ts";
import {
  type ApprovalDetail,
  CALL_TEXT,
  KEPT_AFTER_MS,
  type KeptCall,
  notApprovedResult,
  statusAt,
  summarizeCall,
  timeOrderedId,
  type Withdrawal,
  withdrawnResult,
} from "./approval.ts";
import {
  alreadyDecidedError,
  cannotAllowError,
  notEditableError,
  nothingChangedError,
  tooLargeError,
  tooManyWaitingError,
} from "./approval-errors.ts";
import { APPROVALS, type ApprovalRecord } from "./approval-record.ts";
import type { ApprovedCalls, CarryOutOptions } from "./approved-calls.ts";
import { Decisions, type DecisionsOptions } from "./decisions.ts";
import { listEditable } from "./editable-arguments.ts";
import { StoredApprovals, type StoredApprovalsOptions } from "./stored-approvals.ts";
import { type Decider, explainNoDecision } from "./who-decides.ts";

/** Maximum number of waiting calls per tenant: more than people can review, and a limit on what is stored. */
const MAX_WAITING = 1_000;

export interface ApprovalsOptions extends StoredApprovalsOptions, DecisionsOptions {
  approvedCalls: ApprovedCalls;
  conversations: Pick<Conversations, "openAt" | "allowances">;
}

/** A person's decision about a call. */
interface Decision {
  decision: "approve" | "deny";
  always?: AlwaysFor | undefined;
  /** For a denial: the reason shown to the caller, which may be an agent. */
  because?: string | undefined;
  /** For a denial: the call that waits instead. */
  changedTo?: string | undefined;
  by: Decider;
  options: CarryOutOptions;
}

/** A change of a waiting call by a person. */
interface Change extends Pick<Decision, "by" | "options"> {
  changes: Record<string, unknown>;
  changedBy: string;
}

/**
 * Manages calls that wait for approval:
 *
 *     waiting ── approve ──► carrying_out ──► approved (ended well) or failed
 *        ├────── deny ─────► denied   └ its process died: failed, with an unknown outcome
 *        └ 24 h ───────────► expired
 *
 * Each arrow is a write conditional on the record that was read. Only one decision therefore takes effect,
 * and a call is carried out at most once.
 */
export class Approvals extends StoredApprovals implements ApprovalPort {
  readonly #options: ApprovalsOptions;
  readonly #decisions: Decisions;

  constructor(options: ApprovalsOptions) {
    super(options);
    this.#options = options;
    this.#decisions = new Decisions(options);
  }

  /** Stores a call until a person decides. Identical calls of a conversation share one approval. */
  async ask(call: CallToApprove): Promise<{ approvalId: string; expiresAt: string }> {
    const { records, seals, audit, metrics, clock, random, conversations } = this.#options;
    const { caller, tool, conversation } = call;
    const binding = hashBinding(call);
    const ledger = conversation && (await conversations.openAt(caller.tenantId, conversation));
    const known = ledger?.approvalOf(binding);
    const waiting = await this.findWaiting(caller.tenantId, known);
    if (waiting && mayRead(caller, waiting)) return { approvalId: waiting.id, expiresAt: waiting.expires_at };
    await this.#requireRoom(caller.tenantId);
    const now = clock.now();
    const fixed = {
      tenant_id: caller.tenantId,
      id: timeOrderedId(clock, random),
      key_id: caller.keyId,
      session_id: caller.session?.id ?? null,
      tool: tool.name,
      created_at: timestamp(now),
      expires_at: timestamp(now + MAX_WAIT_MS),
      kept_until: timestamp(now + MAX_WAIT_MS + KEPT_AFTER_MS),
    };
    const kept: KeptCall = {
      arguments: call.arguments,
      shown_arguments: call.shown.arguments,
      preview: call.shown.preview,
      changes: call.shown.changes,
      binding,
      account_id: call.credential?.account?.id ?? null,
      place_arguments: call.destinations.flatMap(({ argument }) => argument ?? []),
      places: toAllowablePlaces(call),
    };
    const stored = await seals.keep(fixed, CALL_TEXT, kept);
    if (stored === "too_large") throw tooLargeError();
    const record: ApprovalRecord = {
      ...fixed,
      revision: random.uuid(),
      version: 1,
      status: "waiting",
      summary_cipher: await seals.seal(fixed, "summary", await summarizeCall(call)),
      decided_by: null,
      decided_at: null,
      carrying_until: null,
      result_text: null,
    };
    const answer = stored === "kept" ? await records.put(APPROVALS, record) : stored;
    if (answer === "tenant_deleted") throw new ServiceError("not_found", "The tenant has been deleted.");
    const { tenantId, keyId } = caller;
    const { id: approval_id, expires_at } = record;
    if (ledger && !(await ledger.addApproval(binding, { approval_id, expires_at }, known))) {
      // An identical call was stored first.
      await records.discard(APPROVALS, [tenantId, approval_id]);
      return { approvalId: ledger.approvalOf(binding) ?? approval_id, expiresAt: expires_at };
    }
    metrics.add("plumbline_approvals_asked_total", { tool: tool.name, tenant_id: tenantId });
    await audit.record({
      tenantId,
      action: "approval.asked",
      subject: record.id,
      by: { keyId, requestId: call.requestId },
      details: { tool: tool.name },
    });
    await this.#options.notices?.recordRequest(record);
    return { approvalId: record.id, expiresAt: record.expires_at };
  }

  /** Throws AdapterRateLimitedError if too many calls already wait. Concurrent calls may exceed the limit. */
  async #requireRoom(tenantId: string): Promise<void> {
    const { records, clock } = this.#options;
    const wanted = (record: ApprovalRecord) => statusAt(record, clock.now()) === "waiting";
    const waiting = await records.page(APPROVALS, tenantId, { limit: MAX_WAITING, wanted });
    if (waiting.items.length >= MAX_WAITING) throw tooManyWaitingError();
  }

  /** Returns true if a person has allowed the caller or conversation to write to all these destinations. */
  allows({ caller, conversation, ...call }: Parameters<ApprovalPort["allows"]>[0]): Promise<boolean> {
    const places = toAllowablePlaces(call);
    return places
      ? this.#options.conversations.allowances.allows(caller, conversation, places)
      : Promise.resolve(false);
  }

  /** Allows later calls to the destinations for which this one waited. */
  async #allow(record: ApprovalRecord, { places = [] }: KeptCall, always: AlwaysFor, by: Decider) {
    const { conversations, audit } = this.#options;
    const { tenant_id: tenantId, id, key_id: keyId, session_id, tool } = record;
    const { holder: rotatedFrom, end_user, conversation } = await this.summary(record);
    const session = session_id === null ? undefined : { id: session_id, endUser: end_user ?? undefined };
    const where = always === "conversation" ? conversation : undefined;
    await conversations.allowances.add({ tenantId, keyId, rotatedFrom, session }, where, places);
    await audit.record({
      tenantId,
      action: "allowance.added",
      subject: id,
      by,
      details: { tool, for: always },
    });
  }

  /**
   * Finds the record to decide about. If it cannot be read, it can only be denied, which ends it by its ID.
   */
  async #recordToDecide(
    tenantId: string,
    id: string,
    { decision, by }: { decision: "approve" | "deny"; by: Decider },
  ): Promise<ApprovalRecord> {
    const { records, audit } = this.#options;
    if (decision === "approve") return this.record(tenantId, id);
    const found = await skipUnreadable(records.get(APPROVALS, [tenantId, id]));
    if (found || !(await records.discard(APPROVALS, [tenantId, id]))) return this.record(tenantId, id);
    await audit.record({ tenantId, action: "approval.denied", subject: id, by });
    throw new ServiceError(
      "conflict",
      "The record of this call has been altered. The call was cancelled and will not be made.",
    );
  }

  /**
   * Decides about a waiting call. An approved call is carried out immediately. `always` allows later calls to
   * the same destinations. Throws ServiceError `not_found`, `forbidden` if the person may not decide, and
   * `conflict` if the call no longer waits.
   */
  async decide(
    tenantId: string,
    id: string,
    { decision, always, because, changedTo, by, options }: Decision,
  ): Promise<ApprovalDetail> {
    const { clock, approvedCalls } = this.#options;
    const record = await this.#recordToDecide(tenantId, id, { decision, by });
    const refusal = await this.explainUndecidable(record, by);
    if (refusal) throw refusal;
    const status = statusAt(record, clock.now());
    if (status !== "waiting") throw alreadyDecidedError(status);
    // Decrypted before the decision is stored: a call that cannot be read cannot be approved.
    const call = await this.call(record);
    if (always && !(await this.listAlwaysFor(record, call)).includes(always)) throw cannotAllowError();
    const denial =
      because === undefined ? undefined : notApprovedResult(record, "denied", { because, changedTo });
    const decided =
      decision === "approve"
        ? await this.#decisions.approve(record, by, approvedCalls.getEnd(options))
        : await this.#decisions.deny(record, by, denial);
    if (!decided) throw alreadyDecidedError(statusAt(await this.record(tenantId, id), clock.now()));
    if (decision === "deny") return this.detail(by, decided);
    const ended = await approvedCalls.carryOut(decided, call, options);
    if (always) await this.#allow(record, call, always, by);
    return this.detail(by, ended);
  }

  /**
   * Makes a waiting call again with other arguments, and denies the original. The changed call waits with its
   * own preview. `changes` replaces texts by the argument's name; `null` removes one. `changedBy` is the name
   * of the person or key, for the reason that the changed call shows. Throws the same errors as `decide`, and
   * ServiceError `bad_request` for an argument that must stay, or if the changed call could not be sent.
   */
  async change(tenantId: string, id: string, { by, options, ...change }: Change): Promise<ApprovalDetail> {
    const { clock, approvedCalls, records } = this.#options;
    const record = await this.record(tenantId, id);
    const refusal = await this.explainUndecidable(record, by);
    if (refusal) throw refusal;
    const status = statusAt(record, clock.now());
    if (status !== "waiting") throw alreadyDecidedError(status);
    if (Object.keys(change.changes).length === 0) throw nothingChangedError();
    const call = await this.call(record);
    const { shown_arguments: shown, place_arguments: places } = call;
    const editable = listEditable(await this.#options.registry.get(record.tool), shown, places);
    const fixed = Object.keys(change.changes).find((name) => !editable.includes(name));
    if (fixed !== undefined) throw notEditableError(fixed);
    const changedTo = await approvedCalls.askAgain(record, call, change, options);
    if (changedTo === id) throw nothingChangedError();
    const because = `A person changed this call; the changed call is ${changedTo}`;
    try {
      await this.decide(tenantId, id, { decision: "deny", because, changedTo, by, options });
    } catch (error) {
      await records.discard(APPROVALS, [tenantId, changedTo]);
      throw error;
    }
    return this.get(by, tenantId, changedTo);
  }

  /** Explains why someone may not decide about a call. Returns `undefined` if they may. */
  async explainUndecidable(record: ApprovalRecord, by: Decider): Promise<ServiceError | undefined> {
    const { holder, at_console, subject, end_user, credential } = await this.summary(record);
    const { key_id, session_id } = record;
    const origin = { key_id, session_id, holder, at_console, subject, end_user, credential };
    return explainNoDecision(origin, by);
  }

  /**
   * Denies a waiting call because the run that made it was stopped, or its conversation is erased. If a
   * person has changed it, denies the changed call. Does nothing if the call no longer waits.
   */
  async withdraw(tenantId: string, id: string, by: Actor, why: Withdrawal = "stopped"): Promise<void> {
    const record = await this.findWaiting(tenantId, await this.findLatestId(tenantId, id));
    if (!record) return;
    // If a person decides at the same time, they may have changed the call.
    if (!(await this.#decisions.deny(record, by, withdrawnResult(record, why))))
      await this.withdraw(tenantId, id, by, why);
  }

  /**
   * Denies all waiting calls of an end user who is erased, with or without a conversation. Leaves out calls
   * that cannot be read, because nobody can approve them.
   */
  async withdrawOfEndUser(tenantId: string, endUser: string, by: Actor): Promise<void> {
    const { records, clock } = this.#options;
    const wanted = (record: ApprovalRecord) => statusAt(record, clock.now()) === "waiting";
    for await (const record of listItems((page) => records.page(APPROVALS, tenantId, { ...page, wanted })))
      if ((await skipUnreadable(this.summary(record)))?.end_user === endUser)
        await this.withdraw(tenantId, record.id, by, "erased");
  }
}

/** Returns false for another key of the conversation's owner, or another session without an end user. */
function mayRead({ keyId, session }: CallToApprove["caller"], { key_id, session_id }: ApprovalRecord) {
  return key_id === keyId && (session?.endUser !== undefined || session_id === (session?.id ?? null));
}

/**
 * Returns the destinations that later calls could be allowed to use, or `undefined` if that is not possible
 * for all of them.
 */
function toAllowablePlaces({
  places = [],
  credential,
}: Pick<CallToApprove, "places" | "credential">): AllowablePlace[] | undefined {
  const found = places.flatMap((place) => toAllowablePlace(place, credential?.id) ?? []);
  return found.length > 0 && found.length === places.length ? found : undefined;
}
