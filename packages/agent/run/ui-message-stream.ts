import type { CredentialName } from "@plumbline/core/credentials/credential.ts";
import { GROUNDED_RESEARCH } from "@plumbline/grounding";
import * as z from "zod";
import type { Chunk, StopReason, Usage } from "./chunk.ts";

type ChunkOf<Type extends Chunk["type"]> = Extract<Chunk, { type: Type }>;

/**
 * Parts of the AI SDK's UI message stream that represent a run. The client (`ai` 6, `uiMessageChunkSchema`)
 * rejects the whole stream if a part has another type or lacks a field. Data without a matching type goes
 * into `data-` parts, at the same position in the message.
 */
export type UiMessagePart =
  | {
      type: "start";
      /** The run's ID. */
      messageId: string;
      messageMetadata: Omit<ChunkOf<"start">, "type">;
    }
  | { type: "start-step" | "finish-step" }
  | { type: "text-start" | "text-end"; id: string }
  | { type: "text-delta"; id: string; delta: string }
  /**
   * `providerExecuted` makes the client neither execute the tool nor send the message again once all tools
   * have responded.
   */
  | {
      type: "tool-input-available";
      toolCallId: string;
      toolName: string;
      input: unknown;
      dynamic: true;
      providerExecuted: true;
    }
  | { type: "tool-output-available"; toolCallId: string; output: unknown }
  /** `errorText` is the refusal's reason, verbatim. */
  | { type: "tool-output-error"; toolCallId: string; errorText: string }
  | { type: "source-url"; sourceId: string; url: string; title: string }
  | {
      type: "data-citations";
      data: {
        /** A verbatim piece of the adjacent text that the sources support. */
        text: string;
        /** The tool call whose output contains the citations. */
        tool_use_id: string;
        /** Indexes into that output's `citations`. */
        citations: number[];
        /** IDs of the `source-url` parts for their pages, each page once. */
        source_ids: string[];
        /** The sentence of a source that supports the model's paraphrase. */
        quote?: string;
      };
    }
  /** The account that a successful call used. For a refused call it is in `data-refusal`. */
  | {
      type: "data-credential";
      data: { tool_use_id: string; name: string; credential: CredentialName };
    }
  | { type: "data-refusal"; data: Omit<Extract<Chunk, { is_error: true }>, "type" | "is_error"> }
  /** The call succeeded but may have taken effect twice. */
  | { type: "data-possible-duplicate"; data: { tool_use_id: string; name: string } }
  /** Sent after the refusal of a call that waits for approval. */
  | { type: "data-approval"; data: Omit<ChunkOf<"approval_required">, "type"> }
  | { type: "data-unverified"; data: Omit<ChunkOf<"unverified">, "type"> }
  | { type: "data-error"; data: Omit<ChunkOf<"error">, "type"> }
  /** `useChat` reads nothing after this part. */
  | { type: "error"; errorText: string }
  | {
      type: "finish";
      finishReason: "stop" | "length" | "error" | "other";
      messageMetadata: { stop_reason: StopReason; usage: Usage; elapsed_ms: number };
    };

/**
 * Formats a run as server-sent events of the AI SDK's UI message stream (`ai` 6): one event per part, then
 * `[DONE]`. An interrupted run has neither `finish` nor `[DONE]`. Tools keep their names in the registry,
 * since the client accepts any name.
 */
export async function* writeUiMessageEvents(chunks: AsyncIterable<Chunk>): AsyncGenerator<string, void> {
  const message = new UiMessage();
  for await (const chunk of chunks) {
    for (const part of message.convert(chunk)) yield `data: ${JSON.stringify(part)}\n\n`;
    if (chunk.type === "done") yield "data: [DONE]\n\n";
  }
}

/** `length` is the SDK's value for an answer cut off by a limit. */
const FINISH_REASONS = {
  end: "stop",
  refusal: "other",
  approval: "other",
  max_steps: "length",
  deadline: "length",
  stopped: "other",
  error: "error",
} as const satisfies Record<StopReason, string>;

/** Tracks the state of a run's message: the open text and step, and the listed sources. */
class UiMessage {
  readonly #sources = new CitedSources();
  #texts = 0;
  #openText: string | undefined;
  /** A step is one turn of the model with the results of its tools. */
  #step: "none" | "open" | "answered" = "none";
  #openCalls = 0;

  *convert(chunk: Chunk): Generator<UiMessagePart, void> {
    if (chunk.type === "text_delta") return yield* this.#text(chunk);
    yield* this.#closeText();
    switch (chunk.type) {
      case "start": {
        const { type, ...messageMetadata } = chunk;
        return yield { type, messageId: chunk.run_id, messageMetadata };
      }
      case "unverified": {
        const { type: _type, ...data } = chunk;
        yield* this.#enterStep();
        return yield { type: "data-unverified", data };
      }
      case "tool_use":
        yield* this.#enterStep();
        return yield* this.#toolUse(chunk);
      case "tool_result":
        return yield* this.#toolResult(chunk);
      case "approval_required": {
        const { type: _type, ...data } = chunk;
        return yield { type: "data-approval", data };
      }
      case "error": {
        const { type: _type, ...data } = chunk;
        yield { type: "data-error", data };
        return yield { type: "error", errorText: data.message };
      }
      case "done": {
        const { type: _type, ...messageMetadata } = chunk;
        if (this.#step !== "none") yield { type: "finish-step" };
        return yield { type: "finish", finishReason: FINISH_REASONS[chunk.stop_reason], messageMetadata };
      }
    }
  }

  *#text(chunk: Extract<Chunk, { type: "text_delta" }>): Generator<UiMessagePart, void> {
    if (chunk.text === "") return;
    yield* this.#enterStep();
    if (this.#openText === undefined) {
      this.#openText = `text-${++this.#texts}`;
      yield { type: "text-start", id: this.#openText };
    }
    yield { type: "text-delta", id: this.#openText, delta: chunk.text };
    yield* this.#sources.cite(chunk);
  }

  *#closeText(): Generator<UiMessagePart, void> {
    if (this.#openText === undefined) return;
    yield { type: "text-end", id: this.#openText };
    this.#openText = undefined;
  }

  /** Opens a step for the model's output, if the previous step has all its results. */
  *#enterStep(): Generator<UiMessagePart, void> {
    if (this.#step === "open") return;
    if (this.#step === "answered") yield { type: "finish-step" };
    yield { type: "start-step" };
    this.#step = "open";
  }

  *#toolUse(chunk: Extract<Chunk, { type: "tool_use" }>): Generator<UiMessagePart, void> {
    this.#openCalls++;
    yield {
      type: "tool-input-available",
      toolCallId: chunk.tool_use_id,
      toolName: chunk.name,
      input: chunk.arguments ?? null,
      dynamic: true,
      providerExecuted: true,
    };
  }

  *#toolResult(chunk: Extract<Chunk, { type: "tool_result" }>): Generator<UiMessagePart, void> {
    if (--this.#openCalls === 0) this.#step = "answered";
    const { tool_use_id, tool_use_id: toolCallId, name, credential, content } = chunk;
    if (chunk.is_error) {
      const { type: _type, is_error: _isError, ...data } = chunk;
      yield { type: "tool-output-error", toolCallId, errorText: chunk.refusal_reason };
      return yield { type: "data-refusal", data };
    }
    if (name === GROUNDED_RESEARCH) this.#sources.addOutcome(toolCallId, content);
    yield { type: "tool-output-available", toolCallId, output: content ?? null };
    if (credential) yield { type: "data-credential", data: { tool_use_id, name, credential } };
    if (chunk.possible_duplicate) yield { type: "data-possible-duplicate", data: { tool_use_id, name } };
  }
}

const found = z.object({ citations: z.array(z.object({ url: z.string(), title: z.string() })) });

type Source = z.output<typeof found>["citations"][number];

/**
 * Tracks the sources that a run's research found and those that its text has cited. Each page is one source,
 * however often it is cited.
 */
export class CitedSources {
  readonly #found = new Map<string, readonly Source[]>();
  /** IDs of listed pages by URL. */
  readonly #named = new Map<string, string>();
  #latest = "";

  /** Adds the ResearchOutcome of a tool call. */
  addOutcome(toolUseId: string, outcome: unknown): void {
    this.#found.set(toolUseId, found.parse(outcome).citations);
    this.#latest = toolUseId;
  }

  /** Yields the sources that this text cites for the first time, then its citations. */
  *cite({
    text,
    citations = [],
    tool_use_id = this.#latest,
    quote,
  }: Extract<Chunk, { type: "text_delta" }>): Generator<UiMessagePart, void> {
    const cited: { index: number; sourceId: string }[] = [];
    for (const index of citations) {
      const source = this.#found.get(tool_use_id)?.[index];
      if (!source) continue;
      const { url, title } = source;
      const known = this.#named.get(url);
      const sourceId = known ?? `${tool_use_id}:${index}`;
      cited.push({ index, sourceId });
      if (known !== undefined) continue;
      this.#named.set(url, sourceId);
      yield { type: "source-url", sourceId, url, title };
    }
    if (cited.length === 0) return;
    const data = {
      text,
      tool_use_id,
      citations: cited.map(({ index }) => index),
      source_ids: [...new Set(cited.map(({ sourceId }) => sourceId))],
      ...(quote === undefined ? {} : { quote }),
    };
    yield { type: "data-citations", data };
  }
}
