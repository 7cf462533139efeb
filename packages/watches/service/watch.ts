import type { MailCursor } from "@plumbline/adapters/mail/imap/mail-cursor.ts";
import type { Delivery } from "../delivery/delivery.ts";

/** Minutes between two looks. */
export const INTERVALS = [1, 5, 15, 30, 60, 360, 1440] as const;
export type Interval = (typeof INTERVALS)[number];

export interface FeedSource {
  type: "feed";
  url: string;
  /** Only items with one of these in title or summary; empty for all. */
  keywords: readonly string[];
}

export interface InboxSource {
  type: "inbox";
  credential_id: string;
  mailbox: string;
  /** In the filter language of mail. */
  query: string;
}

/** The tenant's calls that wait for a person. It is never polled: the calls themselves add its events. */
export interface ApprovalsSource {
  type: "approvals";
  /** Connection that sends the notices that are not webhooks. */
  credential_id?: string | undefined;
}

export type WatchSource = FeedSource | InboxSource | ApprovalsSource;

/** A signing secret that opens in its watch's record alone. */
export interface SealedSigningSecret {
  id: string;
  cipher: string;
  /** Of one that was replaced: until when it goes on signing. */
  expires_at: string | null;
}

/** Where events are delivered as they are found. */
export interface WatchDelivery {
  url: string;
  /** The newest first; at most two. */
  secrets: readonly SealedSigningSecret[];
  /** Since when nothing is delivered, as the receiver has said that it is gone. */
  stopped_at: string | null;
}

/**
 * A watch as it was asked for. Written by people and never by a poll, so that the two cannot undo each
 * other's work.
 */
export interface WatchRecord {
  id: string;
  tenant_id: string;
  source: WatchSource;
  interval_minutes: Interval;
  /**
   * The key of the subscription it was begun for (subscription.ts). Left out by watches from before there
   * were any.
   */
  subscription?: string | undefined;
  /** Left out: its events are listed and nothing more. */
  delivery?: WatchDelivery | undefined;
  /** False: its events are delivered in any order, several at a time. Left out: in order. */
  ordered?: boolean | undefined;
  /** Where it stands in the time wheel (slots.ts). */
  slot: string;
  slot_position: string;
  /** The flood (FeedFlood.at) whose items a person has released. */
  released_flood?: string | undefined;
  /** Set while it is not to be polled. */
  paused_at: string | null;
  /** Grows by one with every change. */
  version: number;
  created_at: string;
  /** Of the last change of what is polled, how often or whether at all; health is not older than that. */
  scheduled_at: string;
  updated_at: string;
}

/** Keys that may tell the items of a feed apart, in order of preference. `title` includes the date. */
export const FEED_KEYS = ["id", "page", "title"] as const;
export type FeedKey = (typeof FEED_KEYS)[number];

/** Where the looks at a feed have come to. */
export interface FeedCursor {
  type: "feed";
  /** The feed's new address where it moved for good, else as asked. */
  url: string;
  etag?: string | undefined;
  last_modified?: string | undefined;
  /** Of the feed's bytes. */
  digest?: string | undefined;
  /** Hashes of the items that the feed lists, and some that it listed before (seen-items.ts). */
  seen: string;
  /** Number of items that the last complete look listed. */
  listed: number;
  /** When the validators were kept. */
  read_at: string;
  /**
   * When the feed was last asked for whole, without validators. Left out by earlier versions, as all
   * below.
   */
  whole_at?: string | undefined;
  /** The address it moved from for good, which is tried again for a week. */
  moved?: { from: string; at: string } | undefined;
  /** The number of `seen`'s hashes that are of items listed last. */
  listed_marks?: number | undefined;
  /** Hashes kept of items that are no longer listed: more for a feed that brings them back. */
  gone_kept?: number | undefined;
  /** Items without an id of their own share a page, which tells them apart no more. */
  pages_shared?: boolean | undefined;
  /** The key that tells its items apart, chosen from what its looks have shown. */
  identity?: FeedKey | undefined;
  /** Several items had one id, which tells them apart no more. */
  ids_collide?: boolean | undefined;
  /** At a look most items that it had listed before had another id, page or title. */
  ids_change?: boolean | undefined;
  /** The latest date that it has listed, in milliseconds since the epoch. */
  newest_at?: number | undefined;
  /** Looks in a row at which its bytes had changed and nothing was new, at least an hour apart. */
  silent_changes?: number | undefined;
  /** Repairs that were needed to read it at the last complete look. */
  repaired?: readonly string[] | undefined;
  flood?: FeedFlood | undefined;
}

/** Many new items at once, which are held back until it is clear that they are meant. */
export interface FeedFlood {
  /** When it came; names it, too. */
  at: string;
  /** Hashes that the items go by. */
  held: string;
  /** Looks without another flood since. */
  calm_looks: number;
  /** They are listed now, look by look. */
  released: boolean;
}

/** Where the looks at a mailbox have come to. */
export interface InboxCursor extends MailCursor {
  type: "inbox";
}

export type WatchCursor = FeedCursor | InboxCursor;

/** Failure of a poll, as a person reads it. */
export interface WatchFailure {
  error_code: string;
  message: string;
  next_step?: string | undefined;
  at: string;
}

/**
 * `flood_held`: many items came at once and were held back. `ids_change`: what told the items of a feed apart
 * has changed, so another key is chosen. `ids_collide`: it gives several items one id. `feed_gone`: it has
 * been gone for a week, and is read no more.
 */
export const GAP_REASONS = [
  "mailbox_recreated",
  "feed_overflowed",
  "flood_held",
  "ids_change",
  "ids_collide",
  "feed_gone",
] as const;

/** Something that may have been missed, and why. */
export interface WatchGap {
  at: string;
  reason: (typeof GAP_REASONS)[number];
}

/**
 * State that polls keep of a watch. It is written only when something changed: that a poll found nothing is
 * recorded by the heartbeat of its batch (watch-health.ts). Every write is conditional on `fence`, and raises
 * it by one.
 */
export interface WatchState {
  tenant_id: string;
  watch_id: string;
  fence: number;
  /** Events from this number on are not there yet, whatever stands in the store. */
  next_sequence: number;
  /** Null before the first look. */
  cursor: WatchCursor | null;
  last_polled_at: string | null;
  last_success_at: string | null;
  last_event_at: string | null;
  consecutive_failures: number;
  /** Not polled before then, as it failed. */
  skip_until: string | null;
  last_error: WatchFailure | null;
  /** The newest last; at most ten. */
  gaps: readonly WatchGap[];
}

export interface Watch {
  record: WatchRecord;
  state: WatchState;
}

/**
 * Something a watch found. Its content is sealed; `id` comes from its identity, so the same thing has the
 * same id every time.
 */
export interface WatchEventRecord {
  tenant_id: string;
  watch_id: string;
  /** From 1, without gaps. */
  sequence: number;
  /** Of the claim it was written under. */
  fence: number;
  id: string;
  found_at: string;
  content_cipher: string;
  /** From then on it is not there, whatever stands in the store. */
  expires_at: string;
  /** Left out: it was found when its watch delivered nowhere, and is not on its way. */
  delivery?: Delivery | undefined;
}
