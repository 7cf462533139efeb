import type { CredentialName } from "@plumbline/core/credentials/credential.ts";
import type { Chunk, StopReason, Usage } from "./chunk.ts";

type ChunkOf<Type extends Chunk["type"]> = Extract<Chunk, { type: Type }>;

/**
 * The parts of the AI SDK's UI message stream that a run is told in. The client (`ai` 6, `uiMessageChunkSchema`) refuses the whole
 * stream for a part of any other type, or one that lacks a field. What its own types have no room for goes into `data-` parts,
 * which stand in the message where they came.
 */
export type UiMessagePart =
  | {
      type: "start";
      /** The run's id. */
      messageId: string;
      messageMetadata: Pick<ChunkOf<"start">, "requires_grounding" | "gate">;
    }
  | { type: "start-step" | "finish-step" }
  | { type: "text-start" | "text-end"; id: string }
  | { type: "text-delta"; id: string; delta: string }
  /** `providerExecuted`: the client is not to carry it out, nor to send the message again once all its tools have answered. */
  | {
      type: "tool-input-available";
      toolCallId: string;
      toolName: string;
      input: unknown;
      dynamic: true;
      providerExecuted: true;
    }
  | { type: "tool-output-available"; toolCallId: string; output: unknown }
  /** `errorText` is the refusal's reason, word for word. */
  | { type: "tool-output-error"; toolCallId: string; errorText: string }
  | { type: "source-url"; sourceId: string; url: string; title: string }
  | {
      type: "data-citations";
      data: {
        /** What the sources say: a piece of the text beside it, word for word. */
        text: string;
        /** The tool call whose output has the citations. */
        tool_use_id: string;
        /** Indexes into that output's `citations`. */
        citations: number[];
        /** The ids of the `source-url` parts that name their pages, each page once. */
        source_ids: string[];
        /** The sentence of a source that a sentence in the model's own words rests on. */
        quote?: string;
      };
    }
  /** The account that a successful call used; that of a refused call stands in `data-refusal`. */
  | {
      type: "data-credential";
      data: { tool_use_id: string; name: string; credential: CredentialName };
    }
  | { type: "data-refusal"; data: Omit<Extract<Chunk, { is_error: true }>, "type" | "is_error"> }
  /** The call worked, and may have been carried out twice. */
  | { type: "data-possible-duplicate"; data: { tool_use_id: string; name: string } }
  | { type: "data-unverified"; data: Omit<ChunkOf<"unverified">, "type"> }
  | { type: "data-error"; data: Omit<ChunkOf<"error">, "type"> }
  /** `useChat` reads nothing after it. */
  | { type: "error"; errorText: string }
  | {
      type: "finish";
      finishReason: "stop" | "length" | "error" | "other";
      messageMetadata: { stop_reason: StopReason; usage: Usage; elapsed_ms: number };
    };
