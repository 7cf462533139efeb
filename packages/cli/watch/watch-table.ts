import type { Schemas } from "@plumbline/client/schemas.ts";
import { parsedUrl } from "@plumbline/core/text/parsed-url.ts";
import type { Cell, PageTable } from "../table.ts";
import type { Style } from "../terminal.ts";
import { duration } from "./duration.ts";

type Watch = Schemas["Watch"];
type Health = Watch["health"];

const STATUS_STYLES: Record<Health["status"], Style> = {
  active: "green",
  failing: "red",
  needs_reconnect: "red",
  paused: "dim",
};

const GAPS: Record<Health["gaps"][number]["reason"], string> = {
  mailbox_recreated: "the mailbox was made anew",
  feed_overflowed: "the feed showed nothing of what it had shown before",
};

/** Watches at a glance: whether each is alive, and below one that is not, or may have missed something, why. `now`: milliseconds since the epoch. */
export function watchTable(now: number): PageTable<Watch> {
  const since = (time: string) => duration(now - Date.parse(time));
  return {
    header: ["WATCH", "STATUS", "EVERY", "LAST LOOK", "LAG", "SILENT", "FAILED", "WHAT"],
    row({ id, source, interval_minutes: interval, health }): readonly Cell[] {
      const { status, last_success_at: lookedAt, lag_seconds: lag, consecutive_failures: failures } = health;
      return [
        id,
        { text: status, style: STATUS_STYLES[status] },
        every(interval),
        lookedAt === null ? "never" : `${since(lookedAt)} ago`,
        lag === 0 ? "-" : duration(lag * 1_000),
        since(health.silent_since),
        failures === 0 ? "-" : `${failures}x`,
        whatIsWatched(source),
      ];
    },
    below: ({ health }) => [...failureLines(health, now), ...gapLines(health, since)],
    empty: "There is no watch yet. Begin one: plumbline watch add feed URL",
  };
}

/** `15 min`, `6 h`. */
export function every(minutes: number): string {
  return minutes < 60 ? `${minutes} min` : `${minutes / 60} h`;
}

/** A feed's host and path with its keywords, or a mailbox with its query. */
export function whatIsWatched(source: Watch["source"]): string {
  if (source.type === "inbox") return `${source.mailbox}: ${source.query}`;
  const url = parsedUrl(source.url);
  const where = url ? `${url.host}${url.pathname}` : source.url;
  return source.keywords.length === 0 ? where : `${where}: ${source.keywords.join(", ")}`;
}

function failureLines({ last_error: error, status, next_poll_after: after }: Health, now: number): string[] {
  if (error === null) return [];
  const ago = `${duration(now - Date.parse(error.at))} ago`;
  const wait = status === "paused" || after === null ? 0 : Date.parse(after) - now;
  return [
    `${error.error_code}, ${ago}: ${error.message}`,
    ...(error.next_step === undefined ? [] : [`next: ${error.next_step}`]),
    ...(wait > 0 ? [`looks again in ${duration(wait)}`] : []),
  ];
}

/** The latest alone: a gap is told for as long as the watch stands. */
function gapLines({ gaps }: Health, since: (time: string) => string): string[] {
  const gap = gaps.at(-1);
  return gap === undefined ? [] : [`gap, ${since(gap.at)} ago: ${GAPS[gap.reason]}`];
}
