import { Secret } from "@plumbline/core/access/secret.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { type HttpClient, HttpResponse } from "@plumbline/core/egress/http-message.ts";
import { describe, expect, it } from "vitest";
import { cleanHits, type RawHit } from "../../../packages/grounding/research/backends/backend-exchange.ts";
import { createBackends } from "../../../packages/grounding/research/backends/create-backends.ts";
import { createResearchEngine } from "../../../packages/grounding/research/engine.ts";

const apiKey = new Secret("key-5e1f");
const baseUrl = "https://search.example/";
const SETTINGS = {
  a: { a: { apiKey, baseUrl } },
  c: { c: { instanceUrl: baseUrl } },
  d: { d: { baseUrl } },
};
/** An answer that is read in bounded time is read in a fraction of this; one that is not takes minutes. */
const LIMIT_MS = 5_000;
const FOUR_MEBIBYTES = 4 * 1024 * 1024;

function research(letter: keyof typeof SETTINGS, body: string, query = "Who was Ada Lovelace?") {
  const http: HttpClient = { send: async () => new HttpResponse(200, {}, Buffer.from(body), false) };
  const backends = createBackends(SETTINGS[letter], http);
  return createResearchEngine({ backends, clock: new ManualClock() }).research({ query });
}

const filled = (unit: string, length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const rawHit = (hit: Partial<RawHit>): RawHit => ({
  url: "https://page.example/",
  title: "Ada",
  quotes: ["Ada Lovelace wrote notes."],
  ...hit,
});

describe("what is read of a hit", { timeout: LIMIT_MS }, () => {
  it("ends at twenty thousand characters of a quote and two thousand of a title, before it is cleaned", () => {
    const behind = (length: number) => `first <!--${"x".repeat(length)}--> second`;
    const [near] = cleanHits([rawHit({ title: behind(1_900), quotes: [behind(19_900)] })]);
    expect(near).toMatchObject({ title: "first second", quotes: ["first second"] });
    const [far] = cleanHits([rawHit({ title: behind(2_000), quotes: [behind(20_000)] })]);
    expect(far).toMatchObject({ title: "first", quotes: ["first"] });
  });

  it("shows nothing of a tag or an entity that the cut leaves open", () => {
    const open = ['<a href="https://page.example/">', "&amp;"];
    const quotes = open.map((last) => `${"<b></b>".repeat(2_856)}word ${last}`);
    expect(cleanHits([rawHit({ quotes })])[0]?.quotes).toEqual(["word", "word"]);
  });

  it("is four thousand characters of quotes in all", () => {
    const quotes = ["a", "b", "c", "d"].map((letter) => letter.repeat(1_500));
    expect(cleanHits([rawHit({ quotes })])[0]?.quotes).toEqual(quotes.slice(0, 2));
  });

  it("is the first hundred hits, usable or not", () => {
    const unusable = Array.from({ length: 100 }, () => rawHit({ quotes: [""] }));
    expect(cleanHits([...unusable.slice(1), rawHit({})])).toHaveLength(1);
    expect(cleanHits([...unusable, rawHit({})])).toEqual([]);
  });
});

describe("a page that is not public", () => {
  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost/",
    "http://localhost:8080/",
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://10.0.0.5/",
    "http://192.168.1.1/admin",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[fd00::5]/",
    "http://intranet/",
    "http://wiki.internal/",
    "http://printer.local./",
  ])("is no hit: %s", (url) => {
    expect(cleanHits([rawHit({ url })])).toEqual([]);
  });

  it.each([
    "https://page.example/",
    "http://page.example:8080/a",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
  ])("unlike %s", (url) => {
    expect(cleanHits([rawHit({ url })]).map((hit) => hit.url)).toEqual([url]);
  });
});

describe("an answer made to take long", { timeout: LIMIT_MS }, () => {
  it.each(["<b>", "<div>", "<template>", "\u0301\u0316", "<", "&"])(
    "in twenty snippets of %j",
    async (unit) => {
      const results = Array.from({ length: 20 }, (_, index) => ({
        url: `https://page${index}.example/`,
        title: filled(unit, 90_000),
        content: `Ada Lovelace wrote notes. ${filled(unit, 90_000)}`,
      }));
      const outcome = await research("c", JSON.stringify({ results }));
      for (const { snippet } of outcome.citations) expect(snippet).toMatch(/^Ada Lovelace wrote notes\./);
      expect(outcome).toMatchObject({ provider_used: "search_c" });
    },
  );

  it.each(["<div>", "<b>", "<li>", "<a b=c ", "<!--"])(
    "in a page that ends in %j over and over",
    async (unit) => {
      const found =
        '<div class="result"><a class="result__a" href="https://page.example/">Ada Lovelace</a>' +
        '<a class="result__snippet">Ada Lovelace was a mathematician.</a></div>';
      const outcome = await research("d", found + filled(unit, FOUR_MEBIBYTES));
      expect(outcome.citations.map(({ snippet }) => snippet)).toEqual(["Ada Lovelace was a mathematician."]);
    },
  );

  it("in a page of nothing but open tags", async () => {
    expect(await research("d", filled("<div>", FOUR_MEBIBYTES))).toMatchObject({
      error_code: "research_provider_failure",
    });
  });

  it("in lists of a million broken entries", async () => {
    const broken = Array.from({ length: 1_000_000 }, () => 1);
    const description = "Ada Lovelace was a mathematician.";
    const hit = { url: "https://page.example/", title: "Ada Lovelace", description, extra_snippets: broken };
    const outcome = await research("a", JSON.stringify({ web: { results: [hit, ...broken] } }));
    expect(outcome.citations.map(({ snippet }) => snippet)).toEqual([description]);
    expect(await research("c", JSON.stringify({ results: broken }))).toMatchObject({
      error_code: "research_provider_failure",
    });
  });

  it.each([
    "born in 1815 ",
    "(1811–1877) ",
    "Ada Lovelace was a ",
    "Aa. ",
    "Lovelace, Ada ",
    "A B C ",
    "may refer to ",
  ])("in a hundred and twenty quotes of %j", async (unit) => {
    const results = Array.from({ length: 20 }, (_, page) => ({
      url: `https://page${page}.example/`,
      title: "Ada Lovelace",
      description: `Ada Lovelace ${page} ${filled(unit, 1_900)}`,
      extra_snippets: [1, 2, 3, 4, 5].map((quote) => `Ada Lovelace ${page} ${quote} ${filled(unit, 1_900)}`),
    }));
    const outcome = await research("a", JSON.stringify({ web: { results } }));
    expect(outcome.citations.length).toBeLessThanOrEqual(20);
    expect(outcome.provider_used).toBe("search_a");
  });
});

describe("a question made to take long", { timeout: LIMIT_MS }, () => {
  const distinct = Array.from({ length: 1_600 }, (_, index) => `w${index}`).join(" ");
  it.each([
    ["capitals in a row", `Who is ${filled("Aa Bb ", 7_900)}?`],
    ["distinct words", `Who is Ada Lovelace? ${distinct}`.slice(0, 8_000)],
    ["questions", filled("who is ", 8_000)],
    ["one-letter words", filled("A ", 8_000)],
  ])("of %s", async (_, query) => {
    const results = Array.from({ length: 20 }, (_, index) => ({
      url: `https://page${index}.example/`,
      title: "Ada Lovelace",
      content: `Ada Lovelace ${index} ${filled("Aa. ", 1_900)}`,
    }));
    expect(await research("c", JSON.stringify({ results }), query)).toMatchObject({
      query,
      provider_used: "search_c",
    });
  });
});
