import { describe, expect, it } from "vitest";
import { createEvidence } from "../../../packages/grounding/guard/evidence.ts";
import { judgeSentence } from "../../../packages/grounding/guard/judge-sentence.ts";
import { SentenceStream } from "../../../packages/grounding/guard/sentence-stream.ts";
import { createWriteEvidence } from "../../../packages/grounding/guard/writes/judge-line.ts";
import { judgeWrite } from "../../../packages/grounding/guard/writes/judge-write.ts";
import { outcomeOf } from "./outcome-of.ts";

const filled = (unit: string, length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Code that takes quadratic time would need minutes here, so the time limit of the test fails. */
describe("a text of one thing over and over", { timeout: 15_000 }, () => {
  const small = createEvidence([outcomeOf(["Ada Lovelace died in 1852."])], ["Who was Ada Lovelace?"]);

  const sent = (value: unknown) =>
    judgeWrite(value, [], createWriteEvidence(small, [])).map(({ sentence }) => sentence);

  it.each(
    [
      "a",
      " ",
      "Aa Bb ",
      "A. ",
      "1 ",
      "3 May 1871 ",
      "[1]",
      "[1,",
      "(1)",
      "**a** ",
      "“",
      "http://a.b/",
      "@a ",
      "a.com ",
      "1,000,",
      "twenty ",
      "\u0301",
      "the sources do not say ",
      "Ada's ",
      "- ",
      "<p",
      "&amp;",
      "彼。",
      "in May ",
      "href=",
    ].map((unit) => [unit]),
  )("is judged, streamed and searched in a time that grows with it: %j", (unit) => {
    const long = filled(unit, 100_000);
    expect(["unclear", "unsupported"]).toContain(judgeSentence(`${long} Zorblax`, small).verdict);
    const stream = new SentenceStream();
    for (const delta of long.slice(0, 25_000)) stream.push(delta);
    expect(stream.end().every(({ text }) => text.length <= 2_000)).toBe(true);
    expect(sent({ text: `${long}\n\nShe met Elvis Presley.` })).not.toEqual([]);
    const hostile = createEvidence([outcomeOf([filled(unit, 25_000)])], [filled(unit, 25_000)]);
    expect(judgeSentence("She met Elvis Presley.", hostile).verdict).toBe("unsupported");
    expect(judgeSentence(`${filled(unit, 2_000)} Zorblax`, hostile).verdict).not.toBe("supported");
  });

  it("a value of a hundred thousand depths is walked to its end", () => {
    let value: unknown = "She was a spy.";
    for (let depth = 0; depth < 100_000; depth += 1) value = [value];
    expect(sent({ text: value })).toEqual(["She was a spy."]);
  });
});
