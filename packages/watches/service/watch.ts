import type { MailCursor } from "@plumbline/adapters/mail/imap/mail-cursor.ts";
import type { Delivery } from "../delivery/delivery.ts";

/** Minutes between two polls. */
export const INTERVALS = [1, 5, 15, 30, 60, 360, 1440] as const;
export type Interval = (typeof INTERVALS)[number];

export interface FeedSource {
  type: "feed";
  url: string;
  /** Reports only items with one of these in title or summary. If empty, all items. */
  keywords: readonly string[];
}

export interface InboxSource {
  type: "inbox";
  credential_id: string;
  mailbox: string;
  /** In the filter language of mail. */
  query: string;
}

/** The tenant's calls that wait for approval. It is never polled: the calls themselves add its events. */
export interface ApprovalsSource {
  type: "approvals";
  /** Connection that sends notices other than webhooks. */
  credential_id?: string | undefined;
}

export type WatchSource = FeedSource | InboxSource | ApprovalsSource;

/** A signing secret that can be decrypted only as part of its watch's record. */
export interface SealedSigningSecret {
  id: string;
  cipher: string;
  /** For a replaced secret, the time until which it keeps signing. */
  expires_at: string | null;
}

/** Target for delivering events as they are found. */
export interface WatchDelivery {
  url: string;
  /** Newest first, at most two. */
  secrets: readonly SealedSigningSecret[];
  /** Time since which nothing is delivered, because the receiver said that it is gone. */
  stopped_at: string | null;
}

/** A watch as requested. Users write it and polls never do, so neither undoes the other's work. */
export interface WatchRecord {
  id: string;
  tenant_id: string;
  source: WatchSource;
  interval_minutes: Interval;
  /** Key of the subscription that created it (subscription.ts). Older watches lack it. */
  subscription?: string | undefined;
  /** If omitted, its events are only listed. */
  delivery?: WatchDelivery | undefined;
  /** If false, its events are delivered in any order, several at a time. If omitted, in order. */
  ordered?: boolean | undefined;
  /** Its slot in the schedule wheel (slots.ts). */
  slot: string;
  slot_position: string;
  /** The flood (FeedFlood.at) whose items a user has released. */
  released_flood?: string | undefined;
  /** Set while polling is paused. */
  paused_at: string | null;
  /** Incremented with every change. */
  version: number;
  created_at: string;
  /** Time of the last change to its source, interval or pause. Its health covers only the time since. */
  scheduled_at: string;
  updated_at: string;
}

/** Keys that may distinguish the items of a feed, in order of preference. `title` includes the date. */
export const FEED_KEYS = ["id", "page", "title"] as const;
export type FeedKey = (typeof FEED_KEYS)[number];

/** Position that polls of a feed have reached. */
export interface FeedCursor {
  type: "feed";
  /** The feed's new address if it moved permanently, or otherwise the given one. */
  url: string;
  etag?: string | undefined;
  last_modified?: string | undefined;
  /** Digest of the feed's bytes. */
  digest?: string | undefined;
  /** Hashes of the items that the feed lists, and of some that it listed before (seen-items.ts). */
  seen: string;
  /** Further hashes of a long feed, one per item. `seen` and `tail` have at most 5,000 together. */
  tail?: string | undefined;
  /** Number of items listed in the last complete poll. */
  listed: number;
  /** Time at which the validators were stored. */
  read_at: string;
  /** Time of the last request without validators. Earlier versions omit it and all fields below. */
  whole_at?: string | undefined;
  /** The address that it moved from permanently, which is still tried for a week. */
  moved?: { from: string; at: string } | undefined;
  /** Number of hashes in `seen` that belong to the items of the last list. */
  listed_marks?: number | undefined;
  /** Number of hashes to keep of unlisted items. Larger for a feed that lists such items again. */
  gone_kept?: number | undefined;
  /** True if items without an ID share a page, which then no longer distinguishes them. */
  pages_shared?: boolean | undefined;
  /** The key that distinguishes its items, chosen according to earlier polls. */
  identity?: FeedKey | undefined;
  /** True if several items had one ID, which then no longer distinguishes them. */
  ids_collide?: boolean | undefined;
  /** True if, in one poll, most items listed before had another ID, page or title. */
  ids_change?: boolean | undefined;
  /** Latest date listed, in milliseconds since the epoch. */
  newest_at?: number | undefined;
  /** Number of consecutive polls, at least an hour apart, with changed bytes but nothing new. */
  silent_changes?: number | undefined;
  /** Repairs needed to parse it in the last complete poll. */
  repaired?: readonly string[] | undefined;
  flood?: FeedFlood | undefined;
}

/** Many new items at once, which are held back until it is clear that they are intended. */
export interface FeedFlood {
  /** Time at which it arrived. Also identifies it. */
  at: string;
  /** Hashes that identify the items. */
  held: string;
  /** Number of polls since without another flood. */
  calm_looks: number;
  /** True if its items are now reported, poll by poll. */
  released: boolean;
}

/** Position that polls of a mailbox have reached. */
export interface InboxCursor extends MailCursor {
  type: "inbox";
}

export type WatchCursor = FeedCursor | InboxCursor;

/** Failure of a poll, described for people. */
export interface WatchFailure {
  error_code: string;
  message: string;
  next_step?: string | undefined;
  at: string;
}

/**
 * `flood_held`: many items arrived at once and were held back. `ids_change`: the key that distinguished the
 * items of a feed has changed, so another one is chosen. `ids_collide`: the feed gives several items one ID.
 * `feed_gone`: it has been gone for a week and is no longer polled.
 */
export const GAP_REASONS = [
  "mailbox_recreated",
  "feed_overflowed",
  "flood_held",
  "ids_change",
  "ids_collide",
  "feed_gone",
] as const;

/** Something that may have been missed, and the reason. */
export interface WatchGap {
  at: string;
  reason: (typeof GAP_REASONS)[number];
}

/**
 * State that polls store for a watch. It is written only when something changed; a poll without findings is
 * recorded by the heartbeat of its batch (watch-health.ts). Every write is conditional on `fence` and
 * increments it.
 */
export interface WatchState {
  tenant_id: string;
  watch_id: string;
  fence: number;
  /** Events from this number on do not count yet, even if they are in the store. */
  next_sequence: number;
  /** Null before the first poll. */
  cursor: WatchCursor | null;
  last_polled_at: string | null;
  last_success_at: string | null;
  last_event_at: string | null;
  consecutive_failures: number;
  /** Not polled before this time, because of a failure. */
  skip_until: string | null;
  last_error: WatchFailure | null;
  /** Latest last, at most ten. */
  gaps: readonly WatchGap[];
}

export interface Watch {
  record: WatchRecord;
  state: WatchState;
}

/**
 * Something that a watch found. Its content is encrypted. `id` is derived from its identity, so the same
 * thing always has the same ID.
 */
export interface WatchEventRecord {
  tenant_id: string;
  watch_id: string;
  /** From 1, without gaps. A planned event has none yet, and a number far above (`isPlanned`). */
  sequence: number;
  /** Fence of the claim under which it was written. */
  fence: number;
  id: string;
  found_at: string;
  content_cipher: string;
  /** From this time on it does not exist, even if it is still in the store. */
  expires_at: string;
  /** Omitted if the watch had no receiver when the event was found. It is then not delivered. */
  delivery?: Delivery | undefined;
}
