import { standAloneQuestion } from "@plumbline/core/grounding/question/stand-alone-question.ts";
import { ambiguousName, insufficientEvidence } from "@plumbline/core/research/refusals.ts";
import { subjectOf } from "@plumbline/core/research/subject.ts";
import { NARROWEST_LIMITS } from "@plumbline/core/text/fit-query.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const afterAda = [
  { role: "user", content: "Who was Ada Lovelace?" },
  { role: "assistant", content: "A mathematician of the Byron family." },
];

describe("the query", () => {
  it.each([
    ["When was she born?", "When was Ada Lovelace born?"],
    ["What was her father's trade?", "What was Ada Lovelace’s father's trade?"],
    ["who influenced her?", "who influenced Ada Lovelace?"],
    ["What did she say to Michael Faraday?", "What did Ada Lovelace say to Michael Faraday?"],
    ["Any siblings?", "Any siblings Ada Lovelace"],
    ["And Charles Babbage?", "Charles Babbage?"],
    ["What did Mary Somerville teach her students?", "What did Mary Somerville teach her students?"],
  ])("makes %j stand alone", (prompt, query) => {
    expect(standAloneQuestion({ prompt, conversation: afterAda })).toEqual({ query, context: "" });
  });

  it.each([
    ["Please tell me about Grace Hopper.", "Grace Hopper"],
    ["Hi, could you tell me who wrote Middlemarch, please?", "who wrote Middlemarch?"],
    ["tell me a bio of Grace Hopper", "a bio of Grace Hopper"],
    ["please", "please"],
  ])("drops the politeness of %j", (prompt, query) => {
    expect(standAloneQuestion({ prompt }).query).toBe(query);
  });

  it("falls back on the telling words of a topic without a name", () => {
    const conversation = [{ role: "user", content: "how do glaciers carve valleys" }];
    expect(standAloneQuestion({ prompt: "how long does it take?", conversation }).query).toBe(
      "how long does it take glacier carve valley",
    );
  });

  it("gives a name that was said in lower case its capitals, so that it is known for one", () => {
    const conversation = [{ role: "user", content: "who was ludwig van beethoven" }];
    const { query } = standAloneQuestion({ prompt: "who influenced him?", conversation });
    expect(query).toBe("who influenced Ludwig van Beethoven?");
    expect(subjectOf(query)).toBe("Ludwig van Beethoven");
  });

  it("is the part that asks, out of a prompt too long to be searched for", () => {
    const filler = "The weather was mild and nothing much happened on that day. ".repeat(60);
    for (const prompt of [
      `${filler}Who was Ada Lovelace?`,
      `${filler}Who was Ada Lovelace? ${filler}`,
      `Ada Lovelace wrote notes. ${filler}Who was she?`,
    ])
      expect(standAloneQuestion({ prompt }).query).toMatch(/^Who was Ada Lovelace\??$/);
  });

  it("cuts stop words before words and keeps the names", () => {
    const { query } = standAloneQuestion({
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
        const question = standAloneQuestion({ prompt, conversation: afterAda, context });
        const { query } = question;
        expect(question.context.length).toBeLessThanOrEqual(2000);
        expect(query.length).toBeLessThanOrEqual(NARROWEST_LIMITS.characters);
        expect(query.split(/\s+/).length).toBeLessThanOrEqual(NARROWEST_LIMITS.words);
      }),
    );
  });
});

const QUESTION = "When was Steve McQueen born?";
const CANDIDATES = [
  {
    url: "https://a.example/1",
    title: "Steve McQueen (actor)",
    domain: "a.example",
    text: "He raced cars. And more.",
  },
  {
    url: "https://b.example/2",
    title: "Steve McQueen (director)",
    domain: "b.example",
    text: "He made Hunger.",
  },
];
const WHICH = ambiguousName("Steve McQueen", 2, CANDIDATES).reason;
const refused = (...more: string[]) =>
  [QUESTION, WHICH, ...more].map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));

describe("the context", () => {
  it("is the caller's", () => {
    expect(standAloneQuestion({ prompt: "Who is Tom Hale?", context: "physicist" })).toEqual({
      query: "Who is Tom Hale?",
      context: "physicist",
    });
  });

  it.each([
    ["the computer scientist", "the computer scientist"],
    ["the British film director", "the British film director"],
    ["I mean the director.", "the director"],
    ["the actor", "the actor"],
    ["the one born in 1969", "the one born in 1969"],
    ["No, he's an actor", "an actor"],
    ["the husband of Neile Adams", "the husband of Neile Adams"],
    ["Fox Searchlight", "Fox Searchlight"],
    ["2", "Steve McQueen (director) He made Hunger."],
    ["the first one", "Steve McQueen (actor) He raced cars."],
  ])("takes %j for the answer to the question who is meant", (prompt, context) => {
    expect(standAloneQuestion({ prompt, conversation: refused() })).toEqual({ query: QUESTION, context });
  });

  it("takes what an answer without evidence asked for", () => {
    const conversation = [
      { role: "user", content: "Who is Tom Hale?" },
      { role: "assistant", content: insufficientEvidence(0.1, 0.15).reason },
    ];
    expect(standAloneQuestion({ prompt: "a baker in Leeds", conversation, context: "1980s" })).toEqual({
      query: "Who is Tom Hale?",
      context: "1980s a baker in Leeds",
    });
  });

  it("gathers the answers and stays with the pronouns of the same person", () => {
    const answered = refused("the actor", WHICH);
    expect(standAloneQuestion({ prompt: "the one born in 1930", conversation: answered })).toEqual({
      query: QUESTION,
      context: "the actor the one born in 1930",
    });
    const told = refused("the British director", "He was born in 1969.");
    expect(standAloneQuestion({ prompt: "Where did he study?", conversation: told })).toEqual({
      query: "Where did Steve McQueen study?",
      context: "the British director",
    });
  });

  it.each(["Who was Ada Lovelace?", "Alexander McQueen", "When did Ada Lovelace die"])(
    "is given up for %j",
    (prompt) => {
      const question = standAloneQuestion({ prompt, conversation: refused("the actor", WHICH) });
      expect(question).toEqual({ query: prompt, context: "" });
    },
  );
});
