import type { CredentialName } from "@plumbline/core/credentials/credential.ts";
import { GROUNDED_RESEARCH } from "@plumbline/grounding";
import * as z from "zod";
import type { Chunk, StopReason, Usage } from "./chunk.ts";

type ChunkOf<Type extends Chunk["type"]> = Extract<Chunk, { type: Type }>;

/**
 * The parts of the AI SDK's UI message stream that a run becomes. The client (`ai` 6,
 * `uiMessageChunkSchema`) refuses the whole stream for a part of any other type, or one that lacks a field.
 * What its own types have no room for goes into `data-` parts, which stand in the message where they came.
 */
export type UiMessagePart =
  | {
      type: "start";
      /** The run's id. */
      messageId: string;
      messageMetadata: Omit<ChunkOf<"start">, "type">;
    }
  | { type: "start-step" | "finish-step" }
  | { type: "text-start" | "text-end"; id: string }
  | { type: "text-delta"; id: string; delta: string }
  /**
   * `providerExecuted`: the client is not to carry it out, nor to send the message again once all its tools
   * have answered.
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
  /** `errorText` is the refusal's reason, word for word. */
  | { type: "tool-output-error"; toolCallId: string; errorText: string }
  | { type: "source-url"; sourceId: string; url: string; title: string }
  | {
      type: "data-citations";
      data: {
        /** A piece of the text beside it, word for word, that the sources say. */
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
  /** Beside the refusal of a call that waits for a person. */
  | { type: "data-approval"; data: Omit<ChunkOf<"approval_required">, "type"> }
  | { type: "data-unverified"; data: Omit<ChunkOf<"unverified">, "type"> }
  | { type: "data-error"; data: Omit<ChunkOf<"error">, "type"> }
  /** `useChat` reads nothing after it. */
  | { type: "error"; errorText: string }
  | {
      type: "finish";
      finishReason: "stop" | "length" | "error" | "other";
      messageMetadata: { stop_reason: StopReason; usage: Usage; elapsed_ms: number };
    };

/**
 * A run as server-sent events of the AI SDK's UI message stream (`ai` 6), so that its clients read it as they
 * are: one event a part, then `[DONE]`. A run that is cut off has neither `finish` nor `[DONE]`. Tools keep
 * the registry's names: the client takes any.
 */
export async function* writeUiMessageEvents(chunks: AsyncIterable<Chunk>): AsyncGenerator<string, void> {
  const message = new UiMessage();
  for await (const chunk of chunks) {
    for (const part of message.partsOf(chunk)) yield `data: ${JSON.stringify(part)}\n\n`;
    if (chunk.type === "done") yield "data: [DONE]\n\n";
  }
}

/** `length` is the SDK's word for an answer cut short by a limit. */
const FINISH_REASONS = {
  end: "stop",
  refusal: "other",
  approval: "other",
  max_steps: "length",
  deadline: "length",
  stopped: "other",
  error: "error",
} as const satisfies Record<StopReason, string>;

/** Where the message of a run stands: which text and which step are open, which sources are named. */
class UiMessage {
  readonly #sources = new CitedSources();
  #texts = 0;
  #openText: string | undefined;
  /** A step is one turn of the model and what its tools answered. */
  #step: "none" | "open" | "answered" = "none";
  #openCalls = 0;

  *partsOf(chunk: Chunk): Generator<UiMessagePart, void> {
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
    yield* this.#sources.citedBy(chunk);
  }

  *#closeText(): Generator<UiMessagePart, void> {
    if (this.#openText === undefined) return;
    yield { type: "text-end", id: this.#openText };
    this.#openText = undefined;
  }

  /** The model speaks: in a new step when all that it called has answered. */
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
    if (name === GROUNDED_RESEARCH) this.#sources.enter(toolCallId, content);
    yield { type: "tool-output-available", toolCallId, output: content ?? null };
    if (credential) yield { type: "data-credential", data: { tool_use_id, name, credential } };
    if (chunk.possible_duplicate) yield { type: "data-possible-duplicate", data: { tool_use_id, name } };
  }
}

const found = z.object({ citations: z.array(z.object({ url: z.string(), title: z.string() })) });

type Source = z.output<typeof found>["citations"][number];

/**
 * The sources a run's research has found, and which of them its text has cited so far: a page is one source,
 * whatever was found of it.
 */
export class CitedSources {
  readonly #found = new Map<string, readonly Source[]>();
  /** The ids of pages that were named, by URL. */
  readonly #named = new Map<string, string>();
  #latest = "";

  /** Takes the ResearchOutcome that a tool call brought. */
  enter(toolUseId: string, outcome: unknown): void {
    this.#found.set(toolUseId, found.parse(outcome).citations);
    this.#latest = toolUseId;
  }

  /** The sources that this text is the first to cite, then what it cites. */
  *citedBy({
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
