/**
 * Reads how many batches the store at `path` had committed when it was last told. `undefined` where there is
 * no mark, or none that can be read.
 */
export function readCommitMark(path: string): number | undefined;

/** Opens the mark to be written over and over; `create` makes one, and puts it on the disk. */
export function openCommitMark(path: string, create?: { count: number }): CommitMark;

export interface CommitMark {
  /**
   * Never said before the batch is on the disk, and itself not waited for: the mark may lag, and is never
   * ahead.
   */
  write(count: number): void;
  close(): void;
}

/** Where the mark of a store is kept. */
export function commitMarkPath(store: string): string;
