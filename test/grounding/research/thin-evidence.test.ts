import { Deadline } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { LogFields } from "@plumbline/core/log/logger.ts";
import { searchABadKey, searchARateLimited } from "@plumbline/sandbox/search/search-a-failures.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, describe, expect, it } from "vitest";
import {
  BackendFailure,
  type SearchBackend,
  type SearchResponse,
} from "../../../packages/grounding/research/backends/search-backend.ts";
import { createResearchEngine } from "../../../packages/grounding/research/engine.ts";
import { findBackendOf, mergeAnswers } from "../../../packages/grounding/research/merge-answers.ts";
import type { BackendName } from "../../../packages/grounding/research/outcome.ts";
import { auditOutcome } from "../../../packages/grounding/research/outcome-audit.ts";
import { MetricsRegistry } from "../../../packages/local/metrics/metrics-registry.ts";
import { sampleValue } from "../../support/exposition.ts";
import { startedForFile } from "../../support/started.ts";
import { startSearchSandbox } from "./search-sandbox.ts";

const QUERY = "Who was Ada Lovelace?";
const THIN = page("https://weather.example/", "Weather", "It rained all over the country on Monday morning.");
const ADA = [
  page("https://almanac.example/ada", "Ada Lovelace", "Ada Lovelace was an English mathematician."),
  page("https://lives.example/ada", "Ada Lovelace", "Ada Lovelace was a mathematician born in 1815."),
];

function page(url: string, title: string, ...quotes: string[]) {
  return { url, title, quotes };
}

/** A backend that answers what it is given, and counts how often it is asked. */
function backend(name: BackendName, answer: Partial<SearchResponse> | Error) {
  const asked: string[] = [];
  const scripted: SearchBackend = {
    name,
    search({ query }) {
      asked.push(query);
      if (answer instanceof Error) return Promise.reject(answer);
      return Promise.resolve({ hits: [], notes: [], ...answer });
    },
  };
  return Object.assign(scripted, { asked });
}

function research(
  backends: readonly SearchBackend[],
  deadlineMs?: number,
  clock = new ManualClock("2026-03-01T12:00:00Z"),
) {
  const deadline = deadlineMs === undefined ? undefined : Deadline.in(deadlineMs, clock);
  return createResearchEngine({ backends, clock }).research({ query: QUERY, deadline });
}

describe("an answer that does not answer", () => {
  it.each([
    ["empty", []],
    ["thin", [THIN]],
  ])("%s: has the next backend asked, and both are shown", async (_kind, hits) => {
    const [a, b] = [backend("search_a", { hits }), backend("search_b", { hits: ADA })];
    const outcome = await research([a, b]);
    expect(outcome.ok, outcome.refusal_reason ?? "").toBe(true);
    expect(outcome.provider_chain).toEqual([
      { backend: "search_a", ok: true },
      { backend: "search_b", ok: true },
    ]);
    expect(outcome.provider_used).toBe("search_b");
    expect(outcome.summary).toMatch(/by search_b\.$/);
    expect(b.asked).toEqual(a.asked);
    expect(auditOutcome(outcome)).toEqual({ ok: true, problems: [] });
  });

  it("has no third asked, whatever the second says", async () => {
    const c = backend("search_c", { hits: ADA });
    for (const second of [{ hits: [THIN] }, new BackendFailure("search_b", "quota used up")]) {
      const outcome = await research([backend("search_a", {}), backend("search_b", second), c]);
      expect(outcome.error_code).toBe("research_insufficient_evidence");
      expect(outcome.provider_chain).toHaveLength(2);
    }
    expect(c.asked).toEqual([]);
  });

  it("is insufficient evidence when the next one fails: somebody did answer", async () => {
    const failed = backend("search_b", new BackendFailure("search_b", "answered 503"));
    const outcome = await research([backend("search_a", { hits: [THIN] }), failed]);
    expect(outcome.error_code).toBe("research_insufficient_evidence");
    expect(outcome.provider_used).toBe("search_a");
    expect(outcome.provider_chain).toEqual([
      { backend: "search_a", ok: true },
      { backend: "search_b", ok: false, error: "search_b: answered 503" },
    ]);
  });

  it("is judged by itself when a failure came before it", async () => {
    const failed = backend("search_a", new BackendFailure("search_a", "answered 503"));
    const outcome = await research([failed, backend("search_b", {}), backend("search_c", { hits: ADA })]);
    expect(outcome.provider_used).toBe("search_c");
    expect(outcome.provider_chain.map(({ ok }) => ok)).toEqual([false, true, true]);
  });

  it("has nobody else asked when the name is ambiguous, or when it answers", async () => {
    const next = backend("search_b", { hits: ADA });
    const namesakes = [
      page(
        "https://one.example/a",
        "Ada Lovelace (swimmer)",
        "Ada Lovelace (born 1990) is an Australian swimmer.",
      ),
      page("https://two.example/b", "Ada Lovelace (poet)", "Ada Lovelace (1720 – 1780) was a Scottish poet."),
    ];
    const ambiguous = await research([backend("search_a", { hits: namesakes }), next]);
    expect(ambiguous.error_code).toBe("research_ambiguous_name");
    expect((await research([backend("search_a", { hits: ADA }), next])).ok).toBe(true);
    expect(next.asked).toEqual([]);
  });

  it("has nobody asked when no time is left", async () => {
    const clock = new ManualClock("2026-03-01T12:00:00Z");
    const slow: SearchBackend = {
      name: "search_a",
      search() {
        clock.advance(5_000);
        return Promise.resolve({ hits: [], notes: [] });
      },
    };
    const next = backend("search_b", { hits: ADA });
    const outcome = await research([slow, next], 5_000, clock);
    expect(outcome.error_code).toBe("research_insufficient_evidence");
    expect(outcome.provider_chain[1]?.error).toMatch(/not asked, the time/);
    expect(next.asked).toEqual([]);
  });

  it("keeps the notes of both", async () => {
    const note = (text: string) => ({ kind: "engine_unavailable" as const, text });
    const first = backend("search_a", { hits: [THIN], notes: [note("one")] });
    const second = backend("search_b", { hits: ADA, notes: [note("two")] });
    const { unverified_notes } = await research([first, second]);
    expect(unverified_notes).toEqual(expect.arrayContaining([note("one"), note("two")]));
  });
});

describe("the backend that is named", () => {
  it("gave most of the quotes that are cited, however many others were found", async () => {
    const many = page(
      "https://weather.example/all",
      "Weather",
      ...THIN.quotes,
      "It snowed in the hills all day.",
    );
    const outcome = await research([
      backend("search_a", { hits: [many, THIN] }),
      backend("search_b", { hits: ADA }),
    ]);
    expect(outcome.provider_used).toBe("search_b");
    expect(outcome.citations).toHaveLength(2);
  });

  it("of one page that two found is the one that has the words, else the one asked first", () => {
    const url = "https://almanac.example/ada";
    const answers = (["search_a", "search_b", "search_c"] as const).map((name, index) => {
      const hits = [page(url, "Ada", `Quote ${index}.`, "Both.")];
      return { backend: name, answer: { hits, notes: [] } };
    });
    const { hits } = mergeAnswers(answers);
    const found = (snippet: string) => findBackendOf({ url, snippet }, hits);
    expect(found("Quote 1.")).toBe("search_b");
    expect(found("Both.")).toBe("search_a");
    expect(found("Cleaned.")).toBe("search_a");
    expect(findBackendOf({ url: "https://other.example/", snippet: "Both." }, hits)).toBeUndefined();
  });

  it("of two with as many is the one asked first; in a refusal all that was found counts", async () => {
    const refused = await research([backend("search_a", {}), backend("search_b", {})]);
    expect(refused.provider_used).toBe("search_a");
    const found = await research([backend("search_a", {}), backend("search_b", { hits: [THIN] })]);
    expect(found).toMatchObject({ ok: false, provider_used: "search_b" });
    expect(found.summary).toBe("1 snippet from 1 distinct domain by search_b.");
  });
});

describe("a key that a backend refuses", () => {
  const sandbox = startedForFile(startSearchSandbox);
  afterEach(() => sandbox.clear());

  function watched(letters: string) {
    const metrics = new MetricsRegistry(sandbox.clock);
    const logged: { level: string; event: string; fields?: LogFields | undefined }[] = [];
    const logger = {
      log: (level: string, event: string, fields?: LogFields) => void logged.push({ level, event, fields }),
    };
    const { clock } = sandbox;
    const engine = createResearchEngine({ backends: sandbox.backends(letters), clock, metrics, logger });
    return { engine, metrics, logged };
  }

  it("is counted and logged, and the next backend answers", async () => {
    sandbox.servers.a.script("", searchABadKey());
    sandbox.servers.b.script("", json({ detail: { error: "Unauthorized" } }, 401));
    const { engine, metrics, logged } = watched("abc");
    const outcome = await engine.research({ query: QUERY });
    expect(outcome.provider_used).toBe("search_c");
    for (const name of ["search_a", "search_b"])
      expect(
        sampleValue(await metrics.text(), "plumbline_search_key_refusals_total", { backend: name }),
      ).toBe(1);
    expect(logged).toEqual([
      { level: "warn", event: "search_key_refused", fields: { backend: "search_a" } },
      { level: "warn", event: "search_key_refused", fields: { backend: "search_b" } },
    ]);
  });

  it("is no other failure", async () => {
    sandbox.servers.a.script("", searchARateLimited());
    sandbox.servers.b.script("", json({}, 500));
    sandbox.servers.c.script("", json({}, 403));
    const { engine, metrics, logged } = watched("abcd");
    await engine.research({ query: QUERY });
    expect(sampleValue(await metrics.text(), "plumbline_search_key_refusals_total")).toBe(0);
    expect(logged).toEqual([]);
  });
});
