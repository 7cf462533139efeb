import type { SearchDLinks } from "@plumbline/sandbox/search/search-d.ts";
import { startSearchD } from "@plumbline/sandbox/search/search-d.ts";
import { searchDBlockPage, searchDUnknownMarkup } from "@plumbline/sandbox/search/search-d-failures.ts";
import { request } from "undici";
import { describe, expect, it, onTestFinished } from "vitest";
import { texts } from "./texts.ts";

async function start(links?: SearchDLinks) {
  const server = await startSearchD({ texts, ...(links === undefined ? {} : { links }) });
  onTestFinished(() => server.close());
  const search = async (q: string) => {
    const body = new URLSearchParams({ q, b: "", kl: "wt-wt" }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const response = await request(`${server.url}/html/`, { method: "POST", headers, body });
    return {
      status: response.statusCode,
      type: response.headers["content-type"],
      page: await response.body.text(),
    };
  };
  return { server, search };
}

/** The links of organic results, entities read. */
function organicLinks(page: string): string[] {
  const blocks = page
    .split('<div class="result ')
    .filter((block) => block.startsWith("results_links results_links_deep web-result"));
  return blocks.flatMap(
    (block) => /class="result__a" href="([^"]+)"/.exec(block)?.[1]?.replaceAll("&amp;", "&") ?? [],
  );
}

describe("the result page", () => {
  it("links through a redirect that carries the address", async () => {
    const { search } = await start();
    const { status, type, page } = await search("Elbe ferries");
    expect([status, type]).toEqual([200, "text/html; charset=utf-8"]);
    const links = organicLinks(page);
    expect(links).toHaveLength(2);
    expect(links[0]).toMatch(
      /^\/\/duckduckgo\.com\/l\/\?uddg=https%3A%2F%2Falmanac\.example%2F[^&]+&rut=[0-9a-f]{64}$/,
    );
    expect(new URL(`https:${links[0]}`).searchParams.get("uddg")).toBe(texts[0]?.url);
  });

  it("links directly when told", async () => {
    const { search } = await start("direct");
    expect(organicLinks((await search("Elbe ferries")).page)).toEqual([texts[0]?.url, texts[1]?.url]);
  });

  it("marks the query's words in title and snippet, with entities and a date", async () => {
    const { search } = await start();
    const { page } = await search("Elbe ferries");
    expect(page).toContain('">The <b>Elbe</b>&#x27;s course</a>');
    expect(page).toMatch(
      /<a class="result__snippet" href="[^"]+">Dr\. J\. Falk [^<]+<b>Elbe<\/b> carries barges &amp; <b>ferries<\/b>\.<\/a>/,
    );
    expect(page).toContain("2024-10-08T00:00:00.0000000");
  });

  it("begins with an advertisement that looks like a result", async () => {
    const { search } = await start();
    const { page } = await search("Elbe");
    const first = page.split('<div class="result ')[1];
    expect(first).toMatch(/^results_links results_links_deep result--ad /);
    expect(first).toContain('class="result__a" href="https://duckduckgo.com/y.js?ad_domain=');
  });

  it.each(["Zorblax Quimby", "", `Elbe ${"x".repeat(500)}`])(
    "says that nothing was found for %o",
    async (query) => {
      const { search } = await start();
      const { status, page } = await search(query);
      expect(status).toBe(200);
      expect(page).toContain("result--no-result");
      expect(page).not.toContain("result__a");
    },
  );

  it("escapes the query it repeats", async () => {
    const { search } = await start();
    expect((await search('"><script>Elbe')).page).not.toContain("<script>");
  });

  it("answers GET as well, under its own path alone", async () => {
    const { server } = await start();
    expect(organicLinks(await (await request(`${server.url}/html/?q=kite`)).body.text())).toHaveLength(1);
    expect((await request(`${server.url}/lite/?q=kite`)).statusCode).toBe(404);
  });
});

describe("failures for scripts", () => {
  it.each([202, 200] as const)("block under %i, with no result", async (status) => {
    const { server, search } = await start();
    server.script("POST /html/", searchDBlockPage(status));
    const blocked = await search("Elbe");
    expect(blocked.status).toBe(status);
    for (const mark of ['<form id="challenge-form"', "anomaly-modal", "anomaly.js"])
      expect(blocked.page).toContain(mark);
    expect(blocked.page).not.toContain("result__a");
  });

  it("know a page that is neither results nor block", async () => {
    const { server, search } = await start();
    server.script("", searchDUnknownMarkup());
    const { status, page } = await search("Elbe");
    expect(status).toBe(200);
    expect(page).not.toMatch(/result|anomaly/);
  });
});
