import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Deadline } from "@plumbline/core/clock/clock.ts";
import { searchARateLimited } from "@plumbline/sandbox/search/search-a-failures.ts";
import { searchBPlanLimit } from "@plumbline/sandbox/search/search-b-failures.ts";
import { searchCAllEnginesDown, searchCSilentlyEmpty } from "@plumbline/sandbox/search/search-c-failures.ts";
import {
  hangAfterHeaders,
  hangBeforeHeaders,
  hangInBody,
  json,
  resetAfterReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { afterEach, describe, expect, it } from "vitest";
import {
  BackendFailure,
  type SearchBackend,
} from "../../../packages/grounding/research/backends/search-backend.ts";
import { createResearchEngine, type ResearchRequest } from "../../../packages/grounding/research/engine.ts";
import { startedForFile } from "../../support/started.ts";
import { type BackendLetter, startSearchSandbox } from "./search-sandbox.ts";

const sandbox = startedForFile(startSearchSandbox);
afterEach(() => sandbox.clear());
const QUERY = "Who was Ada Lovelace?";

function research(letters: string, more: Partial<ResearchRequest> = {}) {
  const engine = createResearchEngine({ backends: sandbox.backends(letters), clock: sandbox.clock });
  return engine.research({ query: QUERY, ...more });
}

/** Lets the clock run on once the server has read the request that it will never answer. */
async function runOut(letter: BackendLetter, ms: number): Promise<void> {
  await sandbox.servers[letter].waitForRequests(1);
  sandbox.clock.advance(ms);
}

/** Resolves when the client has read the next answer's headers. */
function headersRead(): Promise<void> {
  return new Promise((resolve) => {
    const onHeaders = () => {
      unsubscribe("undici:request:headers", onHeaders);
      resolve();
    };
    subscribe("undici:request:headers", onHeaders);
  });
}

describe("falling back", () => {
  it("goes down the priority order until one answers, with a line for each", async () => {
    const { a, b, c } = sandbox.servers;
    a.script("", searchARateLimited());
    b.script("", searchBPlanLimit());
    c.script("", searchCAllEnginesDown("q", [["engine one", "timeout"]]));
    const outcome = await research("abcd");
    expect(outcome.ok).toBe(true);
    expect(outcome.provider_used).toBe("search_d");
    expect(outcome.provider_chain).toEqual([
      { backend: "search_a", ok: false, error: "search_a: rate limited" },
      { backend: "search_b", ok: false, error: "search_b: quota used up" },
      { backend: "search_c", ok: false, error: "search_c: all engines are down: engine one (timeout)" },
      { backend: "search_d", ok: true },
    ]);
  });

  it("asks each backend once: the chain is the retry", async () => {
    sandbox.servers.a.scriptAlways("", json({}, 503));
    await research("ab");
    expect(sandbox.servers.a.requests).toHaveLength(1);
    expect(sandbox.servers.b.requests).toHaveLength(1);
  });

  it("follows priority, whatever is configured", async () => {
    expect((await research("bd")).provider_used).toBe("search_b");
    expect((await research("cd")).provider_used).toBe("search_c");
    expect((await research("d")).provider_used).toBe("search_d");
  });

  it("hands over when search_c finds nothing and names no engine", async () => {
    sandbox.servers.c.script("", searchCSilentlyEmpty("q"));
    const outcome = await research("cd");
    expect(outcome.provider_used).toBe("search_d");
    expect(outcome.provider_chain[0]).toEqual({
      backend: "search_c",
      ok: false,
      error: "search_c: found nothing and named no engine (suspended engines are hidden)",
    });
  });

  it("turns away an answer of 5 MB", async () => {
    sandbox.servers.a.script("", text(`{"web":"${"x".repeat(5_000_000)}"}`));
    const outcome = await research("ab");
    expect(outcome.provider_chain).toEqual([
      {
        backend: "search_a",
        ok: false,
        error: "search_a: its answer is too large",
      },
      { backend: "search_b", ok: true },
    ]);
  });

  it("takes a lost connection for a failure", async () => {
    sandbox.servers.a.script("", resetAfterReading());
    const outcome = await research("ab");
    expect(outcome.provider_chain[0]?.error).toBe("search_a: connection lost");
    expect(outcome.provider_used).toBe("search_b");
  });

  it("lets an error of our own through: it is no provider's failure", async () => {
    const broken: SearchBackend = { name: "search_a", search: () => Promise.reject(new TypeError("a bug")) };
    const failing: SearchBackend = {
      name: "search_a",
      search: () => Promise.reject(new BackendFailure("search_a", "no")),
    };
    const { clock } = sandbox;
    await expect(
      createResearchEngine({ backends: [broken], clock }).research({ query: QUERY }),
    ).rejects.toThrow("a bug");
    const outcome = await createResearchEngine({ backends: [failing], clock }).research({ query: QUERY });
    expect(outcome.error_code).toBe("research_provider_failure");
  });
});

describe("time", () => {
  it.each([
    ["before the headers", hangBeforeHeaders(), "did not answer within 8 s"],
    ["after the headers", hangAfterHeaders(), "answered 200 but did not finish within 8 s"],
    [
      "in the body",
      hangInBody(json({ web: { results: [] } }), 5),
      "answered 200 but did not finish within 8 s",
    ],
  ])("a backend that hangs %s is left after 8 s", async (_where, fault, error) => {
    sandbox.servers.a.script("", fault);
    const begun =
      fault.fault === "hang_before_headers" ? sandbox.servers.a.waitForRequests(1) : headersRead();
    const running = research("ab");
    await begun;
    sandbox.clock.advance(8000);
    const outcome = await running;
    expect(outcome.provider_chain[0]?.error).toBe(`search_a: ${error}`);
    expect(outcome.provider_used).toBe("search_b");
  });

  it("the backends share 25 s", async () => {
    for (const server of Object.values(sandbox.servers)) server.scriptAlways("", hangBeforeHeaders());
    const running = research("abcd");
    for (const letter of ["a", "b", "c"] as const) await runOut(letter, 8000);
    await runOut("d", 1000);
    const outcome = await running;
    expect(outcome.error_code).toBe("research_provider_failure");
    expect(outcome.provider_chain.map(({ error }) => error?.match(/within .*/)?.[0])).toEqual([
      "within 8 s",
      "within 8 s",
      "within 8 s",
      "within 1 s",
    ]);
  });

  it("a caller's nearer deadline counts, and a backend without time left is not asked", async () => {
    sandbox.servers.a.script("", hangBeforeHeaders());
    sandbox.servers.b.script("", hangBeforeHeaders());
    const running = research("abc", { deadline: Deadline.in(10_000, sandbox.clock) });
    await runOut("a", 8000);
    await runOut("b", 2000);
    const outcome = await running;
    expect(outcome.provider_chain[1]?.error).toMatch(/did not answer within 2 s$/);
    expect(outcome.provider_chain[2]).toEqual({
      backend: "search_c",
      ok: false,
      error: "search_c: not asked, the time for this research was used up",
    });
    expect(sandbox.servers.c.requests).toHaveLength(0);
  });

  it("stops with the caller's reason when the caller gives up, and asks no further backend", async () => {
    sandbox.servers.a.script("", hangBeforeHeaders());
    const controller = new AbortController();
    const running = research("ab", { signal: controller.signal });
    const rejected = expect(running).rejects.toThrow("the caller left");
    await sandbox.servers.a.waitForRequests(1);
    controller.abort(new Error("the caller left"));
    await rejected;
    expect(sandbox.servers.b.requests).toHaveLength(0);
  });
});
