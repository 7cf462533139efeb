import { expect, it } from "vitest";
import {
  isSameSentence,
  makeSentenceKey,
} from "../../../../packages/grounding/research/evidence/collect-evidence.ts";

it("knows a sentence again in another spelling, and no other", () => {
  expect(isSameSentence("Zoë Vance was born in Leeds.", "“ZOE VANCE was born — in Leeds!”")).toBe(true);
  expect(isSameSentence("Zoë Vance was born in Leeds.", "Zoë Vance was not born in Leeds.")).toBe(false);
  expect(new Set(["A b.", "a, B"].map(makeSentenceKey)).size).toBe(1);
});
