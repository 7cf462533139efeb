import type { WatchCursor, WatchGap } from "../service/watch.ts";

/** Something found, before it is an event. */
export interface Finding {
  /** What makes it itself within its watch: the same thing found again has the same. */
  identity: string;
  content: FindingContent;
}

/** What an event tells, as its reader gets it. */
export type FindingContent =
  | { type: "feed.item"; item: unknown }
  | { type: "mail.message"; mailbox: string; message: unknown };

/** What one look of a watch came to. */
export interface Look {
  /** Oldest first. */
  findings: readonly Finding[];
  /** Where the next look goes on; null: where the last one did, and nothing has to be written. */
  cursor: WatchCursor | null;
  gap: WatchGap["reason"] | null;
}

/** Of one look at most; the rest comes with the next. */
export const MOST_FINDINGS = 50;
