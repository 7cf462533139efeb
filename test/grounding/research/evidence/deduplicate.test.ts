import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRegistrableDomain } from "../../../../packages/grounding/research/citations.ts";
import { deduplicate } from "../../../../packages/grounding/research/evidence/collect-evidence.ts";

/** Each text from a page of its own. */
const texts = (...all: string[]) => all.map((text) => ({ text, url: `https://page.example/${text}` }));
const quotes = (...all: string[]) => all.map((text) => ({ text, url: "https://one.example/" }));

describe("deduplicate", () => {
  const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ");

  it("keeps the first of those that say the same but for case and punctuation", () => {
    expect(
      deduplicate(texts("The bridge opened in 1932.", "the bridge — opened in 1932", "It closed.")),
    ).toEqual(texts("The bridge opened in 1932.", "It closed."));
  });

  it("takes nine tenths of the word 5-grams for the same", () => {
    expect(deduplicate(texts(long, `${long} more`))).toHaveLength(1);
    expect(deduplicate(texts(long, long.replace("word30", "other")))).toHaveLength(1);
    expect(deduplicate(texts(long, long.replace("word10", "x").replace("word30", "y")))).toHaveLength(2);
  });

  it("does not let a short quote swallow the longer one that holds it", () => {
    expect(deduplicate(texts(long.split(" ").slice(0, 20).join(" "), long))).toHaveLength(2);
  });

  it("keeps of one page's quotes the longer one that holds the other, whichever came first", () => {
    const [short, whole] = ["The bridge opened in 1932.", "In short: the bridge opened in 1932. It closed."];
    expect(deduplicate(quotes(short, whole))).toEqual(quotes(whole));
    expect(deduplicate(quotes(whole, short))).toEqual(quotes(whole));
    expect(deduplicate(quotes("The bridge opened", "The bridge opened 1932 1933"))).toHaveLength(1);
    expect(deduplicate(quotes("bridge open", "the bridge opened"))).toHaveLength(2);
  });

  it("changes nothing the second time and only ever leaves out", () => {
    const word = fc.constantFrom("a", "b", "c", "d");
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
    const item = fc.record({ text, url: fc.constantFrom("https://one.example/", "https://two.example/") });
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const once = deduplicate(items);
        expect(deduplicate(once)).toEqual(once);
        expect(items.filter((item) => once.includes(item))).toEqual(once);
      }),
    );
  });
});

describe("registrableDomain", () => {
  it.each([
    ["news.example.co.uk", "example.co.uk"],
    ["WWW.Example.com.", "example.com"],
    ["127.0.0.1", "127.0.0.1"],
    ["localhost", "localhost"],
  ])("reads %s as %s", (host, domain) => {
    expect(findRegistrableDomain(host)).toBe(domain);
  });
});
