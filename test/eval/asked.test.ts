import { describe, expect, it } from "vitest";
import { ASKED } from "../fixtures/asked/index.ts";
import { containsAnswer } from "./contains-answer.ts";

const pairs = Object.values(ASKED).flat();
const says = (snippets: readonly (readonly [string, string])[], answer: string) =>
  snippets.some(([, text]) => containsAnswer(text, answer));

describe("the pairs that were asked", () => {
  it("are many, and each is asked once", () => {
    expect(pairs.length).toBeGreaterThan(62);
    expect(new Set(pairs.map(({ question }) => question)).size).toBe(pairs.length);
  });

  it.each(pairs)("$question: the answer is in the answering evidence, and not in the near one", (pair) => {
    expect(says(pair.answering, pair.answer)).toBe(true);
    expect(says(pair.near, pair.answer)).toBe(false);
  });
});
