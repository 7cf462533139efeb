import { citeEvidence, snippetHash } from "@plumbline/core/research/citations.ts";
import { pickClaims } from "@plumbline/core/research/claims.ts";
import { sectionsByDomain } from "@plumbline/core/research/sections.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const cite = (...texts: string[]) =>
  citeEvidence(
    texts.map((text, index) => ({
      url: `https://site${index % 2}.example/${index}`,
      title: "T",
      text,
      domain: `site${index % 2}.example`,
    })),
    Date.parse("2026-03-01T12:00:00Z"),
  );

describe("citations", () => {
  it("carry the hash of the snippet, a rank from 1 and a time with its offset", () => {
    const [first, second] = cite("abc", "abd");
    // SHA-256 test vector "abc", FIPS 180-2 appendix B.1.
    expect(first?.snippet_hash).toBe("ba7816bf8f01cfea");
    expect(second?.snippet_hash).not.toBe(first?.snippet_hash);
    expect([first?.rank, second?.rank]).toEqual([1, 2]);
    expect(first?.retrieved_at).toBe("2026-03-01T12:00:00.000+00:00");
  });

  it("hash the same text alike and other text otherwise", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        expect(snippetHash(one)).toMatch(/^[0-9a-f]{16}$/);
        expect(snippetHash(one) === snippetHash(other)).toBe(one === other);
      }),
    );
  });
});

describe("pickClaims", () => {
  const question = { query: "Who was Ada Lovelace?", context: "", subject: "Ada Lovelace" };

  it("takes up to three bearing sentences of a snippet, in the order of the text", () => {
    const citations = cite(
      "The weather was fine. She wrote notes on the engine. Ada Lovelace was born in London. Trains were slow. " +
        "Ada Lovelace met Charles Babbage. Ada Lovelace had three children. Bread was cheap.",
    );
    expect(pickClaims(question, citations).map(({ text }) => text)).toEqual([
      "Ada Lovelace was born in London.",
      "Ada Lovelace met Charles Babbage.",
      "Ada Lovelace had three children.",
    ]);
  });

  it("keeps to what was asked where a snippet answers it", () => {
    const citations = cite(
      "Ada Lovelace met Charles Babbage. She was born in London. Ada Lovelace had three children.",
    );
    const born = { ...question, query: "When was Ada Lovelace born?" };
    expect(pickClaims(born, citations).map(({ text }) => text)).toEqual(["She was born in London."]);
  });

  it("takes a pronoun's sentence for the subject's, and the first one when nothing bears", () => {
    const citations = cite(
      "A portrait hangs there. She died in 1852.",
      "A mathematician of note. Much admired.",
    );
    expect(pickClaims(question, citations)).toEqual([
      { text: "She died in 1852.", citation_index: 0 },
      { text: "A mathematician of note.", citation_index: 1 },
    ]);
  });

  it("claims what one page says in two snippets once", () => {
    const piece = { url: "https://one.example/", title: "T", domain: "one.example" };
    const citations = citeEvidence(
      [
        { ...piece, text: "Ada Lovelace was born in London. Ada Lovelace wrote." },
        { ...piece, text: "Ada Lovelace was born in London. Ada Lovelace sang." },
        { ...piece, url: "https://one.example/2", text: "Ada Lovelace was born in London." },
      ],
      0,
    );
    expect(pickClaims(question, citations)).toEqual([
      { text: "Ada Lovelace was born in London.", citation_index: 0 },
      { text: "Ada Lovelace wrote.", citation_index: 0 },
      { text: "Ada Lovelace sang.", citation_index: 1 },
      { text: "Ada Lovelace was born in London.", citation_index: 2 },
    ]);
  });

  it("prefers a whole sentence to one that was cut off", () => {
    const whole = ["One", "Two", "Three"].map(
      (count) => `${count} letter tells that Ada Lovelace was born in 1815.`,
    );
    const citations = cite(`Ada Lovelace was born ... ${whole.join(" ")}`);
    expect(pickClaims(question, citations).map(({ text }) => text)).toEqual(whole);
  });

  it("never says anything that is not in the snippet", () => {
    const sentence = fc.string({ unit: "grapheme" }).map((text) => `${text} Ada Lovelace was born. `);
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 5 }), (sentences) => {
        const citations = cite(sentences.join(""), "Ada Lovelace.");
        const claims = pickClaims(question, citations);
        expect(new Set(claims.map((claim) => claim.citation_index))).toEqual(new Set([0, 1]));
        for (const claim of claims) expect(citations[claim.citation_index]?.snippet).toContain(claim.text);
      }),
    );
  });
});

describe("sectionsByDomain", () => {
  it("groups claims by the domain they cite, in the order of first appearance", () => {
    const citations = cite("a", "b", "c");
    const claims = [0, 1, 2].map((index) => ({ text: String(index), citation_index: index }));
    expect(sectionsByDomain(claims, citations)).toEqual([
      { heading: "site0.example", claims: [claims[0], claims[2]] },
      { heading: "site1.example", claims: [claims[1]] },
    ]);
  });

  it("refuses a claim without its citation", () => {
    expect(() => sectionsByDomain([{ text: "x", citation_index: 3 }], cite("a"))).toThrow(RangeError);
  });
});
