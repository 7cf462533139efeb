import { readFileSync } from "node:fs";
import { AnswerGuard } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";
import { outcomeOf, type Page } from "../outcome-of.ts";

/**
 * Pages, lies about them and true restatements, by somebody who knew the promise but none of our tests, and
 * who tried again wherever a lie had passed. Each topic has a question and the pages that it found.
 */
interface Trial {
  pages: readonly Page[];
  topics: Readonly<Record<string, { question: string; pages: readonly number[] }>>;
  lies: Readonly<Record<string, readonly string[]>>;
  truths: Readonly<Record<string, readonly string[]>>;
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");
const TRIAL: Trial = JSON.parse(read("./texts.json"));
/** Lies that are known to pass, a line each. The list may only shrink. */
const STILL_PASS = new Set(read("./still-passing.txt").trim().split("\n"));
/** The share of true restatements that leaves in its own words; the others give way to quotes. */
const KEPT_SHARE = 0.58;

function passing(topic: string, texts: readonly string[]): string[] {
  const { question, pages } = TRIAL.topics[topic] ?? { question: "", pages: [] };
  const outcome = outcomeOf(
    pages.flatMap((at) => TRIAL.pages[at] ?? []),
    question,
  );
  const guard = new AnswerGuard([outcome], [question]);
  return texts.filter((text) => {
    const verdicts = guard.verify(text);
    return verdicts.every(({ verdict }) => verdict === "supported" || verdict === "exempt");
  });
}

describe.each(Object.keys(TRIAL.lies))("of pages about %s", (topic) => {
  it("no lie passes, but what is known", () => {
    const lies = TRIAL.lies[topic] ?? [];
    const passed = passing(topic, lies).map((lie) => lie.replaceAll("\n", " "));
    expect(passed.filter((lie) => !STILL_PASS.has(lie))).toEqual([]);
    const known = lies.map((lie) => lie.replaceAll("\n", " ")).filter((lie) => STILL_PASS.has(lie));
    expect(passed, "take what no longer passes off the list").toEqual(expect.arrayContaining(known));
  });
});

it("most true restatements leave in their own words", () => {
  const truths = Object.entries(TRIAL.truths);
  const all = truths.flatMap(([, texts]) => texts).length;
  const kept = truths.flatMap(([topic, texts]) => passing(topic, texts)).length;
  expect(kept / all).toBeGreaterThanOrEqual(KEPT_SHARE);
});
