import { parseQuestion } from "@plumbline/grounding/question";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  explainAmbiguousName,
  explainInsufficientEvidence,
} from "../../../packages/grounding/research/refusals.ts";
import { NARROWEST_LIMITS } from "../../../packages/grounding/text/fit-query.ts";

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
    ["Any siblings?", "Any siblings? (Ada Lovelace)"],
    ["And Charles Babbage?", "Who was Charles Babbage?"],
    ["What did Mary Somerville teach her students?", "What did Mary Somerville teach her students?"],
  ])("makes %j stand alone", (prompt, query) => {
    expect(parseQuestion({ prompt, conversation: afterAda })).toMatchObject({ text: query, context: "" });
  });

  it.each([
    ["Please tell me about Grace Hopper.", "Who is Grace Hopper?"],
    ["Hi, could you tell me who wrote Middlemarch, please?", "who wrote Middlemarch?"],
    ["tell me a bio of Grace Hopper", "Who is Grace Hopper?"],
    ["please", "please"],
  ])("drops the politeness of %j", (prompt, query) => {
    expect(parseQuestion({ prompt }).text).toBe(query);
  });

  it("falls back on the telling words of a topic without a name", () => {
    const conversation = [{ role: "user", content: "how do glaciers carve valleys" }];
    expect(parseQuestion({ prompt: "how long does it take?", conversation }).text).toBe(
      "how long does it take? (glaciers carve valleys)",
    );
  });

  it("gives a name that was said in lower case its capitals, so that it is known for one", () => {
    const conversation = [{ role: "user", content: "who was ludwig van beethoven" }];
    const { text, subjects } = parseQuestion({ prompt: "who influenced him?", conversation });
    expect(text).toBe("who influenced Ludwig van Beethoven?");
    expect(subjects).toEqual(["Ludwig van Beethoven"]);
  });

  it("is the part that asks, out of a prompt too long to be searched for", () => {
    const filler = "The weather was mild and nothing much happened on that day. ".repeat(60);
    for (const prompt of [
      `${filler}Who was Ada Lovelace?`,
      `${filler}Who was Ada Lovelace? ${filler}`,
      `Ada Lovelace wrote notes. ${filler}Who was she?`,
    ])
      expect(parseQuestion({ prompt }).text).toMatch(/^Who was Ada Lovelace\??$/);
  });

  it("cuts stop words before words and keeps the names", () => {
    const { text } = parseQuestion({
      prompt: `${"the slow brown bear walks over the hill ".repeat(12)}near Loch Ness`,
    });
    expect(text.split(" ").length).toBeLessThanOrEqual(NARROWEST_LIMITS.words);
    expect(text).toMatch(/^slow brown bear/);
    expect(text).toMatch(/Loch Ness$/);
    expect(text).not.toContain("the");
  });

  it("never passes the backends' limits, whatever the prompt", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3000 }), fc.string({ maxLength: 600 }), (prompt, context) => {
        const question = parseQuestion({ prompt, conversation: afterAda, context });
        const { text } = question;
        expect(question.context.length).toBeLessThanOrEqual(2000);
        expect(text.length).toBeLessThanOrEqual(NARROWEST_LIMITS.characters);
        expect(text.split(/\s+/).length).toBeLessThanOrEqual(NARROWEST_LIMITS.words);
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
const WHICH = explainAmbiguousName("Steve McQueen", 2, CANDIDATES).reason;
const refused = (...more: string[]) =>
  [QUESTION, WHICH, ...more].map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));

describe("the context", () => {
  it("is the caller's", () => {
    expect(parseQuestion({ prompt: "Who is Tom Hale?", context: "physicist" })).toMatchObject({
      text: "Who is Tom Hale?",
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
    expect(parseQuestion({ prompt, conversation: refused() })).toMatchObject({ text: QUESTION, context });
  });

  it("takes what an answer without evidence asked for", () => {
    const conversation = [
      { role: "user", content: "Who is Tom Hale?" },
      {
        role: "assistant",
        content: explainInsufficientEvidence(parseQuestion({ prompt: "Who is Tom Hale?" }), {
          people: { verdict: "unnamed", description: null },
          named: [],
          titles: ["Hale & Sons"],
        }).reason,
      },
    ];
    expect(parseQuestion({ prompt: "a baker in Leeds", conversation, context: "1980s" })).toMatchObject({
      text: "Who is Tom Hale?",
      context: "1980s a baker in Leeds",
    });
  });

  it("gathers the answers and stays with the pronouns of the same person", () => {
    const answered = refused("the actor", WHICH);
    expect(parseQuestion({ prompt: "the one born in 1930", conversation: answered })).toMatchObject({
      text: QUESTION,
      context: "the actor the one born in 1930",
    });
    const told = refused("the British director", "He was born in 1969.");
    expect(parseQuestion({ prompt: "Where did he study?", conversation: told })).toMatchObject({
      text: "Where did Steve McQueen study?",
      context: "the British director",
    });
  });

  it.each(["Who was Ada Lovelace?", "Alexander McQueen", "When did Ada Lovelace die"])(
    "is given up for %j",
    (prompt) => {
      const question = parseQuestion({ prompt, conversation: refused("the actor", WHICH) });
      expect(question).toMatchObject({ text: prompt, context: "" });
    },
  );
});

describe("a parsed question", () => {
  const words = fc.constantFrom(
    ..."please tell me about who is Who was Ada Lovelace Grace Hopper when did she die it the of and ? . , ! ( ) Hi brief write a post I'm meeting tomorrow why 谁是马云 kimdir из Wer ist him CEO 1999 Dr. J. K.".split(
      " ",
    ),
  );
  const prompts = fc.oneof(
    fc.string({ maxLength: 600 }),
    fc.array(words, { maxLength: 60 }).map((list) => list.join(" ")),
  );

  it("parses to itself", () => {
    fc.assert(
      fc.property(prompts, (prompt) => {
        const { text } = parseQuestion({ prompt, conversation: afterAda });
        expect(parseQuestion({ prompt: text }).text).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it("names only subjects that its text bears", () => {
    fc.assert(
      fc.property(prompts, (prompt) => {
        const { text, subjects } = parseQuestion({ prompt });
        for (const subject of subjects) expect(text).toContain(subject);
      }),
    );
  });
});

describe("hostile prompts", () => {
  it.each([
    ["numbers", "1. ".repeat(2700)],
    ["marks", "?".repeat(8000)],
    ["openers", "please ".repeat(1140)],
    ["cues", "who is ".repeat(1140)],
    ["names", "Anna Bell ".repeat(800)],
    ["requests", "write about ".repeat(660)],
    ["brackets", "(".repeat(8000)],
    ["clauses", "I, who is ".repeat(800)],
    ["roles", "the physicist ".repeat(570)],
    ["Chinese", "谁是".repeat(4000)],
    ["short questions", "Who is Tim? ".repeat(660)],
  ])("of %s are read in time that grows with their length", (_, prompt) => {
    const conversation = Array.from({ length: 200 }, (__, at) => ({
      role: at % 2 === 0 ? "user" : "assistant",
      content: prompt,
    }));
    const started = process.cpuUsage();
    parseQuestion({ prompt });
    parseQuestion({ prompt: "Why?", conversation });
    expect(process.cpuUsage(started).user).toBeLessThan(1_500_000);
  });
});
