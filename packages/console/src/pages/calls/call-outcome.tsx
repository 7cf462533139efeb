import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { Badge, type Tone } from "../../parts/badge.tsx";
import { describeKey } from "../../parts/key-words.ts";

type LoggedCall = Schemas["LoggedCall"];

const OUTCOMES: Readonly<Record<LoggedCall["outcome"], { word: string; tone: Tone }>> = {
  ok: { word: "Done", tone: "good" },
  refused: { word: "Refused", tone: "wait" },
  failed: { word: "Failed", tone: "bad" },
  unknown: { word: "Unknown outcome", tone: "bad" },
};

/** Codes of calls that were not refused, but asked a person something. */
const QUESTIONS: Readonly<Record<string, string>> = {
  approval_required: "Needed approval",
  research_ambiguous_name: "Asked who is meant",
};

export function CallOutcomeBadge({
  call,
}: {
  call: Pick<LoggedCall, "outcome" | "error_code" | "stopped">;
}): JSX.Element {
  const { outcome, error_code: code, stopped } = call;
  // A write that may have taken effect keeps saying so.
  if (stopped && outcome !== "unknown") return <Badge tone="neutral">Stopped</Badge>;
  const question = QUESTIONS[code ?? ""];
  const { word, tone } = question ? { word: question, tone: "wait" as const } : OUTCOMES[outcome];
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      {code !== null && !question && <span class="small soft"> {stopped ? "stopped" : code}</span>}
    </>
  );
}

/** Returns the name of the user or key that a call was made for. */
export function callerWords({ end_user: user, ...key }: LoggedCall): string {
  return user ?? describeKey(key);
}

/** Formats a duration: `340 ms`, `2.1 s`. */
export function durationWords(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`;
}
