import { type SearchCOptions, startSearchC } from "@plumbline/sandbox/search/search-c.ts";
import {
  searchCAllEnginesDown,
  searchCRateLimited,
  searchCSilentlyEmpty,
} from "@plumbline/sandbox/search/search-c-failures.ts";
import { request } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { texts } from "./texts.ts";

async function start(options: Partial<SearchCOptions> = {}) {
  const server = await startSearchC({ texts, ...options });
  onTestFinished(() => server.close());
  const get = async (query: Record<string, string>) => {
    const response = await request(`${server.url}/search?${new URLSearchParams(query)}`);
    const type = response.headers["content-type"];
    return { status: response.statusCode, type, text: await response.body.text() };
  };
  const getJson = async (query: Record<string, string>) =>
    JSON.parse((await get({ ...query, format: "json" })).text);
  return { server, get, getJson };
}

describe("results", () => {
  it("are JSON when asked, plain text with engine, score and date", async () => {
    const { getJson } = await start();
    const answer = await getJson({ q: "Elbe ferries" });
    expect(answer).toMatchObject({
      query: "Elbe ferries",
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
    });
    expect(answer.unresponsive_engines).toEqual([]);
    expect(answer).not.toHaveProperty("number_of_results");
    expect(answer.results[0]).toMatchObject({
      url: "https://almanac.example/rivers/elbe?lang=en&view=full",
      title: "The Elbe's course",
      content: "Dr. J. Falk measured its depth in 1901. The Elbe carries barges & ferries.",
      engine: "sandbox",
      engines: ["sandbox"],
      category: "general",
      publishedDate: "2024-10-08T00:00:00",
    });
    expect(answer.results[0].score).toBeGreaterThan(answer.results[1].score);
    expect(answer.results[1].publishedDate).toBeNull();
  });

  it("come ten a page", async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      id: `text-${index}`,
      url: `https://almanac.example/${index}`,
      title: "Elbe",
      text: "The Elbe flows.",
    }));
    const { getJson } = await start({ texts: many });
    expect((await getJson({ q: "Elbe" })).results).toHaveLength(10);
    expect((await getJson({ q: "Elbe", pageno: "2" })).results).toHaveLength(2);
  });

  it("take a form as well", async () => {
    const { server } = await start();
    const response = await request(`${server.url}/search`, { method: "POST", body: "q=Elbe&format=json" });
    expect(await response.body.json()).toMatchObject({ query: "Elbe", results: [{}, {}] });
  });

  it("are a page of HTML without a format", async () => {
    const { get } = await start();
    const { type, text } = await get({ q: "kite wind" });
    expect(type).toBe("text/html; charset=utf-8");
    expect(text).toContain('<h3><a href="https://newsdesk.example/kites">Kites</a></h3>');
    expect(text).toContain("A <span>kite</span> needs &lt;<span>wind</span>&gt;");
  });

  it("may stand beside engines that failed, and a fact box", async () => {
    const infobox = { title: "Elbe", content: "A river.", url: "https://archive.example.org/elbe" };
    const { getJson } = await start({ unresponsiveEngines: [["other", "timeout"]], infoboxes: [infobox] });
    const answer = await getJson({ q: "Elbe" });
    expect(answer.results).toHaveLength(2);
    expect(answer.unresponsive_engines).toEqual([["other", "timeout"]]);
    expect(answer.infoboxes).toMatchObject([
      { infobox: "Elbe", content: "A river.", urls: [{ url: "https://archive.example.org/elbe" }] },
    ]);
  });
});

describe("failures", () => {
  it("403 with HTML when JSON is switched off, while HTML is served", async () => {
    const { get } = await start({ jsonEnabled: false });
    expect(await get({ q: "Elbe", format: "json" })).toMatchObject({
      status: 403,
      type: "text/html; charset=utf-8",
    });
    expect((await get({ q: "Elbe" })).status).toBe(200);
  });

  it.each([
    [{ q: "" }, "No query"],
    [{ q: "Elbe", pageno: "none" }, 'Invalid value "none" for parameter pageno'],
  ])("400 for %o", async (query, error) => {
    const { get } = await start();
    const answer = await get({ ...query, format: "json" });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([400, { error }]);
  });

  it("for scripts: the limiter, all engines down, and nothing without a word", async () => {
    const { server, get, getJson } = await start();
    server.script("", searchCRateLimited(), searchCAllEnginesDown("Elbe"), searchCSilentlyEmpty("Elbe"));
    expect((await get({ q: "Elbe", format: "json" })).status).toBe(429);
    expect(await getJson({ q: "Elbe" })).toMatchObject({
      results: [],
      unresponsive_engines: [
        ["engine one", "timeout"],
        ["engine two", "Suspended: CAPTCHA"],
      ],
    });
    expect(await getJson({ q: "Elbe" })).toMatchObject({ results: [], unresponsive_engines: [] });
  });
});
