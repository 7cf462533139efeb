/** Text fields a filter looks into; `text` is the whole message, headers and body. */
export type TextField = "from" | "to" | "cc" | "bcc" | "subject" | "body" | "text" | "message_id";

/** One condition on a message. A negation is already worked in where the opposite is a condition of the same sort. */
export type FilterTerm =
  | { type: "flag"; flag: "seen" | "flagged" | "answered" | "draft"; set: boolean }
  /** Case-insensitive substring. */
  | { type: "text"; field: TextField; value: string; negated: boolean }
  | { type: "size"; bound: "larger" | "smaller"; bytes: number; negated: boolean }
  /** Received at or after (`since`), or before a moment in milliseconds since the epoch. */
  | { type: "received"; bound: "since" | "before"; at: number }
  | { type: "attachment"; present: boolean };

/** What a filter asks for: every term must hold. */
export interface Filter {
  /** The mailbox of an `in:` term. */
  mailbox?: string;
  terms: readonly FilterTerm[];
}
