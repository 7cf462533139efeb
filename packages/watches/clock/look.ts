import type { WatchCursor, WatchGap } from "../service/watch.ts";

/** Something found, before it is an event. */
export interface Finding {
  /** Identity of the finding within its watch: the same thing found again has the same identity. */
  identity: string;
  content: FindingContent;
  /** Milliseconds after which it is delivered; at once when left out. */
  dueInMs?: number | undefined;
}

/** Steps of a call that waits for a person, as a watch over approvals reports them. */
export const APPROVAL_EVENTS = [
  "approval.waiting",
  "approval.reminder",
  "approval.decided",
  "approval.expired",
] as const;
export type ApprovalEvent = (typeof APPROVAL_EVENTS)[number];

/** Types of the events of watches. */
export const EVENT_TYPES = ["feed.item", "mail.message", ...APPROVAL_EVENTS] as const;

/** Content of an event, as its reader receives it. */
export type FindingContent =
  | { type: "feed.item" | ApprovalEvent; item: unknown }
  | { type: "mail.message"; mailbox: string; message: unknown };

/** Result of one look of a watch. */
export interface Look {
  /** Oldest first. */
  findings: readonly Finding[];
  /** Where the next look goes on; null: where the last one did, and nothing has to be written. */
  cursor: WatchCursor | null;
  gap: WatchGap["reason"] | null;
}

/** Of one look at most; the rest comes with the next. */
export const MOST_FINDINGS = 50;
