import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { deliversBadly } from "./watch-needs.ts";

type Watch = Schemas["Watch"];

const STATUS: Readonly<Record<Watch["health"]["status"], { word: string; tone: Tone }>> = {
  active: { word: "Works", tone: "good" },
  late: { word: "Late", tone: "wait" },
  failing: { word: "Failing", tone: "bad" },
  needs_reconnect: { word: "Needs a new sign-in", tone: "bad" },
  paused: { word: "Paused", tone: "neutral" },
};

export function WatchStatus({ watch }: { watch: Watch }): JSX.Element {
  const { status } = watch.health;
  const { word, tone } =
    status === "active" && deliversBadly(watch)
      ? { word: "Deliveries fail", tone: "bad" as const }
      : STATUS[status];
  return <Badge tone={tone}>{word}</Badge>;
}

/** Returns the source of a watch: a feed's address, or a mailbox with its query. */
export function sourceName({ source }: Watch): string {
  if (source.type === "feed") return source.url;
  if (source.type === "approvals") return "Calls that need approval";
  return source.query === "" ? source.mailbox : `${source.mailbox}: ${source.query}`;
}

const GAPS: Readonly<Record<Watch["health"]["gaps"][number]["reason"], string>> = {
  mailbox_recreated: "The mailbox was re-created.",
  feed_overflowed: "The feed showed none of its earlier items: items in between may be lost.",
  flood_held: "Very many items appeared at once and were held back.",
  ids_change: "The feed changed the IDs of known items: they are now distinguished by what stayed the same.",
  ids_collide: "The feed used one ID for several items: they are now distinguished by page or title.",
  feed_gone: "The feed has been unavailable for a week and is no longer polled.",
};

export function gapWords(reason: keyof typeof GAPS): string {
  return GAPS[reason];
}
