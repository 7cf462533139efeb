import { expect, test } from "vitest";
import { AnswerGuard } from "../../../packages/grounding/guard/index.ts";
import { outcomeOf } from "./outcome-of.ts";

const MOST_VALUES = 200_000;
const outcome = outcomeOf(["Karl Voss was arrested in 2004. He denied everything. Anna Berg left."]);
const stoppedBy = (args: unknown, said = "Tell Bob that the release is on Friday, and mail Carol.") =>
  new AnswerGuard([outcome], [said]).unsupportedIn(args);
const sentences = (text: unknown, said?: string) => stoppedBy({ text }, said).map(({ sentence }) => sentence);

test("a write of 200,000 values is judged whole; one more is refused", () => {
  // The arguments and the list are values too.
  const values = (count: number) => ({ list: Array.from({ length: count - 2 }, () => null) });
  expect(stoppedBy(values(MOST_VALUES))).toEqual([]);
  expect(stoppedBy(values(MOST_VALUES + 1))).toMatchObject([{ argument: "list.199998", sentence: "…" }]);
});

test("a path of 200 characters is named whole, a longer one cut", () => {
  const argumentOf = (key: string) => stoppedBy({ a: { [key]: "Karl Voss was a thief." } })[0]?.argument;
  const key = "k".repeat(198);
  expect(argumentOf(key)).toBe(`a.${key}`);
  expect(argumentOf(`${key}k`)).toBe(`a.${key}`);
});

test("the user's clause may be sent on whole, and not its beginning alone", () => {
  expect(sentences("The release is on Friday.")).toEqual([]);
  expect(sentences("The release is.")).not.toEqual([]);
  expect(sentences("The release is on Friday.", "Tell Bob that the release is on Friday.")).toEqual([]);
  expect(sentences("The release.is", "Tell Bob that the release is on Friday.")).not.toEqual([]);
});

test("a key of the user's words passes without a verb, and is judged with one", () => {
  expect(sentences({ "the release": true })).toEqual([]);
  expect(sentences({ "the release is": true })).not.toEqual([]);
});

test("a pronoun passes right behind the sentence that names its subject", () => {
  expect(sentences("Karl Voss was arrested in 2004. He denied everything.")).toEqual([]);
  expect(sentences("Anna Berg left. He denied everything.")).not.toEqual([]);
  expect(sentences("He denied everything.")).not.toEqual([]);
});

test("what a page of HTML hides in a section of plain data is found", () => {
  expect(sentences("<p>Summary</p><svg><![CDATA[He was a thief.]]></svg>")).not.toEqual([]);
  expect(sentences("<p>Summary</p><svg><![CDATA[Karl Voss was arrested in 2004.]]></svg>")).not.toEqual([]);
});
