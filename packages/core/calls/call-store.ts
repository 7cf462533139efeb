import type { CallBlock } from "./call-record.ts";
import type { HourSum } from "./usage-sums.ts";

/** Ids of blocks, both ends included. */
export interface BlockRange {
  first: string;
  last: string;
  /** At most so many. */
  limit: number;
}

/** Where the log of calls is kept: appended to, read, expired, and erased with its tenant; never changed. */
export interface CallStore {
  /** Writing the same block again changes nothing. Leaves nothing in a deleted tenant. */
  append(block: CallBlock): Promise<"tenant_deleted" | undefined>;
  find(tenantId: string, blockId: string): Promise<CallBlock | undefined>;
  /** The newest first. */
  blocks(tenantId: string, range: BlockRange): Promise<CallBlock[]>;
  /** The sums that are kept of the hours from `first` to `last`, both included, in order. */
  sums(tenantId: string, hours: { first: string; last: string }): Promise<HourSum[]>;
  /** Replaces what is kept of these hours of one tenant. Leaves nothing in a deleted tenant. */
  keepSums(sums: readonly HourSum[]): Promise<void>;
}
