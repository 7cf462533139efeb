import { withoutCodebaseFacts } from "@plumbline/grounding/gate";
import { describe, expect, it } from "vitest";

describe("withoutCodebaseFacts", () => {
  it.each([
    ["a program", "Here it is:\n```ts\nconst owner = 'Zed';\n```\nThanks."],
    ["a program without a fence", "def load(path):\n    return open(path).read()\nThanks."],
    ["a fence that never ends", "Thanks.\n```\nsecret = 1"],
    ["a stack trace", "Thanks.\nTypeError: x is not a function\n    at load (/srv/app/load.js:3:1)"],
    ["a path", "The loader lives in src/io/load.ts. Thanks."],
    ["an identifier", "It fails in retry_delay. Thanks."],
    ["a statement about a repository", "Our repository has fourteen services. Thanks."],
    ["a statement about the caller's software", "The billing backend runs on twelve hosts. Thanks."],
    ["a diff", "@@ -1,2 +1,2 @@\n-const a = 1;\n+const a = 2;\nThanks."],
  ])("leaves out %s", (_what, message) => {
    const left = withoutCodebaseFacts(message);
    expect(left).toContain("Thanks.");
    expect(left).not.toMatch(/Zed|load|secret|retry_delay|fourteen|twelve|const|TypeError/);
  });

  it.each([
    "Who was Ada Lovelace?",
    "I mean the one who worked with Charles Babbage.",
    "She is the subject of https://example.org/people/ada.html, isn't she?",
    "Explain who Linus Torvalds is in our README.",
    "Ada Lovelace lived from 1815 to 1852; her mother was Anne Isabella Milbanke.",
    "1. The racing driver\n2. The bishop",
    "谁是马云？",
  ])("keeps %j", (message) => {
    expect(withoutCodebaseFacts(message)).toBe(message);
  });

  it("keeps what stands beside it", () => {
    expect(
      withoutCodebaseFacts("Who was Grace Hopper? She is named in `people.ts`. I mean the admiral."),
    ).toBe("Who was Grace Hopper? I mean the admiral.");
  });

  it("takes time in proportion to the message", () => {
    for (const piece of ["a/", "a_", "word ", "{", "```\n", "at ", "our ", "+"]) {
      const start = performance.now();
      withoutCodebaseFacts(piece.repeat(100_000 / piece.length));
      expect(performance.now() - start).toBeLessThan(1500);
    }
  });
});
