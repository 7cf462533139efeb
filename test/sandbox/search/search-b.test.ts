import { searchBSandboxKey, startSearchB } from "@plumbline/sandbox/search/search-b.ts";
import {
  searchBPayAsYouGoLimit,
  searchBPlanLimit,
  searchBRateLimited,
  searchBServerError,
} from "@plumbline/sandbox/search/search-b-failures.ts";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { texts } from "./texts.ts";

const server = startedForEach(() => startSearchB({ texts }));

async function send(body: string, authorization = `Bearer ${searchBSandboxKey}`) {
  const headers = { "content-type": "application/json", authorization };
  const response = await request(`${server.url}/search`, { method: "POST", headers, body });
  return { status: response.statusCode, body: await response.body.json() };
}

const search = (body: object, authorization?: string) => send(JSON.stringify(body), authorization);

describe("results", () => {
  it("carry one quote at basic depth", async () => {
    const { status, body } = await search({ query: "Elbe ferries", max_results: 1 });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      query: "Elbe ferries",
      answer: null,
      results: [
        {
          title: "The Elbe's course",
          url: "https://almanac.example/rivers/elbe?lang=en&view=full",
          content: "Dr. J. Falk measured its depth in 1901. The Elbe carries barges & ferries.",
          raw_content: null,
        },
      ],
    });
  });

  it("join several quotes at advanced depth, each of them verbatim", async () => {
    const { body } = await search({ query: "Elbe ferries", search_depth: "advanced", chunks_per_source: 2 });
    const [first] = (body as { results: { content: string }[] }).results;
    const quotes = first?.content.split(" [...] ") ?? [];
    expect(quotes).toHaveLength(2);
    expect(quotes.every((quote) => texts[0]?.text.includes(quote))).toBe(true);
  });

  it("are scored between 0 and 1, best first, and dated for news alone", async () => {
    const news = await search({ query: "Elbe barges", topic: "news" });
    const { results } = news.body as { results: { score: number; published_date?: string }[] };
    expect(results).toHaveLength(2);
    expect(results[0]?.score).toBeGreaterThan(results[1]?.score ?? 1);
    expect(results.every(({ score }) => score > 0 && score < 1)).toBe(true);
    expect(results.map((result) => result.published_date)).toEqual([
      "Tue, 08 Oct 2024 00:00:00 GMT",
      undefined,
    ]);
    expect(JSON.stringify((await search({ query: "Elbe barges" })).body)).not.toContain("published_date");
  });

  it("are an empty list when nothing is found", async () => {
    expect(await search({ query: "Zorblax Quimby" })).toMatchObject({ status: 200, body: { results: [] } });
  });
});

describe("refusals", () => {
  it.each(["", "Bearer wrong", searchBSandboxKey])("of the authorization %o: 401", async (authorization) => {
    expect(await search({ query: "Elbe" }, authorization)).toEqual({
      status: 401,
      body: { detail: { error: "Unauthorized: missing or invalid API key." } },
    });
  });

  it.each([
    [{}, "Query is missing"],
    [{ query: "x".repeat(401) }, "Query is too long"],
    [{ query: "x", search_depth: "deep" }, "Invalid search depth"],
    [{ query: "x", topic: "sports" }, "Invalid topic"],
    [{ query: "x", chunks_per_source: 4 }, "Invalid chunks per source"],
    [{ query: "x", max_results: 21 }, "Invalid max results"],
  ])("of the parameters %o: 400", async (parameters, error) => {
    expect(await search(parameters)).toMatchObject({
      status: 400,
      body: { detail: { error: expect.stringContaining(error) } },
    });
  });

  it("of what is no JSON object: 400", async () => {
    expect(await send("{")).toMatchObject({
      status: 400,
      body: { detail: { error: "Invalid request body." } },
    });
    expect(await send("null")).toMatchObject({ status: 400 });
  });

  it("for scripts, under the provider's own statuses", async () => {
    server.script(
      "",
      searchBRateLimited(),
      searchBPlanLimit(),
      searchBPayAsYouGoLimit(),
      searchBServerError(),
    );
    for (const status of [429, 432, 433, 500]) {
      expect(await search({ query: "Elbe" })).toMatchObject({
        status,
        body: { detail: { error: expect.any(String) } },
      });
    }
  });
});
