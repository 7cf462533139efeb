import type { Schemas } from "@plumbline/client/schemas.ts";
import { type FoundOutcome, isOutcome } from "../chat/conversation.ts";

export type ReadRun = Schemas["RunTimeline"];
type Chunk = Schemas["StreamChunk"];
type ChunkOf<Type extends Chunk["type"]> = Extract<Chunk, { type: Type }>;

/** A step of a run, as its page lists it. `at` is in milliseconds since the epoch; missing in old runs. */
export type RunStep = { at: number | undefined; elapsedMs?: number | undefined } & (
  | { kind: "question"; text: string }
  | { kind: "gate"; start: ChunkOf<"start">; isResumed: boolean }
  | { kind: "search" | "call"; use: ChunkOf<"tool_use"> }
  | { kind: "found"; outcome: FoundOutcome["outcome"] }
  | { kind: "result"; result: ChunkOf<"tool_result"> }
  | { kind: "approval"; approval: ChunkOf<"approval_required"> }
  | { kind: "text"; text: string; quotes: number; isQuoted: boolean }
  | { kind: "withheld"; withheld: ChunkOf<"unverified"> }
  | { kind: "model" | "request"; span: ReadRun["spans"][number] }
  | { kind: "error"; error: ChunkOf<"error"> }
  | { kind: "end"; done: ChunkOf<"done"> }
);

/** Returns all steps of a run in the order of time, with pieces of text that belong together as one step. */
export function stepsOf({ message, events, spans }: ReadRun): RunStep[] {
  const steps: RunStep[] =
    message === null ? [] : [{ kind: "question", at: timeOf(events[0]), text: message }];
  const uses = new Map<string, number | undefined>();
  for (const one of events) {
    const { event } = one;
    const at = timeOf(one);
    if (event.type === "tool_use") uses.set(event.tool_use_id, at);
    const began = event.type === "tool_result" ? uses.get(event.tool_use_id) : undefined;
    const elapsedMs = at === undefined || began === undefined ? undefined : at - began;
    const isBegun = steps.some(({ kind }) => kind === "gate");
    addStep(steps, { at, elapsedMs, ...stepOf(event, isBegun) });
  }
  // Sorting keeps the order of steps of the same time.
  return [...steps, ...spans.flatMap(spanStep)].toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0));
}

function timeOf(event: ReadRun["events"][number] | undefined): number | undefined {
  return event?.at == null ? undefined : Date.parse(event.at);
}

/** Adds a step. Text joins the text before it. */
function addStep(steps: RunStep[], step: RunStep): void {
  const last = steps.at(-1);
  if (step.kind === "text" && last?.kind === "text" && step.isQuoted === last.isQuoted) {
    last.text += step.text;
    last.quotes += step.quotes;
  } else steps.push(step);
}

function spanStep(span: ReadRun["spans"][number]): RunStep[] {
  const kind = span.name.startsWith("chat ") ? "model" : span.host === null ? undefined : "request";
  return kind ? [{ kind, at: Date.parse(span.at), elapsedMs: span.elapsed_ms, span }] : [];
}

type Bare = RunStep extends infer Step
  ? Step extends RunStep
    ? Omit<Step, "at" | "elapsedMs">
    : never
  : never;

function stepOf(event: Chunk, isBegun: boolean): Bare {
  switch (event.type) {
    case "start":
      return { kind: "gate", start: event, isResumed: isBegun };
    case "tool_use":
      return { kind: event.name === "grounded_research" ? "search" : "call", use: event };
    case "tool_result":
      return isOutcome(event.content)
        ? { kind: "found", outcome: event.content }
        : { kind: "result", result: event };
    case "approval_required":
      return { kind: "approval", approval: event };
    case "text_delta": {
      const quotes = event.citations?.length ?? 0;
      return { kind: "text", text: event.text, quotes, isQuoted: quotes > 0 && event.quote === undefined };
    }
    case "unverified":
      return { kind: "withheld", withheld: event };
    case "error":
      return { kind: "error", error: event };
    case "done":
      return { kind: "end", done: event };
  }
}
