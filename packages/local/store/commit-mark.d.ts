/**
 * Reads the number of batches committed by the store, as last recorded. Returns `undefined` if the mark is
 * missing or unreadable.
 */
export function readCommitMark(path: string): number | undefined;

/** Opens the mark for repeated writing. `create` creates it and writes it to disk. */
export function openCommitMark(path: string, create?: { count: number }): CommitMark;

export interface CommitMark {
  /**
   * Records a count. Call it only after the batch is on disk. It does not wait for the disk itself, so the
   * mark may lag behind but is never ahead.
   */
  write(count: number): void;
  close(): void;
}

/** Returns the path of a store's mark. */
export function commitMarkPath(store: string): string;
