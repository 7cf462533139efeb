import type { CredentialName } from "@plumbline/core/credentials/credential.ts";
import type { ChangedCall, DispatchErrorCode } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { CallTitle } from "@plumbline/core/tool/call-title.ts";
import type { ReaderReport } from "@plumbline/grounding/outcome";

export type StopReason = "end" | "refusal" | "approval" | "max_steps" | "deadline" | "stopped" | "error";

export interface Usage {
  input_tokens: number;
  output_tokens: number;
}

/** One message of a run: first `start`, then any others, then `done`. The fields are those of the API. */
export type Chunk =
  | {
      type: "start";
      run_id: string;
      conversation_id: string;
      requires_grounding: boolean;
      /** ID of the model that writes. */
      model?: string;
      /** ID of the model that the run began with, if it is no longer configured. */
      unavailable_model?: string;
      gate: { score: number; reasons: readonly string[]; reader?: ReaderReport };
    }
  /** A run stored by an older version has no title. */
  | ({ type: "tool_use"; tool_use_id: string; name: string; arguments: unknown } & Partial<CallTitle>)
  /** `credential`: the account that the call used. `corrected`: paths of corrected arguments. */
  | ({
      type: "tool_result";
      tool_use_id: string;
      name: string;
      credential?: CredentialName;
      corrected?: readonly string[];
      content: unknown;
    } & (
      | { is_error: false; possible_duplicate?: true; made_before?: true; changed?: ChangedCall }
      | { is_error: true; refusal_reason: string; error_code: DispatchErrorCode }
    ))
  /** Sent after the refusal of a call that waits for approval: what it would send, and where to decide. */
  | {
      type: "approval_required";
      tool_use_id: string;
      approval_id: string;
      /** The requests that the call would send, without secrets. */
      preview: unknown;
      approve_url: string;
    }
  /**
   * `citations` are indexes into the outcome's `citations`. With several outcomes, `tool_use_id` identifies
   * the outcome.
   */
  | {
      type: "text_delta";
      text: string;
      citations?: readonly number[];
      tool_use_id?: string;
      /** The sentence of a source that supports the model's paraphrase. */
      quote?: string;
    }
  /** A sentence of a grounded answer that no citation supports. Never sent as `text_delta`. */
  | { type: "unverified"; text: string; verdict: "unclear" | "unsupported"; reason: string }
  | { type: "error"; error_code: string; message: string }
  | { type: "done"; stop_reason: StopReason; usage: Usage; elapsed_ms: number };

/**
 * Formats a run as server-sent events, one per chunk. `event` is the type, `id` the number in the run
 * starting at 1, and `data` one line of JSON. `first` is the number of the first chunk.
 */
export async function* writeChunkEvents(
  chunks: AsyncIterable<Chunk>,
  first = 1,
): AsyncGenerator<string, void> {
  let id = first;
  for await (const chunk of chunks)
    yield `event: ${chunk.type}\nid: ${id++}\ndata: ${JSON.stringify(chunk)}\n\n`;
}

/** Returns the blank line between a text and the next paragraph, or "" if it needs none. */
export function gapAfter(text: string): "\n\n" | "" {
  return text === "" || text.endsWith("\n") ? "" : "\n\n";
}

/** Precedes text that starts a new paragraph: a turn of the model, a refusal, or an outcome's claims. */
export const PARAGRAPH = "paragraph";

export type OutputItem = Chunk | typeof PARAGRAPH;

/** Passes on a run's output. Replaces each paragraph mark with a blank line, except before the first text. */
export async function* separateParagraphs(
  told: AsyncGenerator<OutputItem, StopReason>,
): AsyncGenerator<Chunk, StopReason> {
  let apart = false;
  let last = "";
  try {
    for (;;) {
      const next = await told.next();
      if (next.done) return next.value;
      const chunk = next.value;
      if (chunk === PARAGRAPH) {
        apart = true;
        continue;
      }
      if (chunk.type === "text_delta") {
        const gap = apart ? gapAfter(last) : "";
        if (gap !== "") yield { type: "text_delta", text: gap };
        apart = false;
        last = chunk.text;
      }
      yield chunk;
    }
  } finally {
    // Closes the source if the consumer leaves early. Has no effect after its normal end.
    await told.return("error");
  }
}
