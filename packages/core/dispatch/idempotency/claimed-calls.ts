import { type Clock, type Random, timestamp } from "../../clock/clock.ts";
import { describeUnexpected, type LogFields, type Logger } from "../../log/logger.ts";
import type { InsertAnswer, RecordStore } from "../../records/record-store.ts";
import type { DispatchResult } from "../dispatch-result.ts";
import type { Dispatcher } from "../dispatcher.ts";
import type { CallSeals } from "./call-seals.ts";
import { IDEMPOTENT_CALLS, type IdempotencyRecord } from "./idempotency-record.ts";
import {
  interruptedWrite,
  isKept,
  type KeyedCall,
  mayHaveWritten,
  mayRunAgain,
  withoutBody,
} from "./keyed-call.ts";

/** Time for which a result is stored and replayed. */
export const RETENTION_MS = 24 * 60 * 60_000;
/** `in_flight_until` of a record that is not in flight. In the past on every clock. */
const NOT_IN_FLIGHT = timestamp(0);

export interface ClaimedCallsOptions {
  dispatcher: Dispatcher;
  records: RecordStore;
  seals: CallSeals;
  clock: Clock;
  random: Random;
  logger: Logger;
}

/**
 * Carries out calls that have claimed their key, then updates the claim with the result. If this update
 * fails, the caller still gets the result, and the claim expires as after a crash.
 */
export class ClaimedCalls {
  readonly #options: ClaimedCallsOptions;

  constructor(options: ClaimedCallsOptions) {
    this.#options = options;
  }

  /**
   * Claims the key, or replaces the claim `previous`. If the write fails, the claim may still have been
   * stored and would look like a crashed call, so it is withdrawn. For `takesOver`, see `carryOut`. Rethrows
   * errors of the store.
   */
  async claim(
    call: KeyedCall,
    claim: IdempotencyRecord,
    previous: IdempotencyRecord | undefined,
    takesOver: boolean,
  ): Promise<InsertAnswer> {
    const { records } = this.#options;
    try {
      if (!previous) return await records.insert(IDEMPOTENT_CALLS, claim);
      const { revision } = previous;
      return (await records.replace(IDEMPOTENT_CALLS, claim, { revision })) ? "written" : "taken";
    } catch (error) {
      await this.#settle(call, async () => {
        await this.#free(call, claim, takesOver);
        return true;
      });
      throw error;
    }
  }

  /**
   * Carries out a claimed call. `takesOver` is true if the claim replaces that of a call that may have
   * written. Rethrows errors of the dispatcher.
   */
  async carryOut(call: KeyedCall, claim: IdempotencyRecord, takesOver: boolean): Promise<DispatchResult> {
    const { dispatcher } = this.#options;
    const { caller, tool, deadline } = call;
    let runs = 0;
    const noteRun = () => {
      runs += 1;
    };
    const options = { ...call.options, deadline, keyed: { providerKey: claim.provider_key, noteRun } };
    try {
      const result = await dispatcher.call(caller, tool.name, call.args, options);
      await this.#settle(call, () =>
        isKept(call, result)
          ? this.#store(call, claim, result)
          : this.#free(call, claim, takesOver || mayHaveWritten(call, result, runs)),
      );
      return result;
    } catch (error) {
      await this.#settle(call, () => this.#free(call, claim, takesOver || runs > 0));
      throw error;
    }
  }

  /** Stores an unknown outcome for a write whose process died. Returns `undefined` if the record changed. */
  async giveUp(call: KeyedCall, claim: IdempotencyRecord): Promise<DispatchResult | undefined> {
    const result = interruptedWrite(call);
    if (!(await this.#store(call, claim, result))) return undefined;
    this.#warn(call, "idempotent_call_given_up", { outcome_unknown: true });
    return result;
  }

  async #store(call: KeyedCall, claim: IdempotencyRecord, result: DispatchResult): Promise<boolean> {
    const { seals, clock } = this.#options;
    let cipher = await seals.sealResult(claim, result);
    if (cipher === undefined) {
      // A read can safely be repeated, but the fact that a write was carried out must be stored.
      if (call.tool.effect === "read") return this.#release(claim);
      cipher = await seals.sealResult(claim, withoutBody(result));
    }
    if (cipher === undefined) throw new Error("The result is too large to be kept even without its body.");
    const expires_at = timestamp(clock.now() + RETENTION_MS);
    return this.#replace(claim, { result_cipher: cipher, expires_at });
  }

  /**
   * Frees the key after a failure. Keeps it reserved if this call, or the one it took over from, may have
   * written. A write with a provider key can then be continued by the next call with the same key. Any other
   * write is stored with an unknown outcome.
   */
  #free(call: KeyedCall, claim: IdempotencyRecord, maybeWritten: boolean): Promise<boolean> {
    if (!maybeWritten || call.tool.effect === "read") return this.#release(claim);
    if (!mayRunAgain(call.tool)) return this.#store(call, claim, interruptedWrite(call));
    return this.#replace(claim, { in_flight_until: NOT_IN_FLIGHT });
  }

  /** Deletes a claim if it has not changed since it was written. */
  async #release({ tenant_id, id, revision }: IdempotencyRecord): Promise<true> {
    await this.#options.records.delete(IDEMPOTENT_CALLS, [tenant_id, id], { revision });
    return true;
  }

  #replace(claim: IdempotencyRecord, changes: Partial<IdempotencyRecord>): Promise<boolean> {
    const { records, random } = this.#options;
    const next = { ...claim, ...changes, revision: random.uuid() };
    return records.replace(IDEMPOTENT_CALLS, next, { revision: claim.revision });
  }

  /** Updates the claim after the call. Logs a failure, because the caller must still get its result. */
  async #settle(call: KeyedCall, settle: () => Promise<boolean>): Promise<void> {
    try {
      if (!(await settle())) this.#warn(call, "idempotent_call_not_settled");
    } catch (error) {
      this.#warn(call, "idempotent_call_not_settled", describeUnexpected(error));
    }
  }

  #warn({ tool, caller, options, startedAt }: KeyedCall, event: string, more: LogFields = {}): void {
    this.#options.logger.log("warn", event, {
      request_id: options.requestId,
      tenant_id: caller.tenantId,
      end_user: caller.session?.endUser,
      tool: tool.name,
      elapsed_ms: Math.round(this.#options.clock.monotonic() - startedAt),
      ...more,
    });
  }
}
