import { parseQuestion } from "@plumbline/grounding/question";
import { describe, expect, it } from "vitest";
import { asksTheSame, decideGrounding } from "../../../packages/grounding/gate/gate.ts";
import { isRemark } from "../../../packages/grounding/gate/remark.ts";

const conversation = [
  { role: "user", content: "Who is Satya Nadella?" },
  { role: "assistant", content: "Satya Nadella is the CEO of Microsoft." },
];

const RESTATING = [
  "auf deutsch bitte",
  "Auf Deutsch, bitte.",
  "in French please",
  "en español por favor",
  "en français s'il te plaît",
  "and in Italian?",
  "translate that into German",
  "Kannst du das auf Deutsch sagen?",
  "make that a tweet",
  "can you make it shorter?",
  "a bit shorter",
  "kürzer bitte",
  "summarize that in one sentence",
  "rephrase that",
  "as bullet points",
  "in simple words",
  "tl;dr",
  "post it to #general",
  "Thanks, mail that to bob@example.com please",
  "translate that to German and post it to #general",
];
const REMARKS = [
  "thanks",
  "Thank you so much!",
  "danke",
  "merci beaucoup",
  "great, got it.",
  "ok great, that helps",
];
const NEITHER = [
  "summarize my unread emails",
  "translate this: hello",
  "turn off my lights",
  "Write a haiku about rain",
  "explain recursion",
  "great idea, book it",
];

describe("a turn on a grounded answer", () => {
  it.each(RESTATING)("asks the same again with %j", (prompt) => {
    expect(asksTheSame(prompt)).toBe(true);
    expect(decideGrounding({ prompt, conversation })).toMatchObject({
      requiresGrounding: true,
      subject: "Satya Nadella",
      reasons: expect.arrayContaining(["follow_up_of_grounded"]),
    });
    expect(parseQuestion({ prompt, conversation }).text).toBe("Who is Satya Nadella?");
  });

  it.each(REMARKS)("asks nothing with %j, and lets a model say no fact", (prompt) => {
    expect(isRemark(prompt)).toBe(true);
    expect(decideGrounding({ prompt, conversation })).toMatchObject({
      requiresGrounding: false,
      onGroundedAnswer: true,
    });
    expect(decideGrounding({ prompt })).not.toHaveProperty("onGroundedAnswer");
  });

  it("leaves its topic to the turn behind a remark", () => {
    const talk = [
      ...conversation,
      { role: "user", content: "thanks" },
      { role: "assistant", content: "Sure." },
    ];
    expect(decideGrounding({ prompt: "auf deutsch bitte", conversation: talk }).requiresGrounding).toBe(true);
    expect(parseQuestion({ prompt: "When was he born?", conversation: talk }).text).toBe(
      "When was Satya Nadella born?",
    );
  });

  it.each(NEITHER)("is neither with %j", (prompt) => {
    expect(asksTheSame(prompt) || isRemark(prompt)).toBe(false);
    expect(decideGrounding({ prompt, conversation })).not.toHaveProperty("onGroundedAnswer");
  });

  it("takes nothing from talk that was not grounded", () => {
    const poem = [{ role: "user", content: "Write a poem about the sea" }];
    expect(decideGrounding({ prompt: "auf deutsch bitte", conversation: poem }).requiresGrounding).toBe(
      false,
    );
  });
});
