import type { WatchCursor, WatchGap } from "../service/watch.ts";

/** A finding that is not an event yet. */
export interface Finding {
  /** Identifies the finding within its watch. The same thing found again has the same identity. */
  identity: string;
  content: FindingContent;
}

/** Steps of a call that waits for approval, as reported by an approval watch. */
export const APPROVAL_EVENTS = [
  "approval.waiting",
  "approval.reminder",
  "approval.decided",
  "approval.expired",
] as const;
export type ApprovalEvent = (typeof APPROVAL_EVENTS)[number];

export const EVENT_TYPES = ["feed.item", "mail.message", ...APPROVAL_EVENTS] as const;

/** Content of an event, as receivers get it. */
export type FindingContent =
  | { type: "feed.item" | ApprovalEvent; item: unknown }
  | { type: "mail.message"; mailbox: string; message: unknown };

/** Result of one poll of a watch. */
export interface Look {
  /** Oldest first. */
  findings: readonly Finding[];
  /** Position from which the next poll continues. Null if it is unchanged and need not be written. */
  cursor: WatchCursor | null;
  gap: WatchGap["reason"] | null;
}

/** Maximum number of findings per poll. The next poll continues with the rest. */
export const MAX_FINDINGS = 50;
