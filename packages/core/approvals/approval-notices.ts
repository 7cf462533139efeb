import type { ApprovalRecord } from "./approval-store.ts";

/** Sends notices of waiting calls to the receivers of the policy. Neither method throws. */
export interface ApprovalNotices {
  /** A call begins to wait: sends a notice now, and unless it is decided a reminder and one at its expiry. */
  asked(approval: ApprovalRecord): Promise<void>;
  /** A person has decided. */
  decided(approval: ApprovalRecord): Promise<void>;
}
