import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import type { Handle } from "@plumbline/sandbox/server/script.ts";
import type { ToolSamples } from "@plumbline/sandbox/tool-samples.ts";

export const samples: ToolSamples = {
  tool: "grounded_research",
  docs: {
    does: "public search → cited verbatim claims, or a refusal",
    retried: "– (the next backend is the retry)",
  },
  promises: { credential: "none", effect: "read", idempotency: "read", reads: "outside", reach: "search" },
  valid: [
    { query: "Who is Ada Lovelace?" },
    { query: "Who is Ada?", context: "mathematician", max_claims: 3, timeout_seconds: 6 },
  ],
  invalid: [{ query: 7 }, { query: "Who?", context: ["London"] }],
  refused: [{ query: "" }, { query: "q".repeat(8001) }],
  calls: {
    "a question": {
      args: { query: "Who was Ada Lovelace?", context: "mathematician" },
      result: { ok: true, provider_used: "search_a" },
    },
  },
  plant({ sandbox }, text) {
    sandbox.searchA.scriptAlways("GET", (request, handle) => withNote(request, handle, text));
    return { query: "Who was Ada Lovelace?" };
  },
};

/** Returns the search backend's answer with a text in every result. */
async function withNote(request: RecordedRequest, handle: Handle, text: string) {
  const { json: answer } = Object(await handle(request));
  const found: Record<string, unknown>[] = answer?.web?.results ?? [];
  const results = found.map((one) => ({
    ...one,
    title: `${one.title} ${text}`,
    description: `${one.description} ${text} Ada Lovelace says: ${text}`,
  }));
  return json({ ...answer, web: { type: "search", results } });
}
