import { describe, expect, it } from "vitest";
import { decideGrounding } from "../../../packages/grounding/gate/gate.ts";
import { ASKED, LEFT_ALONE } from "./phrasings/by-form.ts";

describe("decideGrounding on questions by their form", () => {
  it.each(ASKED)("grounds %j", (prompt) => {
    expect(decideGrounding({ prompt }).requiresGrounding).toBe(true);
  });

  it.each(LEFT_ALONE)("leaves %j alone", (prompt) => {
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
});
