import { randomBytes } from "node:crypto";
import { BatchWriteItemCommand } from "@aws-sdk/client-dynamodb";
import { type Item, marshallItem, type TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { systemRandom, timestamp } from "@plumbline/core/clock/clock.ts";
import { runInParallel } from "@plumbline/watches/clock/in-parallel.ts";
import { choosePlace } from "@plumbline/watches/clock/slots.ts";
import { WATCH_STATES, WATCHES } from "@plumbline/watches/service/stored-watches.ts";
import type { Interval, Watch, WatchCursor, WatchSource } from "@plumbline/watches/service/watch.ts";
import { toRecordItem } from "../../packages/aws/dynamodb/record-layout.ts";

const WATCHES_PER_TENANT = 50;
/**
 * Of a tenant's watches: every fifth is on an inbox, and every tenth on the feed of the one before, with
 * other keywords.
 */
const INBOX_EVERY = 5;
const SHARED_EVERY = 10;
/** Feeds to a host, whichever tenant's. */
const FEEDS_PER_HOST = 20;
/** Watches whose three items fit into one BatchWriteItem. */
const TOGETHER = 8;
/**
 * As a cursor keeps them (seen-items.ts): two hashes of nine bytes for each of thirty items, in an old watch
 * 500 of earlier ones too.
 */
const SEEN_SINCE_LATELY = randomBytes(2 * 30 * 9).toString("base64url");
const SEEN_FOR_LONG = randomBytes((2 * 30 + 500) * 9).toString("base64url");

/**
 * Writes watches as they stand when they have been polled before: not by as many calls of a tool, but in
 * batches of their items.
 */
export async function fillStore(
  table: TableClient,
  watches: number,
  interval: Interval,
  now: number,
): Promise<void> {
  const batches = Array.from({ length: Math.ceil(watches / TOGETHER) }, (_, batch) =>
    Array.from({ length: Math.min(TOGETHER, watches - batch * TOGETHER) }, (_, at) => batch * TOGETHER + at),
  );
  await runInParallel(batches, 8, async (numbers) => {
    const items = numbers.flatMap((number) => itemsOf(watchNumber(number, interval, timestamp(now))));
    const requests = items.map((item) => ({ PutRequest: { Item: marshallItem(item) } }));
    await table.client.send(new BatchWriteItemCommand({ RequestItems: { [table.tableName]: requests } }));
  });
}

function itemsOf({ record, state }: Watch): Item[] {
  const { slot, slot_position, tenant_id, id, version, created_at } = record;
  const entry = { tenant_id, watch_id: id, version, put_at: created_at };
  return [
    toRecordItem(WATCH_STATES, state),
    { pk: `SLOT#${slot}`, sk: `AT#${slot_position}`, ...entry },
    toRecordItem(WATCHES, record),
  ];
}

function watchNumber(number: number, interval: Interval, now: string): Watch {
  const tenantId = `tenant-${Math.floor(number / WATCHES_PER_TENANT)}`;
  const id = systemRandom.uuid();
  const source = number % INBOX_EVERY === 0 ? inbox() : feed(number);
  const { slot, position } = choosePlace(tenantId, id, source, interval);
  return {
    record: {
      id,
      tenant_id: tenantId,
      source,
      interval_minutes: interval,
      slot,
      slot_position: position,
      paused_at: null,
      version: 1,
      created_at: now,
      scheduled_at: now,
      updated_at: now,
    },
    state: {
      tenant_id: tenantId,
      watch_id: id,
      fence: 1,
      next_sequence: 1,
      cursor: cursorOf(source, number, now),
      last_polled_at: now,
      last_success_at: now,
      last_event_at: null,
      consecutive_failures: 0,
      skip_until: null,
      last_error: null,
      gaps: [],
    },
  };
}

function inbox(): WatchSource {
  return { type: "inbox", credential_id: systemRandom.uuid(), mailbox: "INBOX", query: "is:unread" };
}

function feed(number: number): WatchSource {
  const shared = number % SHARED_EVERY === 2;
  const feedNumber = shared ? number - 1 : number;
  const url = `https://feeds-${Math.floor(feedNumber / FEEDS_PER_HOST)}.example.com/${feedNumber}.xml`;
  return { type: "feed", url, keywords: shared ? ["release"] : [] };
}

/** Every other watch is an old one. */
function cursorOf(source: WatchSource, number: number, now: string): WatchCursor {
  if (source.type !== "feed") return { type: "inbox", uid_validity: "1700000000", last_uid: 1_000, seen: "" };
  const digest = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU";
  const seen = number % 2 === 0 ? SEEN_SINCE_LATELY : SEEN_FOR_LONG;
  return { type: "feed", url: source.url, etag: '"1"', digest, seen, listed: 30, read_at: now };
}
