import type { ToolCaller } from "../access/caller.ts";
import { timestamp } from "../clock/clock.ts";
import { ServiceError } from "../errors/service-error.ts";
import { digestOf, ownerOf } from "./conversation-owner.ts";
import { CLAIM_ENTRIES, type ClaimEntry, HEAD_ENTRIES, POINTER_ENTRIES } from "./conversation-records.ts";
import { LedgerEntries, type LedgerOptions } from "./ledger-entries.ts";
import { headPosition, runPosition } from "./positions.ts";
import { RunLog } from "./run-log.ts";

/** A request that may begin one run and no other. */
export interface RunRequestClaim {
  /** Tells the request from others of its caller, such as an `Idempotency-Key`. */
  name: readonly unknown[];
  /** Everything that it asks for. */
  request: unknown;
  /** The run that it begins, where no earlier one has. */
  runId: string;
  /** A run that has ended counts no more: the request then begins another. */
  onlyWhileUnderWay: boolean;
}

/** The claim of a request that begins a run. */
export interface Claim {
  /** Gives it back: the run does not begin. */
  release(): Promise<void>;
  /** The request goes on with this run instead, which had begun before. */
  isOf(runId: string): Promise<void>;
}

/** A run that has not begun so long after its claim never will: its process died. */
const BEGINS_MS = 15_000;
/** An equal request looks so often whether the run has begun. */
const LOOK_EVERY_MS = 100;

/** Finds the runs that a caller has begun. Those of anybody else are as if they did not exist. */
export class ConversationRuns {
  readonly #options: LedgerOptions;

  constructor(options: LedgerOptions) {
    this.#options = options;
  }

  async find(caller: ToolCaller, runId: string): Promise<RunLog | undefined> {
    const owner = ownerOf(caller);
    const key = [owner.tenantId, runPosition(owner, runId)];
    const pointer = await this.#options.records.get(POINTER_ENTRIES, key);
    return pointer && this.#isAlive(pointer) ? this.#log(caller, pointer.conversation, runId) : undefined;
  }

  /** The run that is under way in a conversation. */
  async underWay(caller: ToolCaller, conversationId: string): Promise<string | undefined> {
    const owner = ownerOf(caller);
    const head = await this.#options.records.get(HEAD_ENTRIES, [
      owner.tenantId,
      headPosition(conversationId),
    ]);
    const run = head?.owner === owner.digest ? head.run : null;
    return run && Date.parse(run.lease_until) > this.#options.clock.now() ? run.run_id : undefined;
  }

  /**
   * Claims a run for a request. Returns the log of the run that an equal one has begun, or the claim. Waits
   * for a run that is just beginning. Throws ServiceError `conflict` for a name that was used with another
   * request.
   */
  async claim(caller: ToolCaller, asked: RunRequestClaim): Promise<{ begun: RunLog } | Claim> {
    const { records, clock, keptMs } = this.#options;
    const { tenantId, digest } = ownerOf(caller);
    const id = `claim/${digest}/${digestOf(asked.name)}`;
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
      isOf: async (run_id) => void (await records.put(CLAIM_ENTRIES, { ...own, run_id })),
    };
    for (;;) {
      if ((await records.insert(CLAIM_ENTRIES, own)) !== "taken") return claim;
      const earlier = await records.get(CLAIM_ENTRIES, [tenantId, id]);
      if (!earlier) continue;
      if (earlier.request !== own.request) throw otherRequest();
      const begun = await this.find(caller, earlier.run_id);
      const counts = begun && (!asked.onlyWhileUnderWay || (await begun.isUnderWay()));
      if (counts) return { begun };
      const mayBegin = !begun && clock.now() - Date.parse(earlier.at) < BEGINS_MS;
      if (mayBegin) await clock.wait(LOOK_EVERY_MS);
      else if (await records.replace(CLAIM_ENTRIES, own, { run_id: earlier.run_id })) return claim;
    }
  }

  #log(caller: ToolCaller, position: string, runId: string): RunLog {
    return new RunLog(this.#options, new LedgerEntries(this.#options, ownerOf(caller), position), runId);
  }

  #isAlive({ expires_at }: { expires_at: string }): boolean {
    return Date.parse(expires_at) > this.#options.clock.now();
  }
}

function otherRequest(): ServiceError {
  return new ServiceError(
    "conflict",
    "The Idempotency-Key was used with another request; send that one again, or choose a new key.",
  );
}
