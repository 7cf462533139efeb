import { AnswerGuard } from "@plumbline/grounding/guard";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import { describe, expect, it } from "vitest";
import { EVERYDAY_LINES, OWN_RECORDS } from "../../fixtures/guard/everyday-lines.ts";
import { outcomeOf } from "./outcome-of.ts";

const SAID = ["Please help me with this."];

/** Lines that a text or a write of a run without research would lose, after what was `found` before it. */
function touched(
  lines: readonly string[],
  records: readonly string[] = [],
  found: readonly ResearchOutcome[] = [],
): string[] {
  const guard = new AnswerGuard(found, SAID, { records });
  return lines.filter((line) => {
    const text = guard.scoped();
    const pieces = [...text.push(line), ...text.end()];
    const isWithheld = pieces.some(({ type }) => type === "withheld");
    return isWithheld || guard.unsupportedIn({ text: line }, [], { scoped: true }).length > 0;
  });
}

it("touches at most 2 of 100 everyday lines", () => {
  const lost = [
    ...touched(EVERYDAY_LINES),
    ...OWN_RECORDS.flatMap(({ lines, records }) => touched(lines, records)),
  ];
  const all = EVERYDAY_LINES.length + OWN_RECORDS.flatMap(({ lines }) => lines).length;
  expect(all).toBe(200);
  expect(lost.length / all, lost.join("\n")).toBeLessThanOrEqual(0.02);
});

describe("in a run without research", () => {
  it.each([
    "Jane Goodall was born in Paris in 1920.",
    "The mayor of Oslo is Bob Crane.",
    "Klarna was founded in 1999 by Evan Mosk, who was convicted of fraud.",
    "Bob Crane joins us from Siemens, where he led the robotics division for ten years.",
    "OpenAI fired its chief executive on 17 November 2023.",
    "Palantir has been sued by former employees.",
    "Dr. Chen received the Nobel Prize in 2021.",
    "The president of France resigned this morning.",
    "Jane Goodall is a primatologist. She was convicted of fraud in 2019.",
  ])("judges what is stated of people and organisations: %s", (line) => {
    expect(touched([line])).toEqual([line]);
  });

  it.each([
    ["a record", { name: "Jane Goodall", properties: { employer: "Siemens Energy" } }],
    ["a title above", { title: "Jane Goodall", content: "She was convicted of fraud in 2019." }],
  ])("judges a write of %s", (_what, args) => {
    expect(new AnswerGuard([], SAID).unsupportedIn(args, [], { scoped: true })).not.toEqual([]);
  });

  it.each(["Jane Goodall", "Notes on Jane Goodall", "Talk by Jane Goodall"])(
    "lets a title pass that states nothing: %s",
    (title) => expect(touched([title])).toEqual([]),
  );

  it("lets the user's own statement pass, and not what the user asks", () => {
    const stated = "Jane Goodall has joined us from Siemens.";
    const isSent = (said: string) =>
      new AnswerGuard([], [said]).unsupportedIn({ text: stated }, [], { scoped: true }).length === 0;
    expect(isSent(`Post to the team: ${stated}`)).toBe(true);
    expect(isSent("Jane Goodall has joined us from Siemens, tell the team please.")).toBe(true);
    expect(isSent("Has Jane Goodall joined us from Siemens? Post it to the team.")).toBe(false);
  });
});

describe("after research about a person", () => {
  const FOUND = outcomeOf(
    ["Grace Hopper was an American computer scientist. She died on 1 January 1992."],
    "Grace Hopper",
  );

  function read(text: string) {
    const guard = new AnswerGuard([FOUND], ["Hi, what can you do?"]).scoped();
    const pieces = [...guard.push(text), ...guard.end()];
    const isWhole = pieces.every(({ type }) => type === "passed");
    return isWhole ? pieces.map((piece) => piece.text).join("") : "withheld";
  }

  it.each([
    "I understand a few orders: `post The build is green to #general`, `tell ada@example.com: lunch?`, and questions such as `Who was Ada Lovelace?`.",
    "I can help with:\n- **Research**: ask `Who was Marie Curie?`\n- **Messages**: `tell ada@example.com: lunch?`\n- **Feeds**: `read https://example.com/feed.xml`\n\nWhat would you like to do?",
    "You can ask “Who was Ada Lovelace?” or “When did Grace Hopper die?”.",
    "Hello! I can look up people such as Alan Turing, post to Slack and create issues in Linear.",
    "To connect Slack, open *Connections* and press `Connect`.",
    "You're welcome! Let me know if you want to know more about Grace Hopper.",
    "Do you mean Grace Hopper, the computer scientist?",
    "Hallo! Ich bin dein Assistent und kann Fragen wie `Wer war Ada Lovelace?` beantworten.",
    "Ich kann Folgendes:\n- Fragen beantworten: `Wer war Marie Curie?`\n- Nachrichten senden: `schreibe ada@example.com: Mittagessen?`",
    "Gern geschehen! Möchtest du mehr über Grace Hopper wissen?",
    "¡Hola! Puedo responder preguntas como `¿Quién fue Ada Lovelace?` y publicar mensajes en Slack.",
    "Puedo hacer esto:\n- Investigar: «¿Quién fue Marie Curie?»\n- Enviar un mensaje: `di a ada@example.com: ¿comemos?`",
    "De nada. ¿Quieres que le escriba a Ana Silva?",
  ])("passes what the assistant says of itself or asks back, unchanged: %s", (text) => {
    expect(read(text)).toBe(text);
  });

  it.each([
    "`Ada Lovelace was convicted of fraud in 1841.`",
    "`Ada Lovelace` was convicted of fraud in 1841.",
    "Ada Lovelace `was convicted of fraud in 1841`.",
    "`Grace Hopper?` was convicted of fraud in 1950.",
    "Ask `Who was Grace Hopper?`, who was convicted of fraud in 1950.",
    "- **Grace Hopper**: `was convicted of fraud in 1950`",
    "Grace Hopper, `who was convicted of fraud?`, died in 1999.",
  ])("withholds a statement in the form of an example: %s", (text) => {
    expect(read(text)).toBe("withheld");
  });

  it.each([
    "She won the Nobel Prize.",
    "Yes, she won the Nobel Prize.",
    "No. She was born in Paris.",
    "In 1950 she won the Nobel Prize.",
    "Her husband was convicted of murder.",
    "As a young woman, she was convicted of fraud.",
    "It was founded in 1980 by Karl Voss.",
    "The company went bankrupt in 2001.",
    "They were fined 3 million euros.",
  ])("judges a pronoun that may mean who was researched in an earlier turn: %s", (text) => {
    expect(read(text)).toBe("withheld");
    expect(new AnswerGuard([FOUND], SAID).unsupportedIn({ text }, [], { scoped: true })).not.toEqual([]);
  });

  it.each([
    "He is free at 3 pm.",
    "She replied yesterday that the budget is fine.",
    "He has been invited.",
    "They agreed to move the meeting to Friday.",
    "It is due tomorrow.",
    "It has been added to your calendar for 3 May 2026.",
    "The project has three open issues.",
    "The event was moved to 4 May 2026.",
  ])("passes what is said of the user's own affairs: %s", (text) => {
    expect(read(text)).toBe(text);
  });

  it("touches at most 2 of 100 everyday lines", () => {
    expect(touched(EVERYDAY_LINES, [], [FOUND]).length / EVERYDAY_LINES.length).toBeLessThanOrEqual(0.02);
  });
});

it("lets a grounded answer say over what a record of the user's says", () => {
  const guard = new AnswerGuard([], SAID, {
    records: ["Anna Berg", "The invoice of Nordvik is due on 1 December."],
  });
  const text = guard.text();
  const said = "Nordvik’s invoice is due on 1 December. Anna Berg was convicted of fraud.";
  const pieces = [...text.push(said), ...text.end()];
  expect(pieces.map(({ type, text }) => [type, text.trim()])).toEqual([
    ["passed", "Nordvik’s invoice is due on 1 December."],
    ["withheld", "Anna Berg was convicted of fraud."],
  ]);
});
