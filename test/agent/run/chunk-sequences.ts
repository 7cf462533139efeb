import type { Chunk } from "@plumbline/agent/run/chunk.ts";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";

/**
 * Runs as their chunks, for tests of what carries or shows them. Every sequence but `cutOff` is a whole run.
 */

const start: Chunk = {
  type: "start",
  conversation_id: "conversation-1",
  run_id: "11111111-1111-4111-8111-111111111111",
  requires_grounding: false,
  gate: { score: 0.1, reasons: ["no_external_subject"] },
};

const groundedStart: Chunk = {
  ...start,
  requires_grounding: true,
  gate: { score: 0.9, reasons: ["named_person"] },
};

function done(stop_reason: Extract<Chunk, { type: "done" }>["stop_reason"]): Chunk {
  return { type: "done", stop_reason, usage: { input_tokens: 120, output_tokens: 34 }, elapsed_ms: 1_234 };
}

function text(piece: string, citations?: readonly number[], tool_use_id?: string): Chunk {
  return {
    type: "text_delta",
    text: piece,
    ...(citations ? { citations } : {}),
    ...(tool_use_id ? { tool_use_id } : {}),
  };
}

function use(tool_use_id: string, name: string, args: unknown): Chunk {
  return { type: "tool_use", tool_use_id, name, arguments: args };
}

function answer(tool_use_id: string, name: string, content: unknown): Chunk {
  return { type: "tool_result", tool_use_id, name, is_error: false, content };
}

/** An outcome with one claim a page; `pages` are hosts. */
export function outcomeOf(query: string, pages: readonly string[]): ResearchOutcome {
  return {
    ok: true,
    query,
    summary: `${pages.length} domains`,
    answer: { claim: { section: 0, index: 0 }, text: `A claim of ${pages[0]}.` },
    sections: pages.map((domain, citation_index) => ({
      heading: domain,
      claims: [{ text: `A claim of ${domain}.`, citation_index }],
    })),
    citations: pages.map((domain, index) => ({
      url: `https://${domain}/a?b=1&c=${index}`,
      title: `Page of ${domain}`,
      snippet: `A claim of ${domain}.`,
      retrieved_at: "2026-01-01T00:00:00.000+00:00",
      snippet_hash: "0123456789abcdef",
      rank: index + 1,
      domain,
    })),
    unverified_notes: [],
    disambiguation_candidates: [],
    refusal_reason: null,
    coverage_score: 0.8,
    provider_used: "search_a",
    provider_chain: [{ backend: "search_a", ok: true }],
  };
}

const REFUSAL = 'Not enough evidence about "Zorblax Quimby".\nName an employer, a role or a place.';

const refusedOutcome: ResearchOutcome = {
  ...outcomeOf("Who is Zorblax Quimby?", []),
  ok: false,
  refusal_reason: REFUSAL,
  error_code: "research_insufficient_evidence",
  coverage_score: 0.05,
};

/** Plain talk, with empty pieces among it. */
export const talk: readonly Chunk[] = [
  start,
  text(""),
  text("Hello,\n\n"),
  text(""),
  text("world: é 😀 \u2028 data: x"),
  done("end"),
];

/** A model that says nothing at all. */
export const silence: readonly Chunk[] = [start, text(""), done("end")];

/** Research, cited sentences, and one that was withheld. */
export const grounded: readonly Chunk[] = [
  groundedStart,
  use("research-1", "grounded_research", { query: "Who was Ada Lovelace?" }),
  answer(
    "research-1",
    "grounded_research",
    outcomeOf("Who was Ada Lovelace?", ["one.example", "two.example"]),
  ),
  text("A claim of two.example.", [1]),
  text(" Both say it.", [0, 1]),
  { type: "unverified", text: "She liked tea.", verdict: "unsupported", reason: "No citation says so." },
  text(" Shall I go on?"),
  done("end"),
];

/** Two outcomes; each text says which it cites. */
export const twoOutcomes: readonly Chunk[] = [
  groundedStart,
  use("research-1", "grounded_research", { query: "Ada" }),
  answer("research-1", "grounded_research", outcomeOf("Ada", ["one.example"])),
  use("research-2", "grounded_research", { query: "Babbage" }),
  answer("research-2", "grounded_research", outcomeOf("Babbage", ["one.example", "three.example"])),
  text("A claim of one.example.", [0], "research-1"),
  text(" A claim of three.example.", [1], "research-2"),
  done("end"),
];

/** A refusal of the research: the outcome whole, its reason as text. */
export const refused: readonly Chunk[] = [
  groundedStart,
  use("research-1", "grounded_research", { query: "Who is Zorblax Quimby?" }),
  {
    type: "tool_result",
    tool_use_id: "research-1",
    name: "grounded_research",
    is_error: true,
    content: refusedOutcome,
    refusal_reason: REFUSAL,
    error_code: "research_insufficient_evidence",
  },
  text(REFUSAL),
  done("refusal"),
];

const POST_REFUSAL = "The connection was revoked. Reconnect it.";

/**
 * Three calls side by side, answered in another order, one refused while others are under way; then a second
 * turn and a third.
 */
export const severalSteps: readonly Chunk[] = [
  start,
  text("Let me look."),
  use("call-a", "email_search", { query: "is:unread" }),
  use("call-b", "social_post:microblog", { text: "Hello" }),
  use("call-c", "connections_list", undefined),
  answer("call-c", "connections_list", undefined),
  {
    type: "tool_result",
    tool_use_id: "call-b",
    name: "social_post:microblog",
    is_error: true,
    content: {
      ok: false,
      tool: "social_post:microblog",
      refusal_reason: POST_REFUSAL,
      error_code: "authentication",
      attempts: 1,
      elapsed_ms: 5,
    },
    refusal_reason: POST_REFUSAL,
    error_code: "authentication",
  },
  text(POST_REFUSAL),
  answer("call-a", "email_search", { messages: [{ id: "m-1" }] }),
  use("call-d", "email_search", { query: "from:ada" }),
  answer("call-d", "email_search", { messages: [] }),
  text("Nothing more."),
  done("max_steps"),
];

/** The model fails in the middle of a sentence. */
export const failed: readonly Chunk[] = [
  start,
  text("It is said th"),
  { type: "error", error_code: "model_cut_off", message: "The model's response was cut off." },
  done("error"),
];

/** The chunks that came before the connection broke: there is no `done`. */
export const cutOff: readonly Chunk[] = severalSteps.slice(0, 5);

export const SEQUENCES: Readonly<Record<string, readonly Chunk[]>> = {
  talk,
  silence,
  grounded,
  twoOutcomes,
  refused,
  severalSteps,
  failed,
  cutOff,
};

/** The text of a run, as its chunks have it. */
export function textOf(chunks: readonly Chunk[]): string {
  return chunks.map((chunk) => (chunk.type === "text_delta" ? chunk.text : "")).join("");
}

export async function* played(chunks: readonly Chunk[]): AsyncGenerator<Chunk, void> {
  yield* chunks;
}
