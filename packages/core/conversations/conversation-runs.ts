import type { ToolCaller } from "../access/caller.ts";
import { timestamp } from "../clock/clock.ts";
import { ServiceError } from "../errors/service-error.ts";
import { type ConversationOwner, digestOf, ownerOf } from "./conversation-owner.ts";
import { CLAIM_ENTRIES, type ClaimEntry, HEAD_ENTRIES, POINTER_ENTRIES } from "./conversation-records.ts";
import { claimId, conversationPrefix, headId, runPointerId } from "./entry-ids.ts";
import { LedgerEntries } from "./ledger-entries.ts";
import { RunLog } from "./run-log.ts";
import type { LedgerOptions } from "./stored-entries.ts";

/** A request that may start only one run. */
export interface RunRequestClaim {
  /** Identifies the request among those of its caller, for example by an `Idempotency-Key`. */
  name: readonly unknown[];
  /** The whole content of the request. */
  request: unknown;
  /** The run to start, unless an earlier request has started one. */
  runId: string;
  /** If true, a run that has ended is ignored, so that the request starts another. */
  onlyWhileRunning: boolean;
}

/** A request's claim to start a run. */
export interface Claim {
  /** Releases the claim, because the run will not start. */
  release(): Promise<void>;
  /** Attaches the request to an earlier run. */
  attachTo(runId: string): Promise<void>;
}

/** Time after its claim in which a run must start. Otherwise, its process has died. */
const START_TIMEOUT_MS = 15_000;
/** Polling interval while an identical request waits for the run to start. */
const POLL_MS = 100;

/** Finds runs by their owner. Runs of other owners are treated as not found. */
export class ConversationRuns {
  readonly #options: LedgerOptions;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  async find(owner: ConversationOwner, runId: string): Promise<RunLog | undefined> {
    const key = [owner.tenantId, runPointerId(owner, runId)];
    const pointer = await this.#options.records.get(POINTER_ENTRIES, key);
    return pointer && this.#isAlive(pointer) ? this.#log(owner, pointer.conversation, runId) : undefined;
  }

  /** Returns the ID of the run in progress in a conversation. */
  async findInProgress(caller: ToolCaller, conversationId: string): Promise<string | undefined> {
    const owner = ownerOf(caller);
    const key = [owner.tenantId, headId(conversationPrefix(conversationId))];
    const head = await this.#options.records.get(HEAD_ENTRIES, key);
    const run = head?.owner === owner.digest ? head.run : null;
    return run && Date.parse(run.lease_until) > this.#options.clock.now() ? run.run_id : undefined;
  }

  /**
   * Claims a run for a request. If an identical request has already started one, waits for it to start and
   * returns its log. Throws ServiceError `conflict` if `name` was used for a different request, and
   * `run_erased` if the run was erased since.
   */
  async claim(caller: ToolCaller, asked: RunRequestClaim): Promise<{ begun: RunLog } | Claim> {
    const { records, clock, keptMs } = this.#options;
    const owner = ownerOf(caller);
    const { tenantId } = owner;
    const id = claimId(owner, digestOf(asked.name));
    const own: ClaimEntry = {
      tenant_id: tenantId,
      id,
      life: "",
      expires_at: timestamp(clock.now() + keptMs),
      type: "claim",
      run_id: asked.runId,
      request: digestOf(asked.request),
      at: timestamp(clock.now()),
    };
    const claim: Claim = {
      release: async () =>
        void (await records.delete(CLAIM_ENTRIES, [tenantId, id], { run_id: asked.runId })),
      attachTo: async (run_id) => void (await records.put(CLAIM_ENTRIES, { ...own, run_id })),
    };
    for (;;) {
      if ((await records.insert(CLAIM_ENTRIES, own)) !== "taken") return claim;
      const earlier = await records.get(CLAIM_ENTRIES, [tenantId, id]);
      if (!earlier) continue;
      this.#demandRepeatable(earlier, own.request, asked.onlyWhileRunning);
      const { run_id: runId } = earlier;
      const begun = runId === null ? undefined : await this.find(owner, runId);
      if (begun && (!asked.onlyWhileRunning || (await begun.isRunning()))) return { begun };
      const mayStillBegin =
        !begun && runId !== null && clock.now() - Date.parse(earlier.at) < START_TIMEOUT_MS;
      if (mayStillBegin) await clock.wait(POLL_MS);
      else if (await records.replace(CLAIM_ENTRIES, own, { run_id: runId })) return claim;
    }
  }

  #demandRepeatable(earlier: ClaimEntry, request: string, onlyWhileRunning: boolean): void {
    if (earlier.request !== request) throw otherRequestError();
    if (earlier.run_id === null && !onlyWhileRunning && this.#isAlive(earlier)) throw runErasedError();
  }

  #log(owner: ConversationOwner, position: string, runId: string): RunLog {
    return new RunLog(this.#options, new LedgerEntries(this.#options, owner, position), runId);
  }

  #isAlive({ expires_at }: { expires_at: string }): boolean {
    return Date.parse(expires_at) > this.#options.clock.now();
  }
}

function runErasedError(): ServiceError {
  return new ServiceError(
    "run_erased",
    "This request has already started a run, which was erased with its conversation. It is not run again. To run it, use a new Idempotency-Key or message ID.",
  );
}

function otherRequestError(): ServiceError {
  return new ServiceError(
    "conflict",
    "The Idempotency-Key was used with a different request. Repeat that request, or choose a new key.",
  );
}
