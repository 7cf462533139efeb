import type { ApprovalRecord } from "./approval-record.ts";

/** Notifies the policy's receivers about waiting calls. Neither method throws. */
export interface ApprovalNotices {
  /**
   * Call it when a call starts to wait. Sends a notice now, and one each as a reminder and at expiry unless
   * it is decided by then.
   */
  recordRequest(approval: ApprovalRecord): Promise<void>;
  /** Call it when a person has decided. */
  recordDecision(approval: ApprovalRecord): Promise<void>;
}
