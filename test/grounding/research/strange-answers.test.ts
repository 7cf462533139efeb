import { Secret } from "@plumbline/core/access/secret.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { type HttpClient, HttpResponse } from "@plumbline/core/egress/http-message.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBackends } from "../../../packages/grounding/research/backends/create-backends.ts";
import { createResearchEngine } from "../../../packages/grounding/research/engine.ts";
import { researchOutcomeSchema } from "../../../packages/grounding/research/outcome.ts";
import { auditOutcome } from "../../../packages/grounding/research/outcome-audit.ts";

const apiKey = new Secret("key-5e1f");
const baseUrl = "https://search.example/";
const SETTINGS = {
  a: { a: { apiKey, baseUrl } },
  b: { b: { apiKey, baseUrl } },
  c: { c: { instanceUrl: baseUrl } },
  d: { d: { baseUrl } },
};

async function outcomeOf(letter: keyof typeof SETTINGS, status: number, body: string) {
  const http: HttpClient = { send: async () => new HttpResponse(status, {}, Buffer.from(body), false) };
  const engine = createResearchEngine({
    backends: createBackends(SETTINGS[letter], http),
    clock: new ManualClock(),
  });
  return engine.research({ query: "Who was Ada Lovelace?" });
}

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom(
    "Ada Lovelace was born in 1815.",
    "<b>Ada</b> &amp;amp; Lovelace [...] was",
    "<!--",
    "</p><script>",
  ),
);
const url = fc.oneof(
  fc.webUrl(),
  fc.constantFrom("http://", "//x", "https://a@b/", "https://[::1]/", "mailto:a@b.example"),
);
const hit = fc.record(
  {
    url: fc.oneof(url, fc.jsonValue()),
    title: fc.oneof(text, fc.jsonValue()),
    description: fc.oneof(text, fc.jsonValue()),
    content: fc.oneof(text, fc.jsonValue()),
    extra_snippets: fc.oneof(fc.array(text), fc.jsonValue()),
    published_date: fc.oneof(text, fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const hits = fc.oneof(fc.array(hit), fc.jsonValue());
const answer = fc.oneof(
  fc.record(
    {
      web: fc.oneof(fc.record({ results: hits }), fc.jsonValue()),
      results: hits,
      answers: fc.oneof(fc.array(text), fc.jsonValue()),
      infoboxes: hits,
      unresponsive_engines: fc.oneof(fc.array(fc.array(text)), fc.jsonValue()),
      error: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);

const PAGE_PIECES = [
  '<div class="result">',
  '<a class="result__a" href="https://page.example/">',
  '<a class="result__snippet">',
  "</a>",
  "</div>",
  "<b>",
  "Ada Lovelace was an English mathematician. ",
  "&lt;",
  "<",
  '<div class="no-results">',
  "<!--",
];
const page = fc.array(fc.constantFrom(...PAGE_PIECES), { maxLength: 40 }).map((pieces) => pieces.join(""));

describe("whatever a search answers", () => {
  const letter = fc.constantFrom("a", "b", "c", "d" as const);
  const status = fc.constantFrom(200, 200, 200, 202, 204, 301, 400, 403, 404, 422, 429, 500);
  const body = fc.oneof(
    answer.map((value) => JSON.stringify(value)),
    page,
    text,
  );

  it("becomes a sound outcome and never an exception", async () => {
    await fc.assert(
      fc.asyncProperty(letter, status, body, async (from, answered, sent) => {
        const outcome = await outcomeOf(from, answered, sent);
        expect(researchOutcomeSchema.parse(outcome)).toEqual(outcome);
        expect(auditOutcome(outcome).problems).toEqual([]);
        expect(JSON.stringify(outcome)).not.toContain("key-5e1f");
      }),
      { numRuns: 500 },
    );
  });
});
