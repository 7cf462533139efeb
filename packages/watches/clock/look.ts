import type { WatchCursor, WatchGap } from "../service/watch.ts";

/** A finding, before it is an event. */
export interface Finding {
  /** Identity of the finding within its watch: the same thing found again has the same identity. */
  identity: string;
  content: FindingContent;
  /** Milliseconds after which it is delivered. If omitted, immediately. */
  dueInMs?: number | undefined;
}

/** Steps of a call that waits for approval, as reported by a watch of approvals. */
export const APPROVAL_EVENTS = [
  "approval.waiting",
  "approval.reminder",
  "approval.decided",
  "approval.expired",
] as const;
export type ApprovalEvent = (typeof APPROVAL_EVENTS)[number];

/** Types of watch events. */
export const EVENT_TYPES = ["feed.item", "mail.message", ...APPROVAL_EVENTS] as const;

/** Content of an event, as its reader receives it. */
export type FindingContent =
  | { type: "feed.item" | ApprovalEvent; item: unknown }
  | { type: "mail.message"; mailbox: string; message: unknown };

/** Result of one poll of a watch. */
export interface Look {
  /** Oldest first. */
  findings: readonly Finding[];
  /** Position at which the next poll continues. Null if it is unchanged and nothing must be written. */
  cursor: WatchCursor | null;
  gap: WatchGap["reason"] | null;
}

/** Maximum number of findings per poll. The next poll continues with the rest. */
export const MOST_FINDINGS = 50;
