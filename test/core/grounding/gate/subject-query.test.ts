import { researchQuery } from "@plumbline/core/grounding/gate/subject-query.ts";
import { NARROWEST_LIMITS } from "@plumbline/core/text/fit-query.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const afterAda = [
  { role: "user", content: "Who was Ada Lovelace?" },
  { role: "assistant", content: "A mathematician of the Byron family." },
];

describe("researchQuery", () => {
  it.each([
    ["When was she born?", "When was Ada Lovelace born?"],
    ["What was her father's trade?", "What was Ada Lovelace’s father's trade?"],
    ["who influenced her?", "who influenced Ada Lovelace?"],
    ["What did she say to Michael Faraday?", "What did Ada Lovelace say to Michael Faraday?"],
    ["Any siblings?", "Any siblings Ada Lovelace"],
    ["And Charles Babbage?", "Charles Babbage?"],
    ["What did Mary Somerville teach her students?", "What did Mary Somerville teach her students?"],
  ])("makes %j stand alone", (prompt, query) => {
    expect(researchQuery({ prompt, conversation: afterAda })).toBe(query);
  });

  it.each([
    ["Please tell me about Grace Hopper.", "Grace Hopper"],
    ["Hi, could you tell me who wrote Middlemarch, please?", "who wrote Middlemarch?"],
    ["tell me a bio of Grace Hopper", "a bio of Grace Hopper"],
    ["please", "please"],
  ])("drops the politeness of %j", (prompt, query) => {
    expect(researchQuery({ prompt })).toBe(query);
  });

  it("falls back on the telling words of a topic without a name", () => {
    const conversation = [{ role: "user", content: "how do glaciers carve valleys" }];
    expect(researchQuery({ prompt: "how long does it take?", conversation })).toBe(
      "how long does it take glacier carve valley",
    );
  });

  it("adds the caller's context, each word once", () => {
    expect(researchQuery({ prompt: "Who is Tom Hale?", context: "physicist Cambridge Hale" })).toBe(
      "Who is Tom Hale? physicist Cambridge",
    );
  });

  it("cuts stop words before words and keeps the names", () => {
    const query = researchQuery({
      prompt: `${"the slow brown bear walks over the hill ".repeat(12)}near Loch Ness`,
    });
    expect(query.split(" ").length).toBeLessThanOrEqual(NARROWEST_LIMITS.words);
    expect(query).toMatch(/^slow brown bear/);
    expect(query).toMatch(/Loch Ness$/);
    expect(query).not.toContain("the");
  });

  it("never passes the backends' limits, whatever the prompt", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3000 }), fc.string({ maxLength: 600 }), (prompt, context) => {
        const query = researchQuery({ prompt, conversation: afterAda, context });
        expect(query.length).toBeLessThanOrEqual(NARROWEST_LIMITS.characters);
        expect(query.split(/\s+/).length).toBeLessThanOrEqual(NARROWEST_LIMITS.words);
      }),
    );
  });
});
