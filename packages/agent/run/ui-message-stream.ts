import { GROUNDED_RESEARCH } from "@plumbline/grounding";
import type { Chunk, StopReason } from "./chunk.ts";
import { CitedSources } from "./cited-sources.ts";
import type { UiMessagePart } from "./ui-message-part.ts";

/**
 * A run as server-sent events of the AI SDK's UI message stream (`ai` 6), so that its clients read it as they are: one event a part,
 * then `[DONE]`. A run that is cut off has neither `finish` nor `[DONE]`. Tools keep the registry's names: the client takes any.
 */
export async function* uiMessageEvents(chunks: AsyncIterable<Chunk>): AsyncGenerator<string, void> {
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
  max_steps: "length",
  deadline: "length",
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
        const { run_id, requires_grounding, gate } = chunk;
        return yield { type: "start", messageId: run_id, messageMetadata: { requires_grounding, gate } };
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
