import { parseQuestion } from "@plumbline/grounding/question";
import { describe, expect, it } from "vitest";

const followUpTo = (...said: string[]) => ({
  asks: (prompt: string) =>
    parseQuestion({ prompt, conversation: said.map((content) => ({ role: "user", content })) }),
});

describe("a follow-up", () => {
  it("takes the words of its topic", () => {
    const { text } = followUpTo("How do glaciers shape valleys?", "What about lakes?").asks(
      "How deep do they get?",
    );
    expect(text).toMatch(/^How deep do they get\? \(/);
    for (const word of ["glaciers", "valleys", "lakes"]) expect(text).toContain(word);
  });

  it("keeps what opened the topic over several turns", () => {
    const talk = followUpTo(
      "What do otters eat?",
      "How do they hunt?",
      "Do they use tools?",
      "Which ones are endangered?",
    );
    expect(talk.asks("Can it be stopped?").text).toContain("otters");
  });

  it.each([
    ["How did voters decide in Ohio?", "What about in Texas?", "How did voters decide in Texas?"],
    ["Who coached Serena Williams?", "And Venus Williams?", "Who coached Venus Williams?"],
    ["How long does tofu keep?", "How about in the freezer?", "How long does tofu keep in the freezer?"],
  ])("to %j asks the same again with %j", (before, prompt, text) => {
    expect(followUpTo(before).asks(prompt).text).toBe(text);
  });

  it("does not take an adverb for a name", () => {
    const { text, expected } = followUpTo("How could my account be hacked?").asks(
      "Now it stopped working. Why?",
    );
    expect(text).toMatch(/^Now it stopped working\. Why\? \(.*account.*hacked.*\)$/);
    expect(expected).toBe("reason");
  });

  it.each([
    "How many moons does the planet Jupiter have in total?",
    "When was Grace Hopper promoted?",
    "Who invented dynamite, nitroglycerine or gunpowder first in Sweden?",
  ])("that stands alone gets nothing: %j", (prompt) => {
    expect(followUpTo("How do otters sleep?").asks(prompt).text).toBe(prompt);
  });

  it("starts a new topic with a new person", () => {
    const talk = followUpTo("When was Ada Lovelace born?", "Where did Grace Hopper study?");
    expect(talk.asks("When did she retire?").text).toBe("When did Grace Hopper retire?");
  });

  it.each([
    ["Wann wurde Clara Schumann geboren?", "Wo starb sie?", "Wo starb Clara Schumann?"],
    ["Кто такой Лев Толстой?", "Где он родился?", "Где Лев Толстой родился?"],
    ["谁是屠呦呦？", "她的丈夫是谁？", "屠呦呦的丈夫是谁？"],
    ["Orhan Pamuk kimdir?", "Nerede doğdu?", "Nerede doğdu? (Orhan Pamuk)"],
  ])("in another language, %j, %j, asks %j", (before, prompt, text) => {
    expect(followUpTo(before).asks(prompt).text).toBe(text);
  });
});
