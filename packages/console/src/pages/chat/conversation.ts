import type { Schemas } from "@plumbline/client/schemas.ts";

type Chunk = Schemas["StreamChunk"];
type ChunkOf<Type extends Chunk["type"]> = Extract<Chunk, { type: Type }>;

/** A tool call with its result. `result` is missing while it runs. */
export interface ToolPart {
  type: "tool";
  use: ChunkOf<"tool_use">;
  result?: ChunkOf<"tool_result">;
  /** Set if the call waits for approval. */
  approval?: ChunkOf<"approval_required">;
}

/** Returns whether a call waits for a decision, as far as its run knows. */
export function awaitsDecision({ approval, result }: ToolPart): boolean {
  return (
    approval !== undefined &&
    (result === undefined || (result.is_error && result.error_code === "approval_required"))
  );
}

/** A piece of an answer. Pieces are in the order of arrival. */
export type Part = ToolPart | ChunkOf<"text_delta"> | ChunkOf<"unverified"> | ChunkOf<"error">;

export interface SaidTurn {
  role: "user";
  text: string;
}

export interface AnswerTurn {
  role: "assistant";
  parts: readonly Part[];
  /** ID of the run that writes it, once it has started. */
  runId?: string;
  /** The model that writes it, and one that began it but is no longer configured. */
  start?: Pick<ChunkOf<"start">, "model" | "unavailable_model">;
  /** Missing while the run is in progress, and if it broke off. */
  done?: ChunkOf<"done">;
  /** Error thrown by the run. */
  problem?: unknown;
  /** Rating by the reader. */
  rating?: Schemas["RunRating"] | undefined;
  /** The writes of a stopped run. */
  stopped?: Schemas["RunDetail"]["writes"];
}

export type ChatTurn = SaidTurn | AnswerTurn;

/** Returns the turn with one more chunk of its run. */
export function withChunk(turn: AnswerTurn, chunk: Chunk): AnswerTurn {
  const { parts } = turn;
  switch (chunk.type) {
    case "start":
      return { ...turn, runId: chunk.run_id, start: chunk };
    case "done":
      return { ...turn, done: chunk };
    case "tool_use":
      // A resumed run repeats the call that it waited for.
      return isKnown(parts, chunk.tool_use_id)
        ? turn
        : { ...turn, parts: [...parts, { type: "tool", use: chunk }] };
    case "tool_result":
      return {
        ...turn,
        parts: withTool(withoutWaiting(parts, chunk.tool_use_id), chunk.tool_use_id, { result: chunk }),
      };
    case "approval_required":
      return { ...turn, parts: withTool(parts, chunk.tool_use_id, { approval: chunk }) };
    case "text_delta":
    case "unverified":
    case "error":
      return { ...turn, parts: [...parts, chunk] };
  }
}

function isKnown(parts: readonly Part[], id: string): boolean {
  return parts.some((part) => part.type === "tool" && part.use.tool_use_id === id);
}

/** Returns the parts without the sentence that said that a call waits, which is over. */
function withoutWaiting(parts: readonly Part[], id: string): readonly Part[] {
  const call = parts.find((part) => part.type === "tool" && part.use.tool_use_id === id);
  const reason =
    call?.type === "tool" && call.result?.is_error && awaitsDecision(call) && call.result.refusal_reason;
  return parts.filter((part) => part.type !== "text_delta" || part.text.trim() !== reason);
}

/** Returns the parts with an update of one call. */
function withTool(
  parts: readonly Part[],
  id: string,
  told: Pick<ToolPart, "result" | "approval">,
): readonly Part[] {
  const isIt = (part: Part) => part.type === "tool" && part.use.tool_use_id === id;
  return parts.map((part) => (isIt(part) ? { ...part, ...told } : part)) as readonly Part[];
}

/** Returns the conversation as sent to the service, without withheld sentences. */
export function asMessages(turns: readonly ChatTurn[]): Schemas["RunRequest"]["messages"] {
  return turns
    .map((turn) => ({ role: turn.role, content: turn.role === "user" ? turn.text : saidIn(turn) }))
    .filter(({ content }) => content.trim() !== "");
}

/** Returns the text of an answer. */
export function saidIn({ parts }: AnswerTurn): string {
  return parts.flatMap((part) => (part.type === "text_delta" ? [part.text] : [])).join("");
}

/** A research outcome that a turn may quote, with the call that found it. */
export interface FoundOutcome {
  toolUseId: string;
  outcome: Schemas["ResearchOutcome"];
}

/** Returns the research outcomes in a turn. */
export function outcomesIn({ parts }: AnswerTurn): FoundOutcome[] {
  return parts.flatMap((part) => {
    if (part.type !== "tool" || part.result === undefined || !isOutcome(part.result.content)) return [];
    return [{ toolUseId: part.use.tool_use_id, outcome: part.result.content }];
  });
}

export function isOutcome(content: unknown): content is FoundOutcome["outcome"] {
  const {
    citations,
    sections,
    disambiguation_candidates: candidates,
  } = (content ?? {}) as Record<string, unknown>;
  return Array.isArray(citations) && Array.isArray(sections) && Array.isArray(candidates);
}
