import { mayUseCredential, type ToolCaller } from "../../access/caller.ts";
import { Deadline, timestamp } from "../../clock/clock.ts";
import type { Vault } from "../../credentials/vault/vault.ts";
import { ServiceError } from "../../errors/service-error.ts";
import { demandTool } from "../../policy/decide.ts";
import { findTool } from "../../policy/find-tool.ts";
import { readCallArguments } from "../../tool/read-arguments.ts";
import type { Tool } from "../../tool/tool.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import { DEFAULT_DEADLINE_MS } from "../call.ts";
import type { CallOptions } from "../call-options.ts";
import { approvalOf, type DispatchResult } from "../dispatch-result.ts";
import { CallSeals, hashCall, hashKey } from "./call-seals.ts";
import { ClaimedCalls, type ClaimedCallsOptions, RETENTION_MS } from "./claimed-calls.ts";
import { IDEMPOTENT_CALLS, type IdempotencyRecord } from "./idempotency-record.ts";
import { type KeyedAnswer, type KeyedCall, type KeyedRequest, mayRunAgain } from "./keyed-call.ts";

/** Added to a call's deadline, to store the encrypted result and because processes' clocks differ. */
const MARGIN_MS = 30_000;
/** Maximum `retry_after_seconds` for a caller that waits for the call in flight. */
const MAX_RETRY_AFTER_SECONDS = 5;
/** Maximum number of times to read a record that keeps changing. More in a row mean overload, not a race. */
const MAX_READS = 10;

interface IdempotentCallsOptions extends Omit<ClaimedCallsOptions, "seals"> {
  registry: ToolRegistry;
  vault: Vault;
  approvals: WaitingCalls;
}

/** Returns the outcomes of calls that were stored for approval. */
interface WaitingCalls {
  /** Throws ServiceError `not_found` if the approval does not belong to this caller. */
  answer(
    caller: ToolCaller,
    approvalId: string,
    call: { tool: Tool; arguments: unknown },
  ): Promise<DispatchResult>;
}

/**
 * Carries out tool calls once per key of a tenant, across processes and crashes. A call claims its key, runs,
 * and replaces the claim with its result:
 *
 *     free ── claim ──► in flight ── ok or outcome_unknown ──► stored 24 h: replayed
 *      ▲                 │     │
 *      └── any failure ──┘     └── in_flight_until passed: its process died, nobody knows how far it got
 *                                    ├ a read, an upsert, a write by key ──► claimed again, with the first call's provider key
 *                                    └ a write that cannot be repeated ────► outcome_unknown, stored 24 h: never repeated
 *
 * A failed write by key that may have taken effect is treated at once like one whose process died. A call
 * that waits for approval is stored too. If it is repeated, the answer is the current state of its approval.
 *
 * A claim is only replaced if it has not changed since it was read. If several calls find a key free or
 * abandoned, one of them claims it; the others read again and find it in flight. A call that ends after its
 * claim was given up changes nothing.
 */
export class IdempotentCalls {
  readonly #options: IdempotentCallsOptions;
  readonly #seals: CallSeals;
  readonly #claimed: ClaimedCalls;

  constructor(options: IdempotentCallsOptions) {
    this.#options = options;
    this.#seals = new CallSeals(options.vault);
    this.#claimed = new ClaimedCalls({ ...options, seals: this.#seals });
  }

  /**
   * Carries out a call or replays its result. Throws ServiceError:
   *
   * - `not_found`: the tool is unknown.
   * - `forbidden`: the caller may not use the tool, and thus not see its earlier results.
   * - `conflict`: the key was used with another call, or with an account that the caller may not use.
   * - `conflict` with `retryAfterSeconds`: the call with this key is in flight.
   * - `unavailable`: the key could not be claimed. Nothing was done.
   */
  async call(caller: ToolCaller, request: KeyedRequest, options: CallOptions = {}): Promise<KeyedAnswer> {
    const { records } = this.#options;
    const call = await this.#prepare(caller, request, options);
    // Most keys are new, so the first pass claims the key without reading its record.
    let stored: IdempotencyRecord | undefined;
    for (let pass = 0; pass < MAX_READS; pass++) {
      const earlier = stored && !this.#isPast(stored.expires_at) ? stored : undefined;
      if (earlier) {
        const result = await this.#resultOf(earlier, call);
        if (result) return { result, replayed: true };
      }
      if (!earlier || mayRunAgain(call.tool)) {
        const claim = this.#newClaim(call, earlier?.provider_key);
        const takesOver = earlier !== undefined;
        const answer = await this.#claimed.claim(call, claim, stored, takesOver);
        if (answer === "tenant_deleted") throw new ServiceError("not_found", "The tenant has been deleted.");
        if (answer === "written")
          return { result: await this.#claimed.carryOut(call, claim, takesOver), replayed: false };
      }
      stored = await records.get(IDEMPOTENT_CALLS, [call.caller.tenantId, call.id]);
    }
    throw inFlightError(1);
  }

  async #prepare(
    caller: ToolCaller,
    { key, name, arguments: sent }: KeyedRequest,
    options: CallOptions,
  ): Promise<KeyedCall> {
    const { registry, clock } = this.#options;
    const startedAt = clock.monotonic();
    const deadline = options.deadline ?? Deadline.in(DEFAULT_DEADLINE_MS, clock);
    const tool = await findTool(registry, caller, name);
    demandTool(caller, tool);
    const { tenantId } = caller;
    const id = hashKey(tenantId, key);
    const { arguments: args } = readCallArguments(tool, sent);
    const fingerprint = hashCall(tool.name, args);
    const fingerprintCipher = await this.#seals.sealFingerprint({ tenant_id: tenantId, id }, fingerprint);
    return { caller, id, tool, args, fingerprint, fingerprintCipher, options, startedAt, deadline };
  }

  #newClaim(call: KeyedCall, inheritedProviderKey: string | undefined): IdempotencyRecord {
    const { clock, random } = this.#options;
    const until = clock.now() + Math.max(0, call.deadline.remainingMs()) + MARGIN_MS;
    return {
      tenant_id: call.caller.tenantId,
      id: call.id,
      revision: random.uuid(),
      fingerprint_cipher: call.fingerprintCipher,
      provider_key: inheritedProviderKey ?? random.uuid(),
      in_flight_until: timestamp(until),
      result_cipher: null,
      expires_at: timestamp(until + RETENTION_MS),
    };
  }

  /**
   * Returns the result of the first call. Returns `undefined` if there will be none because its process died,
   * or if the record has just changed.
   */
  async #resultOf(record: IdempotencyRecord, call: KeyedCall): Promise<DispatchResult | undefined> {
    const { clock, logger } = this.#options;
    if ((await this.#seals.openFingerprint(record)) !== call.fingerprint) throw otherCallError();
    if (record.result_cipher !== null) {
      const stored = await this.#seals.openResult(record, record.result_cipher);
      const result = await this.#refreshResult(stored, call);
      // Otherwise a caller that may not use the account would learn of it, and would believe that its own
      // call was carried out.
      if (result.credential && !mayUseCredential(call.caller, result.credential.id)) throw otherCallError();
      logger.log("info", "tool_call_replayed", {
        request_id: call.options.requestId,
        tenant_id: call.caller.tenantId,
        end_user: call.caller.session?.endUser,
        credential_id: result.credential?.id,
        credential: result.credential,
        tool: call.tool.name,
        elapsed_ms: Math.round(clock.monotonic() - call.startedAt),
      });
      return result;
    }
    if (!this.#isPast(record.in_flight_until))
      throw inFlightError((Date.parse(record.in_flight_until) - clock.now()) / 1000);
    return mayRunAgain(call.tool) ? undefined : this.#claimed.giveUp(call, record);
  }

  /** Returns a stored result or, if the call waited for approval, its current outcome. */
  async #refreshResult(stored: DispatchResult, call: KeyedCall): Promise<DispatchResult> {
    const approvalId = approvalOf(stored);
    if (stored.ok || approvalId === undefined) return stored;
    const same = { tool: call.tool, arguments: call.args };
    try {
      const result = await this.#options.approvals.answer(call.caller, approvalId, same);
      if (result.ok || approvalOf(result) === undefined || stored.approve_url === undefined) return result;
      const { changed_to: changedTo = approvalId } = result;
      return { ...result, approve_url: stored.approve_url.replace(approvalId, changedTo) };
    } catch (error) {
      throw error instanceof ServiceError && error.code === "not_found" ? otherCallError() : error;
    }
  }

  #isPast(time: string): boolean {
    return Date.parse(time) <= this.#options.clock.now();
  }
}

function otherCallError(): ServiceError {
  return new ServiceError(
    "conflict",
    "This Idempotency-Key was used with a different tool, different arguments or a different account. Use a new key for a new call.",
  );
}

function inFlightError(seconds: number): ServiceError {
  return new ServiceError(
    "conflict",
    "The first call with this Idempotency-Key is still in progress. Repeat the request to get its result.",
    { retryAfterSeconds: Math.min(Math.ceil(seconds), MAX_RETRY_AFTER_SECONDS) },
  );
}
