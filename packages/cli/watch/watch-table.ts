import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import type { PageTable } from "../table.ts";
import type { TextStyle } from "../terminal.ts";

type Watch = Schemas["Watch"];
type Health = Watch["health"];

const STATUS_STYLES: Record<Health["status"], TextStyle> = {
  active: "green",
  late: "yellow",
  failing: "red",
  needs_reconnect: "red",
  paused: "dim",
};

const GAPS: Record<Health["gaps"][number]["reason"], string> = {
  mailbox_recreated: "the mailbox was recreated",
  feed_overflowed: "the feed no longer lists any known item",
  flood_held: "very many items appeared at once and were held back",
  ids_change: "the feed changed the IDs of known items; they are matched by what stayed the same",
  ids_collide: "the feed gave several items the same ID; they are distinguished by page or title",
  feed_gone: "the feed has been gone for a week and is no longer polled",
};

/** Number of characters of a credential's ID that distinguish it from the tenant's others. */
const SHORT_ID = 8;

/**
 * Returns a page of watches with their health. If a watch does not work, does not deliver, or may have missed
 * something, the reason is shown below it. `now` is in milliseconds since the epoch.
 */
export function watchTable(page: readonly Watch[], now: number): PageTable<Watch> {
  const credentials = new Set(
    page.flatMap(({ source }) => ("credential_id" in source ? source.credential_id : [])),
  );
  const formatCredential = (source: Watch["source"]) =>
    "credential_id" in source && credentials.size > 1
      ? ` (credential ${source.credential_id.slice(0, SHORT_ID)})`
      : "";
  const formatAge = (time: string) => formatDuration(now - Date.parse(time));
  return {
    columns: {
      WATCH: "id",
      STATUS: ({ health: { status } }) => ({ text: status, style: STATUS_STYLES[status] }),
      EVERY: ({ interval_minutes: interval }) => formatInterval(interval),
      "LAST POLL": ({ health: { last_success_at: at } }) => (at === null ? "never" : `${formatAge(at)} ago`),
      LAG: ({ health: { lag_seconds: lag } }) => (lag === 0 ? "-" : formatDuration(lag * 1_000)),
      SILENT: ({ health }) => formatAge(health.silent_since),
      FAILED: ({ health: { consecutive_failures: failures } }) => (failures === 0 ? "-" : `${failures}x`),
      WHAT: ({ source }) => `${describeSource(source)}${formatCredential(source)}`,
    },
    below: (watch) => [
      ...(watch.deliver_to === null ? [] : [`delivers to ${watch.deliver_to}`]),
      ...listFailureLines(watch.health, now),
      ...listFloodLines(watch),
      ...listDeliveryLines(watch, now),
      ...listGapLines(watch.health, formatAge),
      ...listFeedLines(watch.health),
    ],
    empty: `There is no watch yet. Start one: ${PLUMBLINE} watch add feed URL`,
  };
}

/** Formats an interval: `15 min`, `6 h`. */
export function formatInterval(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`;
}

/** Returns a feed's address without its scheme, with its keywords, or a mailbox with its query. */
export function describeSource(source: Watch["source"]): string {
  if (source.type === "approvals") return "calls that wait for approval";
  if (source.type === "inbox") return `${source.mailbox}: ${source.query}`;
  const url = parseUrl(source.url);
  const where = url ? `${url.host}${url.pathname}${url.search}` : source.url;
  return source.keywords.length === 0 ? where : `${where}: ${source.keywords.join(", ")}`;
}

function listFailureLines(
  { last_error: error, status, next_poll_after: after }: Health,
  now: number,
): string[] {
  if (error === null) return [];
  const wait = status === "paused" || after === null ? 0 : Date.parse(after) - now;
  return [
    describeFailure(error, now),
    ...(error.next_step === undefined ? [] : [`next: ${error.next_step}`]),
    ...(wait > 0 ? [`polls again in ${formatDuration(wait)}`] : []),
  ];
}

function listDeliveryLines({ id, health: { delivery } }: Watch, now: number): string[] {
  if (delivery === null) return [];
  const { status, waiting, dead, last_error: error, held_until: held } = delivery;
  const failed = error === null ? "" : `: ${describeFailure(error, now)}`;
  const list = `${PLUMBLINE} watch deliveries ${id}`;
  if (status === "stopped")
    return [
      `delivery stopped${failed}`,
      `next: ${PLUMBLINE} watch deliver ${id} URL, once the receiver accepts deliveries`,
    ];
  const waits =
    held === null
      ? []
      : [`its receiver's host keeps failing: the next attempt is ${until(Date.parse(held) - now)}`];
  if (status === "failing")
    return [`delivery is failing${failed}`, ...waits, `next: ${list} (${waiting} waiting, ${dead} dead)`];
  return [...waits, ...(dead === 0 ? [] : [`dead letters: ${dead}`, `next: ${list} --status dead`])];
}

function listFloodLines({ id, health: { feed } }: Watch): string[] {
  if (!feed?.flood) return [];
  const { items, calm_looks, released } = feed.flood;
  if (released) return [`flood: ${items} items are listed, fifty per poll`];
  return [
    `flood: ${items} items are held back until ${Math.max(1, 3 - calm_looks)} more calm polls`,
    `next: ${PLUMBLINE} watch release ${id}, to list them now`,
  ];
}

/**
 * Describes only the latest gap, because a gap stays in the health of a watch as long as the watch exists.
 */
function listGapLines({ gaps }: Health, since: (time: string) => string): string[] {
  const gap = gaps.at(-1);
  return gap === undefined ? [] : [`gap, ${since(gap.at)} ago: ${GAPS[gap.reason]}`];
}

/** Describes what is unusual about a feed, unless a gap above says it. */
function listFeedLines({ feed, gaps }: Health): string[] {
  const isMentioned = gaps.at(-1)?.reason === "ids_collide";
  return [
    ...(feed?.ids_collide && !isMentioned ? [GAPS.ids_collide] : []),
    ...(feed?.silent_but_changing ? ["the feed keeps changing without new items: check it yourself"] : []),
  ];
}

type Delivery = Schemas["Delivery"];

const DELIVERY_STYLES: Record<Delivery["status"], TextStyle> = {
  waiting: "cyan",
  delivered: "green",
  dead: "red",
};

/**
 * Returns deliveries as rows. The outcome of the last attempt is shown below one that has not arrived. `now`
 * is in milliseconds since the epoch.
 */
export function createDeliveryTable(now: number, empty: string): PageTable<Delivery> {
  return {
    columns: {
      DELIVERY: "id",
      STATUS: ({ status }) => ({ text: status, style: DELIVERY_STYLES[status] }),
      TRIES: "tries",
      "NEXT TRY": ({ next_try_at: next }) => (next === null ? "-" : until(Date.parse(next) - now)),
      "LAST ANSWER": ({ attempts }) => describeLastAnswer(attempts),
      FOUND: "found_at",
    },
    below({ status, attempts }) {
      const last = attempts.at(-1);
      return status === "delivered" || !last || last.error_code === null ? [] : [describeFailure(last, now)];
    },
    empty,
  };
}

function until(ms: number): string {
  return ms > 0 ? `in ${formatDuration(ms)}` : "now";
}

function describeLastAnswer(attempts: Delivery["attempts"]): string {
  const last = attempts.at(-1);
  return last === undefined ? "-" : String(last.status ?? "none");
}

/** Describes a failure and how long ago it was, in one line. `now` is in milliseconds since the epoch. */
function describeFailure(
  { error_code, message, at }: { error_code: string | null; message: string | null; at: string },
  now: number,
): string {
  return `${error_code}, ${formatDuration(now - Date.parse(at))} ago: ${message}`;
}

const UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
] as const;

/**
 * Formats a duration: `40 s`, `12 min`, `30 h`, `3 d`. A unit is used from two of it on. A negative duration
 * counts as zero.
 */
export function formatDuration(ms: number): string {
  const [unit, length] = UNITS.find(([, unitMs]) => ms >= 2 * unitMs) ?? ["s", 1_000];
  return `${Math.max(0, Math.floor(ms / length))} ${unit}`;
}
