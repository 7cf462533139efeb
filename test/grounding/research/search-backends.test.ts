import { Secret } from "@plumbline/core/access/secret.ts";
import type { HttpClient } from "@plumbline/core/egress/http-message.ts";
import { AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import { loadCorpus } from "@plumbline/sandbox/corpus/corpus.ts";
import {
  searchABadKey,
  searchAError,
  searchANoSubscription,
  searchAQuotaUsedUp,
  searchARateLimited,
  searchAValidation,
} from "@plumbline/sandbox/search/search-a-failures.ts";
import {
  searchBBadKey,
  searchBInvalid,
  searchBPayAsYouGoLimit,
  searchBPlanLimit,
  searchBRateLimited,
  searchBServerError,
} from "@plumbline/sandbox/search/search-b-failures.ts";
import { searchCAnswer } from "@plumbline/sandbox/search/search-c-answer.ts";
import {
  searchCAllEnginesDown,
  searchCJsonOff,
  searchCRateLimited,
  searchCSilentlyEmpty,
} from "@plumbline/sandbox/search/search-c-failures.ts";
import { searchDPage } from "@plumbline/sandbox/search/search-d.ts";
import { searchDBlockPage, searchDUnknownMarkup } from "@plumbline/sandbox/search/search-d-failures.ts";
import { htmlPage, json, type Message, redirect } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, describe, expect, it } from "vitest";
import {
  createBackends,
  type SearchSettings,
} from "../../../packages/grounding/research/backends/create-backends.ts";
import {
  BackendFailure,
  type SearchBackend,
} from "../../../packages/grounding/research/backends/search-backend.ts";
import { startedForFile } from "../../support/started.ts";
import { type BackendLetter, startSearchSandbox } from "./search-sandbox.ts";

const sandbox = startedForFile(startSearchSandbox);
afterEach(() => sandbox.clear());
const LETTERS: readonly BackendLetter[] = ["a", "b", "c", "d"];
const CORPUS = new Map(loadCorpus().map((text) => [text.url, text]));

function backend(letter: BackendLetter, settings: SearchSettings = {}): SearchBackend {
  const [only] = createBackends({ [letter]: sandbox.settings[letter], ...settings }, sandbox.http);
  if (only === undefined) throw new Error(`no backend ${letter}`);
  return only;
}

function search(letter: BackendLetter, query: string) {
  return backend(letter).search({ query, timeoutMs: 8000 });
}

async function failureOf(letter: BackendLetter, reply: Message): Promise<string> {
  sandbox.servers[letter].scriptAlways("", reply);
  const failure: unknown = await search(letter, "Ada Lovelace").then(
    () => "no failure",
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(BackendFailure);
  return failure instanceof BackendFailure ? failure.message : "";
}

describe.each(LETTERS)("search_%s", (letter) => {
  it("finds pages and quotes them verbatim, clean of markup", async () => {
    const { hits, notes } = await search(letter, "Who was Ada Lovelace?");
    expect(notes).toEqual([]);
    expect(hits.map((hit) => hit.title)).toContain("Ada Lovelace");
    for (const hit of hits) {
      const page = CORPUS.get(hit.url);
      expect(page?.title).toBe(hit.title);
      expect(hit.quotes.length).toBeGreaterThan(0);
      for (const quote of hit.quotes) expect(page?.text).toContain(quote);
    }
  });

  it("answers with no hits when nothing is found", async () => {
    const { hits } = await search(letter, "xylograffiti quuxbar");
    expect(hits).toEqual([]);
  });

  it("shortens a long query to what the backend takes", async () => {
    await search(letter, `Ada Lovelace ${"engine ".repeat(800)}`);
    const request = sandbox.servers[letter].requests[0]!;
    const sent: Record<BackendLetter, () => string> = {
      a: () => request.query.get("q") ?? "",
      b: () => String((request.json() as { query: unknown }).query),
      c: () => request.query.get("q") ?? "",
      d: () => request.form().get("q") ?? "",
    };
    const query = sent[letter]();
    expect(query.startsWith("Ada Lovelace engine engine")).toBe(true);
    expect(query.length).toBeLessThanOrEqual({ a: 400, b: 399, c: 399, d: 499 }[letter]);
    if (letter === "a") expect(query.split(" ")).toHaveLength(50);
  });

  it("sends no request elsewhere when its server redirects", async () => {
    const failure = await failureOf(letter, redirect("https://elsewhere.example/"));
    expect(failure).toBe(`search_${letter}: answered 302`);
  });

  it("calls a gateway's error page a failure", async () => {
    expect(await failureOf(letter, htmlPage("<h1>502</h1>", 502))).toBe(`search_${letter}: answered 502`);
  });
});

const FAILURES: readonly (readonly [BackendLetter, string, () => Message, string])[] = [
  ["a", "a bad key (422)", () => searchABadKey(), "search_a: the API key was refused"],
  [
    "a",
    "a bad key in the other envelope",
    () => searchABadKey("errors"),
    "search_a: the API key was refused",
  ],
  ["a", "a key without subscription (404)", searchANoSubscription, "search_a: the API key was refused"],
  [
    "a",
    "a missing key",
    () => searchAValidation(["header", "x-subscription-token"], "Field required"),
    "search_a: the API key is missing",
  ],
  [
    "a",
    "a bad parameter",
    () => searchAValidation(["query", "q"], "too long"),
    "search_a: refused the query as invalid",
  ],
  ["a", "the rate limit", () => searchARateLimited(), "search_a: rate limited"],
  ["a", "the rate limit in the other envelope", () => searchARateLimited("errors"), "search_a: rate limited"],
  ["a", "the month's quota", searchAQuotaUsedUp, "search_a: quota used up"],
  [
    "a",
    "an error payload under 200",
    () => ({ ...searchAError(500, "INTERNAL", "x"), status: 200 }),
    "search_a: its answer has an unknown shape",
  ],
  ["a", "HTML under 200", () => htmlPage("<h1>maintenance</h1>"), "search_a: answered HTML instead of JSON"],
  ["a", "text under 200", () => ({ body: "ok" }), "search_a: its answer is not JSON"],
  ["a", "a list in place of the answer", () => json([]), "search_a: its answer has an unknown shape"],
  [
    "a",
    "results that are no list",
    () => json({ web: { results: {} } }),
    "search_a: its answer has an unknown shape",
  ],
  [
    "a",
    "a list of broken results alone",
    () => json({ web: { results: [{ link: "x" }] } }),
    "search_a: its answer has an unknown shape",
  ],
  ["b", "a bad key", searchBBadKey, "search_b: the API key was refused"],
  ["b", "a bad parameter", () => searchBInvalid("x"), "search_b: refused the query as invalid"],
  ["b", "the rate limit", searchBRateLimited, "search_b: rate limited"],
  ["b", "the plan's limit", searchBPlanLimit, "search_b: quota used up"],
  ["b", "the pay-as-you-go limit", searchBPayAsYouGoLimit, "search_b: quota used up"],
  ["b", "a 403", () => json({ detail: { error: "no" } }, 403), "search_b: access was refused (403)"],
  ["b", "a 500", searchBServerError, "search_b: answered 500"],
  [
    "b",
    "an answer without results",
    () => json({ answer: null }),
    "search_b: its answer has an unknown shape",
  ],
  ["c", "JSON switched off", searchCJsonOff, "search_c: JSON is switched off; add json to search.formats"],
  ["c", "the limiter", searchCRateLimited, "search_c: rate limited"],
  [
    "c",
    "all engines down",
    () => searchCAllEnginesDown("q"),
    "search_c: all engines are down: engine one (timeout), engine two (Suspended: CAPTCHA)",
  ],
  [
    "c",
    "HTML though JSON was asked for",
    () => htmlPage("<!doctype html><p>hello"),
    "search_c: answered HTML instead of JSON",
  ],
  ["d", "a challenge under 202", () => searchDBlockPage(202), "search_d: blocked by a challenge page"],
  ["d", "a challenge under 200", () => searchDBlockPage(200), "search_d: blocked by a challenge page"],
  [
    "d",
    "a page of another kind",
    searchDUnknownMarkup,
    "search_d: answered a page that is not a list of results",
  ],
  ["d", "an empty page", () => htmlPage(""), "search_d: answered a page that is not a list of results"],
];

describe("failures", () => {
  it.each(FAILURES)("search_%s: %s", async (letter, _case, reply, message) => {
    expect(await failureOf(letter, reply())).toBe(message);
  });

  it("a server that is gone", async () => {
    const gone = backend("c", { c: { instanceUrl: "http://127.0.0.1:1" } });
    await expect(gone.search({ query: "q", timeoutMs: 8000 })).rejects.toThrow(
      /^search_c: connection refused$/,
    );
  });

  it.each([
    ["ENOTFOUND", undefined, "name could not be resolved"],
    ["EHOSTUNREACH", undefined, "no route to it"],
    ["UND_ERR_CONNECT_TIMEOUT", undefined, "connecting took too long"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", undefined, "certificate could not be verified"],
    ["not_http", undefined, "its answer is not HTTP"],
    ["ECONNRESET", undefined, "connection lost"],
    ["ECONNRESET", 200, "answered 200 but its answer broke off"],
    ["timeout", undefined, "did not answer within 1.5 s"],
  ])("%s (status %s) is reported without the operator's host", async (providerCode, status, told) => {
    const failed = new AdapterTransientError("internal.example:8080 failed.", { providerCode, status });
    const http: HttpClient = { send: () => Promise.reject(failed) };
    const [only] = createBackends({ c: { instanceUrl: "http://internal.example:8080/" } }, http);
    await expect(only?.search({ query: "q", timeoutMs: 1500 })).rejects.toThrow(
      new BackendFailure("search_c", told),
    );
  });

  it("a wrong key against the real check, without showing it", async () => {
    const wrong = new Secret("wrong-key-7f3a");
    const a = backend("a", { a: { apiKey: wrong, baseUrl: sandbox.settings.a?.baseUrl ?? "" } });
    await expect(a.search({ query: "Ada", timeoutMs: 8000 })).rejects.toThrow(
      "search_a: the API key was refused",
    );
    const b = backend("b", { b: { apiKey: wrong, baseUrl: sandbox.settings.b?.baseUrl ?? "" } });
    await expect(b.search({ query: "Ada", timeoutMs: 8000 })).rejects.toThrow(
      "search_b: the API key was refused",
    );
  });
});

describe("what is sent", () => {
  it("asks search_a for undecorated text, the spelling as given and more quotes", async () => {
    await search("a", "Ada Lovelace");
    const [request] = sandbox.servers.a.requests;
    expect(Object.fromEntries(request?.query ?? [])).toEqual({
      q: "Ada Lovelace",
      count: "20",
      text_decorations: "false",
      spellcheck: "false",
      extra_snippets: "true",
    });
  });

  it("asks search_b for advanced depth without an answer of its own", async () => {
    await search("b", "Ada Lovelace");
    expect(sandbox.servers.b.requests[0]?.json()).toEqual({
      query: "Ada Lovelace",
      search_depth: "advanced",
      chunks_per_source: 3,
      max_results: 20,
      include_answer: false,
      include_raw_content: false,
      auto_parameters: false,
    });
  });

  it("keeps a word of the query from steering search_c and search_d", async () => {
    await search("c", "!!g :de <1 ?wp Ada Lovelace");
    await search("d", "!g Ada Lovelace");
    await search("c", "what is 3 < 4: yes! really ?");
    const asked = sandbox.servers.c.requests.map(({ query }) => query.get("q"));
    expect(asked).toEqual(["g de 1 wp Ada Lovelace", "what is 3 < 4: yes! really ?"]);
    expect(sandbox.servers.d.requests[0]?.form().get("q")).toBe("g Ada Lovelace");
  });

  it("posts search_d the form a browser would", async () => {
    await search("d", "Ada Lovelace");
    const [request] = sandbox.servers.d.requests;
    expect(request?.method).toBe("POST");
    expect(Object.fromEntries(request?.form() ?? [])).toEqual({ q: "Ada Lovelace", b: "", kl: "wt-wt" });
    expect(request?.headers["user-agent"]).toMatch(/^Mozilla\//);
    expect(request?.headers.referer).toBe(sandbox.settings.d?.baseUrl);
  });
});

describe("odd answers", () => {
  it("splits search_b's joined quotes, each of which alone is verbatim", async () => {
    const content = "First quote of the page. [...]\nSecond quote of the page.";
    sandbox.servers.b.script("", json({ results: [{ url: "https://page.example/", title: "T", content }] }));
    const { hits } = await search("b", "q");
    expect(hits[0]?.quotes).toEqual(["First quote of the page.", "Second quote of the page."]);
  });

  it("cites an infobox without an address of its own by the page it links to", async () => {
    const infobox = {
      infobox: "Ada",
      id: "Q7259",
      content: "A box.",
      urls: [{ url: "https://box.example/" }],
    };
    sandbox.servers.c.script("", json({ results: [], infoboxes: [infobox] }));
    expect((await search("c", "q")).hits[0]?.url).toBe("https://box.example/");
  });

  it("skips broken hits and unusable addresses, and keeps the rest", async () => {
    const good = {
      url: "https://page.example/a",
      title: "Tom &amp; Jerry",
      description: "AT&amp;T is <strong>fine</strong>",
    };
    const results = [
      { title: "no address" },
      { ...good, url: "javascript:alert(1)" },
      { ...good, url: "https://trusted.example@evil.example/" },
      { ...good, url: "not a url" },
      { ...good, description: 7 },
      { ...good, extra_snippets: ["More of it.", ""], page_age: "2024-05-06T07:08:09", unknown: true },
    ];
    sandbox.servers.a.script("", json({ type: "search", web: { results } }));
    const { hits } = await search("a", "q");
    expect(hits).toEqual([
      {
        url: "https://page.example/a",
        title: "Tom & Jerry",
        quotes: ["AT&T is fine", "More of it."],
        published: "2024-05-06",
      },
    ]);
  });

  it.each([
    ["2024-05-06", "2024-05-06"],
    ["Mon, 06 May 2024 23:59:59 GMT", "2024-05-06"],
    ["2024-13-40", undefined],
    ["May 4", undefined],
    ["yesterday", undefined],
  ])("reads the publishing date %s as %s", async (written, read) => {
    const result = { url: "https://page.example/", title: "T", content: "A quote.", published_date: written };
    sandbox.servers.b.script("", json({ results: [result] }));
    expect((await search("b", "q")).hits[0]?.published).toBe(read);
  });

  it.each([
    ["3 hour(s) ago", "2024-05-06 07:08:09", "2024-05-06"],
    ["2024-05-07T00:00:00", "2024-05-06 07:08:09", "2024-05-07"],
    ["yesterday", null, undefined],
  ])("reads search_c's dates %s and %s as %s", async (publishedDate, pubdate, read) => {
    const result = { url: "https://page.example/", title: "T", content: "A quote.", publishedDate, pubdate };
    sandbox.servers.c.script("", json({ results: [result] }));
    expect((await search("c", "q")).hits[0]?.published).toBe(read);
  });

  it.each([
    ["de", "de"],
    ["en", "en"],
    [null, "all"],
    [undefined, "all"],
  ] as const)("asks search_c in the language %s as %s", async (language, sent) => {
    await backend("c").search({
      query: "Ada Lovelace",
      timeoutMs: 8000,
      ...(language !== undefined && { language }),
    });
    expect(sandbox.servers.c.requests[0]?.query.get("language")).toBe(sent);
  });

  it("takes infoboxes and direct answers of search_c as hits where they can be cited", async () => {
    const infoboxes = [
      {
        title: "Ada Lovelace",
        content: "English mathematician.",
        url: "https://box.example/ada",
        officialSite: "https://official.example/",
      },
    ];
    const answers = [{ url: "https://answer.example/", answer: "She was born in 1815." }];
    const body = searchCAnswer({ query: "q", infoboxes, answers });
    sandbox.servers.c.script("", json({ ...body, answers: ["42", ...body.answers] }));
    const { hits } = await search("c", "q");
    expect(hits.map(({ url, title, quotes }) => ({ url, title, quotes }))).toEqual([
      { url: "https://box.example/ada", title: "Ada Lovelace", quotes: ["English mathematician."] },
      { url: "https://answer.example/", title: "answer.example", quotes: ["She was born in 1815."] },
    ]);
  });

  it("keeps search_c's results when only some engines are down, and says so", async () => {
    const results = [{ url: "https://page.example/", title: "T", content: "A quote.", score: 1 }];
    const unresponsiveEngines = [["engine one", "timeout"]] as const;
    sandbox.servers.c.script("", json(searchCAnswer({ query: "q", results, unresponsiveEngines })));
    const { hits, notes } = await search("c", "q");
    expect(hits).toHaveLength(1);
    expect(notes).toEqual([
      { kind: "engine_unavailable", text: "Some engines of search_c did not answer: engine one (timeout)." },
    ]);
  });

  it("suspects an answer of search_c with nothing and no engine named", async () => {
    sandbox.servers.c.script("", json(searchCSilentlyEmpty("q").json));
    const { hits, suspect } = await search("c", "q");
    expect(hits).toEqual([]);
    expect(suspect).toContain("named no engine");
  });

  it("reads search_d's direct links, and survives a page that is deeply nested", async () => {
    const found = [
      { url: "https://page.example/?a=1&b=2", title: "Salt & <Light>", snippet: "3 < 4 & 5 > 4" },
    ];
    const page = `${"<div><b>".repeat(300)}${searchDPage("salt", found, "direct")}`;
    sandbox.servers.d.script("", htmlPage(page));
    const { hits } = await search("d", "salt");
    expect(hits).toEqual([
      {
        url: "https://page.example/?a=1&b=2",
        title: "Salt & <Light>",
        quotes: ["3 < 4 & 5 > 4"],
        published: undefined,
      },
    ]);
  });

  it("keeps no more than twenty hits, and cuts a quote without end at a word", async () => {
    const results = Array.from({ length: 40 }, (_, index) => ({
      url: `https://page.example/${index}`,
      title: "T",
      content: "word ".repeat(1000),
    }));
    sandbox.servers.b.script("", json({ results }));
    const { hits } = await search("b", "q");
    expect(hits).toHaveLength(20);
    expect(hits[0]?.quotes[0]).toHaveLength(1999);
  });
});
