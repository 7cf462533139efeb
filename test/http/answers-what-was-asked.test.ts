import { Secret } from "@plumbline/core/access/secret.ts";
import { researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, expect, test } from "vitest";
import { containsAnswer } from "../eval/contains-answer.ts";
import { ASKED, type Snippet } from "../fixtures/asked/index.ts";
import { startedForFile } from "../support/started.ts";
import { startApi } from "./api-under-test.ts";

const PAIRS = Object.values(ASKED).flat();

const api = startedForFile(() =>
  startApi(({ settings }) => ({
    search: { a: { apiKey: new Secret(settings.SEARCH_A_API_KEY), baseUrl: settings.SEARCH_A_BASE_URL } },
  })),
);
afterEach(() => api.sandbox.searchA.clear());
/** Asks with a search that finds these snippets, whatever it is asked. */
async function ask(prompt: string, snippets: readonly Snippet[]) {
  const results = snippets.map(([title, description], index) => ({
    title,
    description,
    url: `https://page-${index}.example/`,
  }));
  api.sandbox.searchA.scriptAlways(
    "",
    json({ type: "search", query: { original: "" }, web: { type: "search", results } }),
  );
  const body = { prompt, requires_grounding: true };
  const answer = await api.call("POST", "/api/v1/autonomy/research/complete", { body });
  expect(answer.status).toBe(200);
  return researchOutcomeSchema.parse(answer.json.outcome);
}

test("a question is answered when the pages found answer it, and refused when they only come near", async () => {
  const takenIn: string[] = [];
  const lost: string[] = [];
  for (const { question, near, answering, answerable = question, answer } of PAIRS) {
    const refused = await ask(question, near);
    if (refused.ok) takenIn.push(question);
    else expect(refused.error_code, question).toBe("research_insufficient_evidence");
    const { sections } = await ask(answerable, answering);
    const claims = sections.flatMap((section) => section.claims);
    if (!claims.some(({ text }) => containsAnswer(text, answer))) lost.push(answerable);
  }
  expect(takenIn.length / PAIRS.length, takenIn.join("\n")).toBeLessThanOrEqual(0.05);
  expect(lost.length / PAIRS.length, lost.join("\n")).toBeLessThanOrEqual(0.1);
});
