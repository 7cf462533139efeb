import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { Badge, type Tone } from "../../parts/badge.tsx";

type Watch = Schemas["Watch"];

const STATUS: Readonly<Record<Watch["health"]["status"], { word: string; tone: Tone }>> = {
  active: { word: "Works", tone: "good" },
  late: { word: "Late", tone: "wait" },
  failing: { word: "Failing", tone: "bad" },
  needs_reconnect: { word: "Needs a new sign-in", tone: "bad" },
  paused: { word: "Paused", tone: "neutral" },
};

export function WatchStatus({ watch }: { watch: Watch }): JSX.Element {
  const { word, tone } = STATUS[watch.health.status];
  return <Badge tone={tone}>{word}</Badge>;
}

/** Returns whether a person has to look at a watch. */
export function needsAttention({ health: { status } }: Watch): boolean {
  return status === "late" || status === "failing" || status === "needs_reconnect";
}

/** Returns the source of a watch: a feed's address, or a mailbox with its query. */
export function sourceName({ source }: Watch): string {
  if (source.type === "feed") return source.url;
  if (source.type === "approvals") return "Calls that wait for a person";
  return source.query === "" ? source.mailbox : `${source.mailbox}: ${source.query}`;
}

const GAPS: Readonly<Record<Watch["health"]["gaps"][number]["reason"], string>> = {
  mailbox_recreated: "The mailbox was made anew.",
  feed_overflowed: "The feed showed nothing of what it showed before: items between may be lost.",
  flood_held: "Very many items came at once, and were held back.",
  ids_change: "The feed gave known items other ids: they are told apart by what stayed.",
  ids_collide: "The feed gave several items one id: they are told apart by page or title.",
  feed_gone: "The feed has been gone for a week, and is read no more.",
};

export function gapWords(reason: keyof typeof GAPS): string {
  return GAPS[reason];
}

/** Formats a duration: `45 s`, `12 minutes`, `3 hours`. */
export function spanWords(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const [count, unit] =
    seconds < 3_600
      ? [seconds / 60, "minute"]
      : seconds < 86_400
        ? [seconds / 3_600, "hour"]
        : [seconds / 86_400, "day"];
  const whole = Math.round(Number(count));
  return `${whole} ${unit}${whole === 1 ? "" : "s"}`;
}
