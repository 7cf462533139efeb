/** Text fields that a filter can search. `text` is the whole message, headers and body. */
export type TextField = "from" | "to" | "cc" | "bcc" | "subject" | "body" | "text" | "message_id";

/** Headers that contain addresses. */
export type AddressField = "from" | "to" | "cc" | "bcc";

/**
 * One condition on a message. Negation is resolved here where the opposite is the same type of condition,
 * such as read/unread.
 */
export type FilterTerm =
  | { type: "flag"; flag: "seen" | "flagged" | "answered" | "draft"; set: boolean }
  /** Case-insensitive substring. */
  | { type: "text"; field: TextField; value: string; negated: boolean }
  /**
   * Matches if one of the header's addresses is in the list (comparable-address.ts). `@example.com` matches
   * every address in that domain.
   */
  | { type: "address"; field: AddressField; anyOf: readonly [string, ...string[]]; negated: boolean }
  | { type: "size"; bound: "larger" | "smaller"; bytes: number; negated: boolean }
  /** Received at or after (`since`) or before (`before`) a time, in milliseconds since the epoch. */
  | { type: "received"; bound: "since" | "before"; at: number }
  | { type: "attachment"; present: boolean };

/** A parsed filter. A message must match every term. */
export interface Filter {
  /** Mailbox of an `in:` term. */
  mailbox?: string;
  terms: readonly FilterTerm[];
}
