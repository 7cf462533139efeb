import { describe, expect, it } from "vitest";
import {
  collectEvidence,
  limitEvidence,
} from "../../../../packages/grounding/research/evidence/collect-evidence.ts";

const quote = (words: string) => `${words} was written down for this very test.`;

describe("collectEvidence", () => {
  it("makes one piece of every quote, in order, with the domain without www", () => {
    const hits = [
      {
        url: "https://www.one.example/a",
        title: "One",
        quotes: [quote("Alpha"), quote("Beta")],
        published: "2024-01-02",
      },
      { url: "https://news.two.example/", title: "Two", quotes: [quote("Gamma")] },
    ];
    const evidence = collectEvidence(hits);
    expect(evidence.map(({ text }) => text)).toEqual([quote("Alpha"), quote("Beta"), quote("Gamma")]);
    expect(evidence.map(({ domain }) => domain)).toEqual(["one.example", "one.example", "news.two.example"]);
    expect(evidence.map(({ published }) => published)).toEqual(["2024-01-02", "2024-01-02", undefined]);
  });

  it("drops what is too short to cite and counts a repeated statement once", () => {
    const hits = [
      { url: "https://one.example/", title: "One", quotes: ["Read more", quote("Alpha")] },
      { url: "https://two.example/", title: "Two", quotes: [quote("Alpha").toUpperCase(), quote("Beta")] },
    ];
    expect(collectEvidence(hits).map(({ text }) => text)).toEqual([quote("Alpha"), quote("Beta")]);
  });
});

describe("limitEvidence", () => {
  it("keeps every page's first quote before any page's second when there are too many", () => {
    const hits = Array.from({ length: 15 }, (_, page) => ({
      url: `https://site${page}.example/`,
      title: "T",
      quotes: [quote(`First of ${page}`), quote(`Second of ${page}`)],
    }));
    const evidence = limitEvidence(collectEvidence(hits));
    expect(evidence).toHaveLength(20);
    expect(new Set(evidence.map(({ domain }) => domain)).size).toBe(15);
    expect(evidence.slice(0, 2).map(({ text }) => text)).toEqual([quote("First of 0"), quote("Second of 0")]);
    expect(evidence.at(-1)?.text).toBe(quote("First of 14"));
    expect(limitEvidence(evidence)).toEqual(evidence);
  });
});
