import { readFileSync } from "node:fs";
import { AnswerGuard } from "@plumbline/grounding/guard";
import { expect, it } from "vitest";
import { outcomeOf, type Page } from "../outcome-of.ts";

/**
 * Records and tables that a write would send, each with the topic of its pages. In a lie every word may stand
 * in the evidence; it says it of another, or under another name.
 */
type Row = readonly [topic: string, value: unknown];

const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
const PAGES: { pages: Page[]; topics: Record<string, { question: string; pages: number[] }> } =
  read("./texts.json");
const RECORDS: { lies: Row[]; known: Row[]; truths: Row[] } = read("./records.json");
/** Fields that a source says so plainly that the record may leave as it is; the others are put as texts. */
const KEPT_SHARE = 0.65;

function leaves([topic, value]: Row): boolean {
  const { question, pages } = PAGES.topics[topic] ?? { question: "", pages: [] };
  const outcome = outcomeOf(
    pages.flatMap((at) => PAGES.pages[at] ?? []),
    question,
  );
  const guard = new AnswerGuard([outcome], [`${question} Then save it.`]);
  return guard.unsupportedIn(typeof value === "string" ? { text: value } : { payload: value }).length === 0;
}

it("a field that the evidence gives to something else stops its record", () => {
  expect(RECORDS.lies.filter(leaves)).toEqual([]);
});

it("what leaves though pages of two bearers of one name are mixed is known", () => {
  expect(RECORDS.known.filter(leaves)).toEqual(RECORDS.known);
});

it("most true records leave as they are", () => {
  expect(RECORDS.truths.filter(leaves).length / RECORDS.truths.length).toBeGreaterThanOrEqual(KEPT_SHARE);
});
