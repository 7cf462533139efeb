import { splitSentences } from "@plumbline/core/text/sentences.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("splitSentences", () => {
  it.each([
    ["She left. He stayed! Why? Nobody knew.", ["She left.", "He stayed!", "Why?", "Nobody knew."]],
    [
      "Dr. A. B. Stone met Mrs. Hall at 3.30 p.m. on Friday.",
      ["Dr. A. B. Stone met Mrs. Hall at 3.30 p.m. on Friday."],
    ],
    ["It grew by 2.5 per cent. Then it fell.", ["It grew by 2.5 per cent.", "Then it fell."]],
    ["He lived in the U.S. The rest stayed.", ["He lived in the U.S.", "The rest stayed."]],
    ["U.S. Steel was sold.", ["U.S. Steel was sold."]],
    ["“Stop!” he said. They did.", ["“Stop!” he said.", "They did."]],
    [
      "the first quote [...] The second one [...] and a third",
      ["the first quote", "The second one", "and a third"],
    ],
    ["彼は行った。彼女は残った。", ["彼は行った。", "彼女は残った。"]],
    ["", []],
  ])("splits %j", (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences);
  });

  it("returns substrings in order that lose nothing but white space", () => {
    const piece = fc.constantFrom(
      "A",
      "Mr.",
      "end.",
      " ",
      "  ",
      "Why?",
      "“No!”",
      "3.5",
      "e.g.",
      "J.",
      "…",
      "The",
      "é",
      "\n",
      ")",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        const sentences = splitSentences(text);
        let from = 0;
        for (const sentence of sentences) {
          const at = text.indexOf(sentence, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + sentence.length;
        }
        expect(sentences.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
      }),
    );
  });
});
