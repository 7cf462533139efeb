import { Secret } from "../access/secret.ts";
import { type Clock, DAY_MS, type Random, timestamp } from "../clock/clock.ts";
import type { SealContext, Vault } from "../credentials/vault/vault.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import { type Metrics, noMetrics } from "../metrics/metrics.ts";
import type { RecordStore } from "../records/record-store.ts";
import { BlockIds, blockTime } from "./call-ids.ts";
import {
  CALL_BLOCKS,
  type CallBlock,
  type CallFacts,
  type ShownArguments,
  type StoredCall,
} from "./call-record.ts";
import { LookCounts } from "./look-counts.ts";

/** Time that a call waits for others that join its block. */
const FLUSH_DELAY_MS = 1_000;
/** Maximum size of a block, in bytes, before encryption. A DynamoDB item holds at most 400 KB. */
const MAX_BLOCK_BYTES = 250_000;
/** Maximum bytes of a call's facts, without its free text. */
const FACTS_BYTES = 500;
/** Maximum bytes of a call with the longest arguments and free text. */
const MAX_CALL_BYTES = 40_000;
/** Maximum number of unwritten calls across all tenants. Further calls are dropped and counted. */
const MAX_WAITING = 10_000;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** Delay before retrying a block that could not be written, until it is too old (`GIVE_UP_MS`). */
const RETRY_MS = 5_000;
const MAX_UNWRITTEN = 100;
/** Must be less than the time after which an hour's usage is final (call-usage.ts). */
const GIVE_UP_MS = 5 * 60_000;

interface CallLogOptions {
  records: RecordStore;
  vault: Vault;
  clock: Clock;
  random: Random;
  logger: Logger;
  metrics?: Metrics | undefined;
  /** Number of days for which calls are stored; 0 disables the log. */
  days: number;
}

/** Records finished calls. Never waits and never throws. */
export interface CallRecorder {
  /** Records a call. `shown` contains the arguments as JSON; omit it to store none. */
  record(tenantId: string, facts: CallFacts, shown?: ShownArguments): void;
  /** Counts a poll of a watch. Polls with the same outcome are written together. */
  countLook(tenantId: string, watchId: string, facts: CallFacts): void;
}

/** Calls of one tenant that will be written as one block. */
interface Gathered {
  calls: StoredCall[];
  arguments: string[];
  bytes: number;
}

/**
 * The log of calls. Collects calls in memory for up to a second and writes each tenant's calls as one block,
 * so that no call waits for its log entry. A process must call `close` before it exits, and `flush` before it
 * may be frozen.
 */
export class CallLog implements CallRecorder {
  readonly #options: CallLogOptions;
  readonly #metrics: Metrics;
  readonly #ids: BlockIds;
  readonly #looks: LookCounts;
  /** Calls that are not written yet, by tenant. */
  readonly #gathered = new Map<string, Gathered>();
  readonly #writes = new Set<Promise<void>>();
  /** Blocks to write again, because the store rejected them. */
  #unwritten: CallBlock[] = [];
  /** Number and estimated size of the calls of all tenants that are not written yet. */
  #calls = 0;
  #bytes = 0;
  #cancelTimer: (() => void) | undefined;

  constructor(options: CallLogOptions) {
    this.#options = options;
    this.#metrics = options.metrics ?? noMetrics;
    this.#ids = new BlockIds(options.clock, options.random);
    this.#looks = new LookCounts(options.clock);
  }

  record(tenantId: string, facts: CallFacts, shown?: ShownArguments): void {
    if (this.#options.days === 0) return;
    const bytes = estimateBytes(facts, shown);
    if (this.#calls >= MAX_WAITING || this.#bytes + bytes > MAX_WAITING_BYTES) {
      this.#countDropped(1);
      return;
    }
    const gathered = this.#gathered.get(tenantId) ?? { calls: [], arguments: [], bytes: 0 };
    this.#gathered.set(tenantId, gathered);
    const at = timestamp(this.#options.clock.now());
    gathered.calls.push({ at, ...facts, arguments_cut: shown?.isCut || undefined });
    gathered.arguments.push(shown?.json ?? "null");
    gathered.bytes += bytes;
    this.#calls += 1;
    this.#bytes += bytes;
    if (gathered.bytes >= MAX_BLOCK_BYTES - MAX_CALL_BYTES) this.#write(tenantId, gathered);
    else this.#writeIn(FLUSH_DELAY_MS);
  }

  countLook(tenantId: string, watchId: string, facts: CallFacts): void {
    for (const due of this.#looks.count(tenantId, watchId, facts)) this.record(due.tenantId, due.facts);
  }

  /** Writes the collected calls of one tenant, or of all. Resolves once they are written or have failed. */
  async flush(tenantId?: string): Promise<void> {
    for (const [owner, gathered] of [...this.#gathered])
      if (tenantId === undefined || owner === tenantId) this.#write(owner, gathered);
    const again = this.#unwritten;
    this.#unwritten = [];
    for (const block of again) this.#track(this.#append(block));
    await Promise.all(this.#writes);
  }

  /** Writes everything before the process exits, including counted polls. */
  async close(): Promise<void> {
    for (const { tenantId, facts } of this.#looks.takeAll()) this.record(tenantId, facts);
    await this.flush();
    this.#cancelTimer?.();
    this.#countDropped(this.#unwritten.reduce((sum, { calls }) => sum + calls.length, 0));
  }

  #writeIn(ms: number): void {
    this.#cancelTimer ??= this.#options.clock.after(ms, () => {
      this.#cancelTimer = undefined;
      void this.flush();
    });
  }

  #write(tenantId: string, { calls, arguments: texts, bytes }: Gathered): void {
    this.#gathered.delete(tenantId);
    const expiresAt = this.#options.clock.now() + this.#options.days * DAY_MS;
    const block: CallBlock = {
      tenant_id: tenantId,
      id: this.#ids.next(),
      calls,
      arguments_cipher: null,
      expires_at: timestamp(expiresAt),
    };
    const written = this.#sealArguments(block, texts).then((sealed) => this.#append(sealed));
    this.#track(
      written.finally(() => {
        this.#calls -= calls.length;
        this.#bytes -= bytes;
      }),
    );
  }

  /**
   * Encrypts the arguments of a block. If that fails, the block is written without them, so that the facts
   * are not lost.
   */
  async #sealArguments(block: CallBlock, texts: readonly string[]): Promise<CallBlock> {
    if (texts.every((text) => text === "null")) return block;
    const { vault, logger } = this.#options;
    try {
      const cipher = await vault.seal(getArgumentsContext(block), new Secret(`[${texts.join(",")}]`));
      return { ...block, arguments_cipher: cipher };
    } catch (error) {
      logger.log("warn", "call_arguments_not_kept", {
        tenant_id: block.tenant_id,
        ...describeUnexpected(error),
      });
      return block;
    }
  }

  async #append(block: CallBlock): Promise<void> {
    const { records, clock, logger } = this.#options;
    try {
      // Writing a block again changes nothing. Nothing is written for a deleted tenant.
      await records.put(CALL_BLOCKS, block);
    } catch (error) {
      logger.log("warn", "calls_not_written", { tenant_id: block.tenant_id, ...describeUnexpected(error) });
      const isOld = clock.now() - blockTime(block.id) > GIVE_UP_MS;
      if (isOld || this.#unwritten.length >= MAX_UNWRITTEN) {
        this.#countDropped(block.calls.length);
      } else {
        this.#unwritten.push(block);
        this.#writeIn(RETRY_MS);
      }
    }
  }

  #track(work: Promise<void>): void {
    const followed = work.finally(() => this.#writes.delete(followed));
    this.#writes.add(followed);
  }

  #countDropped(calls: number): void {
    if (calls > 0) this.#metrics.add("plumbline_calls_not_logged_total", {}, calls);
  }
}

function estimateBytes(
  { key_id = "", end_user = "", run_id = "", credential }: CallFacts,
  shown?: ShownArguments,
) {
  const texts = key_id.length + end_user.length + run_id.length + (credential?.label.length ?? 0);
  return FACTS_BYTES + 3 * texts + (shown ? Buffer.byteLength(shown.json) : 0);
}

/** Identifies a block's arguments. They can only be decrypted together with the same calls. */
export function getArgumentsContext({ tenant_id, id, calls }: CallBlock): SealContext {
  const bound = JSON.stringify(calls.map(({ at, tool, key_id = null }) => [at, tool, key_id]));
  return { tenantId: tenant_id, recordId: id, kind: "calls", field: "arguments", bound };
}
