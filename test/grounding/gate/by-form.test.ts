import { describe, expect, it } from "vitest";
import { decideGrounding } from "../../../packages/grounding/gate/gate.ts";
import { BY_FORM } from "./phrasings/lists.ts";

describe("decideGrounding on questions by their form", () => {
  it.each(BY_FORM.lines("asked"))("grounds %j", (prompt) => {
    expect(decideGrounding({ prompt }).requiresGrounding).toBe(true);
  });

  it.each(BY_FORM.lines("left alone"))("leaves %j alone", (prompt) => {
    expect(decideGrounding({ prompt }).requiresGrounding).toBe(false);
  });

  it.each([
    ["Where is Boeing based? Please tell #general.", "Boeing"],
    ["i need the founding year of boeing", "boeing"],
    ["Draft an email to my team about Airbus's layoffs", "Airbus"],
    ["openai valuation", "openai"],
    ["explain the war in sudan", "sudan"],
    ["how long has tim cook been ceo of apple", "tim cook"],
  ])("tells what %j is about", (prompt, subject) => {
    expect(decideGrounding({ prompt })).toMatchObject({ subject });
    expect(decideGrounding({ prompt }).reasons).toContain("names_something");
  });

  it.each([
    "Schreib meinem Team eine Mail mit der Agenda und sag mir, wer der Chef von Siemens ist.",
    "Schreibe eine Mail an mein Team, und wann wurde Siemens gegründet?",
    "Erstelle ein Ticket für das Login-Problem und wer hat Airbus gegründet?",
  ])("grounds the question next to an order in %j", (prompt) => {
    expect(decideGrounding({ prompt }).requiresGrounding).toBe(true);
  });
});
