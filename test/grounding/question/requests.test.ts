import { parseQuestion } from "@plumbline/grounding/question";
import { describe, expect, it } from "vitest";

const textOf = (prompt: string) => parseQuestion({ prompt }).text;

describe("what a prompt asks", () => {
  it.each([
    "I'm meeting Jensen Huang tomorrow. Brief me.",
    "Prep me for my meeting with Jensen Huang",
    "I need information on Jensen Huang",
    "Write an email to my team introducing Jensen Huang and what he has achieved",
    "Add a CRM note about Jensen Huang's background",
    "Write a LinkedIn post about Jensen Huang.",
    "Explain who Jensen Huang is in our README",
    "Could you please give me a short bio of Jensen Huang? Thanks!",
    "Hello! Who is Jensen Huang, please?",
    "What do you know about Jensen Huang?",
  ])("in %j is who somebody is", (prompt) => {
    expect(parseQuestion({ prompt })).toMatchObject({
      text: "Who is Jensen Huang?",
      subjects: ["Jensen Huang"],
      expected: "biography",
    });
  });

  it.each([
    ["Who is Jensen Huang, in a table", "Who is Jensen Huang"],
    ["When was CERN founded? As five bullet points please.", "When was CERN founded?"],
    ["Summarise the life of Ada Lovelace in three bullets", "Who is Ada Lovelace?"],
    ["Wer war Ada Lovelace, in Stichpunkten", "Wer war Ada Lovelace"],
    ["¿Quién fue Marie Curie? En una lista", "¿Quién fue Marie Curie?"],
    ["Which club came first in the table?", "Which club came first in the table?"],
  ])("in %j is not how the answer should look", (prompt, asked) => {
    expect(textOf(prompt)).toBe(asked);
  });

  it("keeps who is meant", () => {
    expect(textOf("I'm meeting Jensen Huang, the CEO of Nvidia, tomorrow. Brief me.")).toBe(
      "Who is Jensen Huang, the CEO of Nvidia?",
    );
  });

  it("keeps what is asked about somebody in particular", () => {
    expect(textOf("Draft a post about Marie Curie's work on radioactivity")).toBe(
      "Marie Curie's work on radioactivity",
    );
    expect(textOf("I met Tim Cook on Monday. Can you tell me where he studied?")).toBe(
      "where Tim Cook studied?",
    );
  });

  it("is found among the writer's own situation", () => {
    const prompt =
      "Good evening! My niece has to give a short talk at school on Friday, she chose a woman from the early days of computing, and " +
      "since I promised to help her with the first slide I would like to understand who Ada Lovelace was and why people still talk " +
      "about her today. Many thanks in advance!";
    expect(textOf(prompt)).toBe("Who was Ada Lovelace?");
  });

  it.each([
    ["As I am preparing a talk, when did Alan Turing die?", "when did Alan Turing die?"],
    ["I was wondering how tides work. Thank you.", "how tides work"],
    ["In 1911, who won the prize?", "In 1911, who won the prize?"],
    ["Thanks! How are you? Where did Tim Cook study?", "Where did Tim Cook study?"],
    ["Ich treffe morgen Jensen Huang. Bitte briefe mich.", "Wer ist Jensen Huang?"],
    ["Kannst du mir sagen, wann Sophie Scholl starb?", "wann Sophie Scholl starb?"],
    ["Escribe una publicación sobre Frida Kahlo", "¿Quién es Frida Kahlo?"],
    ["Bana Sabiha Gökçen hakkında bilgi ver", "Sabiha Gökçen kimdir?"],
    ["اكتب نبذة عن محمود درويش", "من هو محمود درويش؟"],
    ["明天我要见黄仁勋，请给我介绍一下。", "黄仁勋是谁？"],
    ["宮崎駿について教えてください", "宮崎駿とは誰ですか？"],
    ["Parle-moi de Victor Hugo", "Qui est Victor Hugo?"],
  ])("in %j is %j", (prompt, text) => {
    expect(textOf(prompt)).toBe(text);
  });
});
