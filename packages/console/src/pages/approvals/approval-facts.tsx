import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { describeKey } from "../../parts/key-words.ts";

type Approval = Schemas["Approval"];

const STATUS: Readonly<Record<Approval["status"], { word: string; tone: Tone }>> = {
  waiting: { word: "Waits", tone: "wait" },
  carrying_out: { word: "In progress", tone: "accent" },
  approved: { word: "Approved and done", tone: "good" },
  failed: { word: "Approved but failed", tone: "bad" },
  denied: { word: "Denied", tone: "neutral" },
  expired: { word: "Expired", tone: "neutral" },
};

interface ApprovalStatusProps extends Pick<Approval, "status"> {
  /** True if a person changed the call, and this is the original. */
  isChanged?: boolean;
}

export function ApprovalStatus({ status, isChanged = false }: ApprovalStatusProps): JSX.Element {
  const { word, tone } = STATUS[status];
  return <Badge tone={tone}>{isChanged ? "Changed" : word}</Badge>;
}

type Destination = Pick<Approval["destinations"][number], "kind" | "value">;

/** Describes a destination in a list: `channel #general`, `a new contact`. */
export function describeDestination({ kind, value }: Destination): string {
  return kind === "new" ? `a new ${value}` : `${kind} ${value}`;
}

/** Returns the most specific known name of the person or key that a call is made for. */
export function askerOf({ end_user: user, subject, ...key }: Approval): string {
  return user ?? subject ?? describeKey(key);
}
