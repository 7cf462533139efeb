import type { RecordKind } from "../records/record-kind.ts";
import type { RecordStore } from "../records/record-store.ts";
import type { CallBlock } from "./call-record.ts";
import type { HourSum } from "./usage-sums.ts";

/**
 * Signed, because a key restricted to certain accounts may only see those accounts' calls. A block never
 * changes, so it has no version.
 */
export const CALL_BLOCKS: RecordKind<CallBlock> = {
  name: "call_blocks",
  table: "main",
  key: ["tenant_id", "id"],
  expires: ({ expires_at }) => expires_at,
  signed: { as: "call block" },
};

/** Signed, because bills may be based on the sums. Sums with an invalid signature are computed again. */
export const CALL_SUMS: RecordKind<HourSum> = {
  name: "call_sums",
  table: "main",
  key: ["tenant_id", "hour"],
  expires: ({ expires_at }) => expires_at,
  signed: { as: "call sum" },
};

/** A range of block IDs, inclusive. */
export interface BlockRange {
  first: string;
  last: string;
  /** Maximum number of blocks to return. */
  limit: number;
}

/**
 * Stores the log of calls. Blocks are never changed. They are deleted when they expire, or with their tenant.
 */
export class CallStore {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
  }

  /** Writes a block. Repeating it changes nothing. Writes nothing for a deleted tenant. */
  async append(block: CallBlock): Promise<"tenant_deleted" | undefined> {
    const answer = await this.#records.put(CALL_BLOCKS, block);
    return answer === "written" ? undefined : answer;
  }

  find(tenantId: string, blockId: string): Promise<CallBlock | undefined> {
    return this.#records.get(CALL_BLOCKS, [tenantId, blockId]);
  }

  /** Returns the blocks in the range, newest first. */
  async listBlocks(tenantId: string, { first, last, limit }: BlockRange): Promise<CallBlock[]> {
    const found: CallBlock[] = [];
    const range = { first, last, backwards: true, together: limit };
    for await (const blocks of this.#records.range(CALL_BLOCKS, tenantId, range)) {
      found.push(...blocks);
      if (found.length >= limit) break;
    }
    return found.slice(0, limit);
  }

  /** Returns the stored sums of the hours from `first` to `last`, inclusive, in order. */
  async listSums(tenantId: string, hours: { first: string; last: string }): Promise<HourSum[]> {
    const found: HourSum[] = [];
    for await (const sums of this.#records.range(CALL_SUMS, tenantId, hours)) found.push(...sums);
    return found;
  }

  /** Stores the sums of some hours of a tenant. Writes nothing for a deleted tenant. */
  async storeSums(sums: readonly HourSum[]): Promise<void> {
    await this.#records.putAll(CALL_SUMS, sums);
  }
}
