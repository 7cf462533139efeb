import type { CredentialName } from "@plumbline/core/credentials/credential.ts";
import type { DispatchErrorCode } from "@plumbline/core/dispatch/dispatch-result.ts";

export type StopReason = "end" | "refusal" | "approval" | "max_steps" | "deadline" | "stopped" | "error";

export interface Usage {
  input_tokens: number;
  output_tokens: number;
}

/** One thing that a run says; in order: `start`, then anything, then `done`. The fields are the wire's. */
export type Chunk =
  | {
      type: "start";
      run_id: string;
      conversation_id: string;
      requires_grounding: boolean;
      gate: { score: number; reasons: readonly string[] };
    }
  | { type: "tool_use"; tool_use_id: string; name: string; arguments: unknown }
  /** `credential`: the account that the call used. `corrected`: paths of arguments that were corrected. */
  | ({
      type: "tool_result";
      tool_use_id: string;
      name: string;
      credential?: CredentialName;
      corrected?: readonly string[];
      content: unknown;
    } & (
      | { is_error: false; possible_duplicate?: true; made_before?: true }
      | { is_error: true; refusal_reason: string; error_code: DispatchErrorCode }
    ))
  /** Beside the refusal of a call that waits for a person: what it would send, and where to decide. */
  | {
      type: "approval_required";
      tool_use_id: string;
      approval_id: string;
      /** The requests that the call would send, without secrets. */
      preview: unknown;
      approve_url: string;
    }
  /**
   * `citations` are indexes into the outcome's `citations`; of several outcomes, into that of the
   * `tool_use_id`.
   */
  | {
      type: "text_delta";
      text: string;
      citations?: readonly number[];
      tool_use_id?: string;
      /** The sentence of a source that a sentence in the model's own words rests on. */
      quote?: string;
    }
  /** A sentence of a grounded answer that no citation supports; it is never sent as `text_delta`. */
  | { type: "unverified"; text: string; verdict: "unclear" | "unsupported"; reason: string }
  | { type: "error"; error_code: string; message: string }
  | { type: "done"; stop_reason: StopReason; usage: Usage; elapsed_ms: number };

/**
 * A run as server-sent events, one a chunk: `event` is its type, `id` its number in the run from 1, `data` is
 * one line of JSON. `first`: the number of the first of these chunks.
 */
export async function* writeChunkEvents(
  chunks: AsyncIterable<Chunk>,
  first = 1,
): AsyncGenerator<string, void> {
  let id = first;
  for await (const chunk of chunks)
    yield `event: ${chunk.type}\nid: ${id++}\ndata: ${JSON.stringify(chunk)}\n\n`;
}

const GAP = "\n\n";

/**
 * Said before a text that does not go on from the one before it: a turn of the model, a refusal, the claims
 * of an outcome.
 */
export const PARAGRAPH = "paragraph";

export type Told = Chunk | typeof PARAGRAPH;

/**
 * Passes on what a run tells as its client reads it: with a blank line between its paragraphs, and none
 * before the first.
 */
export async function* separateParagraphs(
  told: AsyncGenerator<Told, StopReason>,
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
        if (apart && last !== "" && !last.endsWith("\n")) yield { type: "text_delta", text: GAP };
        apart = false;
        last = chunk.text;
      }
      yield chunk;
    }
  } finally {
    // A reader that leaves ends what it read from; at its own end this does nothing.
    await told.return("error");
  }
}
