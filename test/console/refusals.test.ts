import { countAsked, countCalls } from "@plumbline/client/count-asked.ts";
import { expect, test } from "vitest";
import { countRisenRefusals } from "../../packages/console/src/pages/calls/refusals.ts";

const TODAY = "2026-01-09";

function dayOf(day: string, refused: number, errors: Record<string, number> = {}) {
  return { day, calls: refused + 3, refused, failed: 0, errors };
}

const EARLIER = ["2026-01-06", "2026-01-07", "2026-01-08"].map((day) => dayOf(day, 2));

test("refusals that rose are counted once there is a usual number", () => {
  const now = dayOf(TODAY, 9);
  expect(countRisenRefusals([...EARLIER, now], TODAY)).toBe(9);
  expect(countRisenRefusals([...EARLIER.slice(1), now], TODAY)).toBe(0);
  expect(countRisenRefusals([...EARLIER, dayOf(TODAY, 5)], TODAY)).toBe(0);
  expect(countRisenRefusals(EARLIER, TODAY)).toBe(0);
});

test("a call that needs approval and a name of several people are questions, not refusals", () => {
  const asked = { approval_required: 6, research_ambiguous_name: 2, validation: 1 };
  expect(countAsked({ errors: asked })).toBe(8);
  expect(countRisenRefusals([...EARLIER, dayOf(TODAY, 9, asked)], TODAY)).toBe(0);
});

test("a call that only asked for approval does not count as a call", () => {
  const row = { calls: 7, errors: { approval_required: 2, research_ambiguous_name: 1, validation: 1 } };
  expect(countCalls(row)).toBe(5);
});
