import { setImmediate as yieldToOthers } from "node:timers/promises";
import { type CallReader, maySeeCall } from "../access/caller.ts";
import { type Clock, DAY_MS } from "../clock/clock.ts";
import { SealBrokenError, type Vault } from "../credentials/vault/vault.ts";
import { ServiceError } from "../errors/service-error.ts";
import type { Page, PageRequest } from "../records/page.ts";
import { readLast } from "../records/read-range.ts";
import type { RecordStore } from "../records/record-store.ts";
import { callIdAt, getIdRange, parseCallId } from "./call-ids.ts";
import { type CallLog, getArgumentsContext } from "./call-log.ts";
import {
  CALL_BLOCKS,
  type CallBlock,
  type CallOutcome,
  type LoggedCall,
  type LoggedCallDetail,
  type StoredCall,
} from "./call-record.ts";

const BLOCKS_PER_READ = 25;
/** Maximum number of blocks to read for one page. The page may therefore have fewer calls than its limit. */
const MAX_BLOCKS = 2_000;
/** Maximum delay between the end of a call and its write. */
const MAX_WRITE_DELAY_MS = 10 * 60_000;

/** Filters for calls. An omitted field matches every call. */
export interface CallFilter {
  tool?: string | undefined;
  key_id?: string | undefined;
  end_user?: string | undefined;
  outcome?: CallOutcome | undefined;
  error_code?: string | undefined;
  request_id?: string | undefined;
  run_id?: string | undefined;
  /** Matches only polls of this watch. */
  watch_id?: string | undefined;
  /** Matches calls that ended at or after this time, in milliseconds since the epoch. */
  from?: number | undefined;
  /** Matches calls that ended before this time. */
  to?: number | undefined;
}

/** The reader of a tenant's log. Sees only the calls that `maySeeCall` allows. */
export type LogReader = CallReader & { tenantId: string };

interface CallHistoryOptions {
  records: RecordStore;
  log: Pick<CallLog, "flush">;
  vault: Vault;
  clock: Clock;
  /** Number of days for which calls are stored. */
  days: number;
}

/** Reads the log of calls. Flushes this process's unwritten calls first. */
export class CallHistory {
  readonly #options: CallHistoryOptions;

  constructor(options: CallHistoryOptions) {
    this.#options = options;
  }

  /** Returns a page of calls, newest first. Positions are call IDs. */
  async list(
    reader: LogReader,
    filter: CallFilter,
    { after, limit }: PageRequest,
  ): Promise<Page<LoggedCall>> {
    const { tenantId } = reader;
    await this.#options.log.flush(tenantId);
    const start = after === undefined ? undefined : parseCallId(after);
    const bounds = this.#getBounds(filter);
    const last = start && start.blockId < bounds.last ? start.blockId : bounds.last;
    const items: LoggedCall[] = [];
    let read = 0;
    for await (const blocks of this.#readBlocks(tenantId, { first: bounds.first, last })) {
      for (const block of blocks) {
        const before = block.id === start?.blockId ? start.index : block.calls.length;
        const wanted = this.#listMatching(block, before, filter);
        items.push(...wanted.filter((call) => maySeeCall(reader, call)));
      }
      if (items.length > limit) return { items: items.slice(0, limit), next: items[limit - 1]?.id ?? null };
      const end = blocks.at(-1);
      read += blocks.length;
      if (end && read >= MAX_BLOCKS) return { items, next: callIdAt(end.id, 0) };
      await yieldToOthers();
    }
    return { items, next: null };
  }

  /** Yields blocks, newest first. Reads the newest one alone, because it often fills a page. */
  async *#readBlocks(
    tenantId: string,
    { first, last }: { first: string; last: string },
  ): AsyncGenerator<readonly CallBlock[]> {
    const { records } = this.#options;
    const newest = await readLast(records, CALL_BLOCKS, tenantId, { first, last });
    if (!newest) return;
    yield [newest];
    const older = { first, last: getIdBefore(newest.id), backwards: true, together: BLOCKS_PER_READ };
    yield* records.range(CALL_BLOCKS, tenantId, older);
  }

  /** Returns a call with its arguments. Throws ServiceError `not_found`. */
  async get(reader: LogReader, id: string): Promise<LoggedCallDetail> {
    const { tenantId } = reader;
    await this.#options.log.flush(tenantId);
    const parsed = parseCallId(id);
    const block = parsed && (await this.#options.records.get(CALL_BLOCKS, [tenantId, parsed.blockId]));
    const call = block?.calls[parsed?.index ?? 0];
    if (!parsed || !block || !call || Date.parse(call.at) < this.#keptSince || !maySeeCall(reader, call))
      throw new ServiceError("not_found", "There is no such call, or it is no longer kept.");
    const shown = await this.#decryptArguments(block);
    return { ...addId(block, parsed.index, call), arguments: shown?.[parsed.index] ?? undefined };
  }

  async #decryptArguments(block: CallBlock): Promise<unknown[] | undefined> {
    if (block.arguments_cipher === null) return undefined;
    try {
      const opened = await this.#options.vault.open(getArgumentsContext(block), block.arguments_cipher);
      return JSON.parse(opened.reveal());
    } catch (error) {
      if (!(error instanceof SealBrokenError)) throw error;
      throw new ServiceError("internal", "The stored arguments of this call have been altered.");
    }
  }

  get #keptSince(): number {
    return this.#options.clock.now() - this.#options.days * DAY_MS;
  }

  #getBounds({ from = 0, to }: CallFilter): { first: string; last: string } {
    const end = to ?? this.#options.clock.now();
    return getIdRange(Math.max(from, this.#keptSince), end + MAX_WRITE_DELAY_MS);
  }

  /** Returns a block's matching calls before the given index, newest first. */
  #listMatching(block: CallBlock, before: number, filter: CallFilter): LoggedCall[] {
    return block.calls
      .slice(0, before)
      .flatMap((call, index) => (this.#isWanted(call, filter) ? [addId(block, index, call)] : []))
      .reverse();
  }

  #isWanted(call: StoredCall, { from, to, watch_id, ...equal }: CallFilter): boolean {
    const at = Date.parse(call.at);
    if (at < Math.max(from ?? 0, this.#keptSince) || (to !== undefined && at >= to)) return false;
    if (watch_id !== undefined && call.looks?.watch_id !== watch_id) return false;
    return Object.entries(equal).every(
      ([name, value]) => value === undefined || call[name as keyof typeof equal] === value,
    );
  }
}

function addId(block: CallBlock, index: number, call: StoredCall): LoggedCall {
  return { id: callIdAt(block.id, index), ...call };
}

/** Returns an ID that sorts before this block, and after every earlier one. */
function getIdBefore(blockId: string): string {
  return blockId.slice(0, -1);
}
