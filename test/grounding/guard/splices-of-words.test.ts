import { verify } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "./outcome-of.ts";

const outcome = outcomeOf(
  [
    {
      title: "Mara Holt",
      text:
        "Mara Holt received the second medal, the Telford Medal in Engineering, in 1911. " +
        "Holt founded the Harbour Institute in Wick in 1914.",
    },
  ],
  "Mara Holt",
);
const verdictOf = (text: string) => verify(text, outcome)[0]?.verdict;

describe("words of the evidence that are spliced are no statement", () => {
  it.each([
    "received the second medal, in engineering, Medal in Engineering in 1911.",
    "Founded the Harbour Institute in Wick in 1914.",
    "Holt received the Telford Medal, the Telford Medal in Engineering, in 1911.",
  ])("%s", (text) => {
    expect(verdictOf(text)).toBe("unclear");
  });

  it("and what names who did it is one", () => {
    expect(verdictOf("In 1911, Holt received the Telford Medal in Engineering.")).toBe("supported");
  });
});

describe("what is no contradiction is not called unsupported", () => {
  it.each([
    "(Passage 2)",
    "Passage 3 says that Holt founded the Harbour Institute in Wick.",
    "He left 1987.",
  ])("%s", (text) => {
    expect(verdictOf(text)).not.toBe("unsupported");
  });

  it("another year for the same is", () => {
    expect(verdictOf("Holt founded the Harbour Institute in Wick in 1918.")).toBe("unsupported");
  });
});
