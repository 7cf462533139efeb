import type { StreamChunk } from "@plumbline/client/agent-stream.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import type { Message } from "@plumbline/sandbox/server/reply.ts";

type Outcome = Schemas["ResearchOutcome"];

/** A run that says this between its start and its `done`. */
export function aRun(said: readonly StreamChunk[], done: Partial<Schemas["DoneChunk"]> = {}): Message {
  const chunks: StreamChunk[] = [
    {
      type: "start",
      run_id: "r",
      conversation_id: "c-1",
      requires_grounding: false,
      gate: { score: 0, reasons: [] },
    },
    ...said,
    {
      type: "done",
      stop_reason: "end",
      usage: { input_tokens: 0, output_tokens: 0 },
      elapsed_ms: 2_340,
      ...done,
    },
  ];
  const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
  return { headers: { "content-type": "text/event-stream" }, body };
}

export function text(said: string, more: Partial<Schemas["TextDeltaChunk"]> = {}): StreamChunk {
  return { type: "text_delta", text: said, ...more };
}

/** A tool is used. */
export function use(id: string, name: string, args: unknown = {}): StreamChunk {
  return { type: "tool_use", tool_use_id: id, name, arguments: args };
}

/** Returns the chunk with a tool's result. */
export function gave(id: string, name: string, content: unknown = {}): StreamChunk {
  return { type: "tool_result", tool_use_id: id, name, is_error: false, content };
}

/** An outcome of research that found these pages. */
export function found(...pages: string[]): Outcome {
  return {
    ok: true,
    query: "Who?",
    summary: "Found.",
    answer: null,
    sections: [],
    citations: pages.map((page, index) => ({
      url: `https://${page}`,
      title: `About ${page}`,
      snippet: "A quote.",
      retrieved_at: "2026-01-02T03:04:05.000+00:00",
      snippet_hash: "0123456789abcdef",
      rank: index + 1,
      domain: page.split("/")[0] ?? "",
    })),
    unverified_notes: [],
    disambiguation_candidates: [],
    refusal_reason: null,
    coverage_score: 1,
    provider_used: "search_a",
    provider_chain: [],
  };
}
