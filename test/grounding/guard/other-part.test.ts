import { AnswerGuard } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "./outcome-of.ts";

describe("a pronoun that was in use for somebody else", () => {
  const quoted = (page: string, answer: string) => {
    const text = new AnswerGuard([outcomeOf([page])], ["Who was Nora Vance?"]).text();
    return [...text.push(answer), ...text.end()].flatMap((piece) =>
      piece.type === "passed" ? [piece.text] : [],
    );
  };
  const CHAIR = "She was the first woman to lead the committee.";

  it.each([
    ["as a subject", "Nora Vance sat in parliament. She proposed a law. Moen disliked the law."],
    ["as an object", "Nora Vance proposed a law. Moen attacked her for it."],
    ["of whom the page does not say who it is", "She proposed a law. Moen disliked the law."],
  ])("%s, is not said to mean the name before it", (_how, before) => {
    expect(quoted(`${before} ${CHAIR}`, CHAIR).join("\n")).not.toMatch(/Moen: /);
  });

  it("means that name where it was in use for the same one", () => {
    expect(quoted(`Nora Vance sat in parliament. She proposed a law. Vance won. ${CHAIR}`, CHAIR)).toEqual([
      `Vance: “${CHAIR}”`,
    ]);
  });
});
