import { Secret } from "@plumbline/core/access/secret.ts";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { NOTHING_EXEMPT } from "@plumbline/core/egress/egress-allow.ts";
import {
  auditOutcome,
  createBackends,
  createResearchEngine,
  type SearchSettings,
} from "@plumbline/grounding";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import { loadCorpus } from "@plumbline/sandbox/corpus/corpus.ts";
import { startSearchD } from "@plumbline/sandbox/search/search-d.ts";
import {
  hangBeforeHeaders,
  htmlPage,
  json,
  type Reply,
  resetAfterReading,
} from "@plumbline/sandbox/server/reply.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startEngines } from "./searx/engines.ts";
import { type SearxInstance, startSearx } from "./searx/searx-instance.ts";

const texts = loadCorpus();
const egress = openEgress({ clock: systemClock, allow: NOTHING_EXEMPT });
const http = egress.provider;
const serverError = json({ error: "down" }, 500);
let engines: ScriptedServer;
let searchD: ScriptedServer;
let searx: SearxInstance;

beforeAll(async () => {
  [engines, searchD] = await Promise.all([startEngines(texts), startSearchD({ texts })]);
  searx = await startSearx(engines.port);
});

afterEach(() => {
  const failures = [...engines.failures];
  engines.clear();
  searchD.clear();
  expect(failures).toEqual([]);
});

afterAll(async () => {
  await searx?.stop();
  await Promise.all([engines?.close(), searchD?.close(), egress.close()]);
});

/** One research over searx alone, or over the backends given. */
function research(query: string, settings: SearchSettings = { c: { instanceUrl: searx.url } }) {
  const backends = createBackends(settings, http);
  return createResearchEngine({ backends, clock: systemClock }).research({ query });
}

/** searx with the HTML backend after it, which is the next in priority. */
function withFallback(instance: SearxInstance): SearchSettings {
  return { c: { instanceUrl: instance.url }, d: { baseUrl: `${searchD.url}/html/` } };
}

/** A searx of this test's own, for what lasts as long as the process does. */
async function ownSearx(): Promise<SearxInstance> {
  const instance = await startSearx(engines.port);
  onTestFinished(() => instance.stop());
  return instance;
}

function claimsOf({ sections }: ResearchOutcome): string[] {
  return sections.flatMap(({ claims }) => claims.map(({ text }) => text));
}

/**
 * Returns the topics of the pages, as the corpus names them. A page that is not in the corpus stays as its
 * URL.
 */
function topicsOf(pages: readonly { url: string }[]): Set<string> {
  const ids = pages.map(({ url }) => texts.find((text) => text.url === url)?.id ?? url);
  return new Set(ids.map((id) => id.replace(/-\d+$/, "")));
}

/**
 * An answer that holds against itself and against the corpus: whatever it quotes stands on the page it names.
 */
function expectSound(outcome: ResearchOutcome): void {
  expect(auditOutcome(outcome)).toEqual({ ok: true, problems: [] });
  expect(outcome).toMatchObject({ ok: true, provider_used: "search_c" });
  expect(claimsOf(outcome).length).toBeGreaterThan(0);
  for (const { url, snippet } of outcome.citations) {
    expect(texts.find((text) => text.url === url)?.text).toContain(snippet);
  }
}

describe("answers from searx", () => {
  test("a question about a person gets cited, verbatim claims", async () => {
    const outcome = await research("Who was Ada Lovelace?");
    expectSound(outcome);
    expect(claimsOf(outcome)).toContain(
      "Ada Lovelace was an English mathematician and writer born in London on 10 December 1815.",
    );
    expect(outcome.citations.every(({ title }) => title.includes("Ada Lovelace"))).toBe(true);
    expect(outcome.provider_chain).toEqual([{ backend: "search_c", ok: true }]);
    expect(outcome.unverified_notes).toEqual([]);
  });

  test.each(["NFC", "NFD"])("a name with accents (%s) reaches the engines whole", async (form) => {
    const query = "Who is Katalin Karikó?".normalize(form);
    const outcome = await research(query);
    expectSound(outcome);
    expect(outcome.citations.map(({ url }) => url)).toContain(
      "https://biographies.example/katalin-karik%C3%B3",
    );
    expect(engines.requests.map((request) => request.query.get("q"))).toContain(query);
  });

  test("the infobox of a bare name comes first", async () => {
    const outcome = await research("Grace Hopper");
    expectSound(outcome);
    const page = texts.find(({ title }) => title === "Grace Hopper");
    expect(outcome.citations[0]).toMatchObject({ url: page?.url, snippet: page?.text });
  });

  test.each(["!!g", "!wikipedia", ":fr", "<1"])(
    "%s before a question does not steer searx",
    async (typed) => {
      expectSound(await research(`${typed} Who was Ada Lovelace?`));
      const asked = engines.requests.map(({ path, query }) => query.get("q") ?? decodeURIComponent(path));
      const question = "Who was Ada Lovelace?";
      expect(asked.toSorted()).toEqual([`/encyclopedia/en/${question}`, question, question, question]);
    },
  );
});

describe("refuses with searx", () => {
  test.each([
    ["a name nobody bears", "Who was Zebulon Quartermain?"],
    ["a name of which only a part is known", "Who is Marie Vandersloot?"],
    ["a language that finds nothing", "谁是阿达 🚀"],
  ])("%s", async (_, query) => {
    const outcome = await research(query);
    expect(outcome).toMatchObject({
      ok: false,
      error_code: "research_insufficient_evidence",
      citations: [],
      sections: [],
    });
    expect(auditOutcome(outcome)).toEqual({ ok: true, problems: [] });
  });

  test("a name that two people share, with candidates of both", async () => {
    const outcome = await research("Who is Steve McQueen?");
    expect(outcome).toMatchObject({ ok: false, error_code: "research_ambiguous_name", citations: [] });
    expect(topicsOf(outcome.disambiguation_candidates)).toEqual(
      new Set(["steve-mcqueen-actor", "steve-mcqueen-director"]),
    );
  });

  test("but not once it is said which of them is meant", async () => {
    const outcome = await research("Who is the American actor Steve McQueen?");
    expectSound(outcome);
    expect(topicsOf(outcome.citations)).toEqual(new Set(["steve-mcqueen-actor"]));
  });
});

describe("engines of searx that fail", () => {
  test.each<[string, Reply, string]>([
    ["a 500", serverError, "HTTP error"],
    ["silence", hangBeforeHeaders(), "timeout"],
    ["a lost connection", resetAfterReading(), "HTTP error"],
    ["HTML in place of JSON", htmlPage("<h1>Maintenance</h1>"), "unexpected crash"],
  ])("one of them with %s is noted, the others answer", async (_, reply, reason) => {
    engines.scriptAlways("GET /library", reply);
    const outcome = await research("Who was Ada Lovelace?");
    expectSound(outcome);
    expect(outcome.unverified_notes.filter(({ kind }) => kind === "engine_unavailable")).toEqual([
      { kind: "engine_unavailable", text: expect.stringMatching(new RegExp(`library \\(.*${reason}`)) },
    ]);
  });

  test("all of them are a provider failure that names each", async () => {
    engines.scriptAlways("GET /", serverError);
    const outcome = await research("Who was Ada Lovelace?");
    expect(outcome).toMatchObject({ ok: false, error_code: "research_provider_failure", citations: [] });
    for (const name of ["reference", "library", "newsroom", "wikipedia"]) {
      expect(outcome.refusal_reason).toContain(`${name} (HTTP error)`);
    }
  });

  test("all of them hand over to the next backend", async () => {
    engines.scriptAlways("GET /", serverError);
    const outcome = await research("Who was Ada Lovelace?", withFallback(searx));
    expect(outcome).toMatchObject({ ok: true, provider_used: "search_d" });
    expect(outcome.provider_chain).toEqual([
      { backend: "search_c", ok: false, error: expect.stringContaining("all engines are down") },
      { backend: "search_d", ok: true },
    ]);
  });
});

describe("searx itself", () => {
  test("hides the engines it suspended: nothing found, and the next backend is asked", async () => {
    const instance = await ownSearx();
    engines.scriptAlways("GET /", json({ error: "slow down" }, 429));
    const named = await research("Who was Ada Lovelace?", withFallback(instance));
    expect(named.provider_chain[0]?.error).toContain("too many requests");

    engines.clear();
    const silent = await research("Who was Ada Lovelace?", withFallback(instance));
    expect(engines.requests).toEqual([]);
    expect(silent).toMatchObject({ ok: true, provider_used: "search_d" });
    expect(silent.provider_chain[0]?.error).toContain("named no engine");

    const alone = await research("Who was Ada Lovelace?", { c: { instanceUrl: instance.url } });
    expect(alone).toMatchObject({ ok: false, error_code: "research_insufficient_evidence" });
  });

  test("takes over from a backend before it that fails", async () => {
    const searchA = { apiKey: new Secret("any"), baseUrl: engines.url };
    engines.scriptAlways("GET /web/search", serverError);
    const outcome = await research("Who was Ada Lovelace?", {
      a: searchA,
      c: { instanceUrl: searx.url },
    });
    expectSound(outcome);
    expect(outcome.provider_chain.map(({ backend, ok }) => [backend, ok])).toEqual([
      ["search_a", false],
      ["search_c", true],
    ]);
  });

  test("that is slower than its share of the time hands over", async () => {
    engines.scriptAlways("GET /", hangBeforeHeaders());
    const backends = createBackends(withFallback(searx), http);
    const engine = createResearchEngine({ backends, clock: systemClock, backendTimeoutMs: 600 });
    const outcome = await engine.research({ query: "Who was Ada Lovelace?" });
    expect(outcome).toMatchObject({ ok: true, provider_used: "search_d" });
    expect(outcome.provider_chain[0]).toMatchObject({ backend: "search_c", ok: false });
  });

  test("that is gone hands over", async () => {
    const instance = await ownSearx();
    await instance.stop();
    const outcome = await research("Who was Ada Lovelace?", withFallback(instance));
    expect(outcome).toMatchObject({ ok: true, provider_used: "search_d" });
    expect(outcome.provider_chain[0]).toMatchObject({ backend: "search_c", ok: false });
  });
});
