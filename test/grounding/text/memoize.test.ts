import { expect, test } from "vitest";
import { memoize } from "../../../packages/grounding/text/memoize.ts";

test("reads a text once, by each of its keys", () => {
  const read: string[] = [];
  const length = memoize((text: string, unit: "letters" | "words"): number => {
    read.push(`${text} ${unit}`);
    return unit === "letters" ? text.length : text.split(" ").length;
  });
  for (const _ of [1, 2]) {
    expect(length("one two", "letters")).toBe(7);
    expect(length("one two", "words")).toBe(2);
  }
  expect(read).toEqual(["one two letters", "one two words"]);
});

test("remembers that nothing was found", () => {
  let reads = 0;
  const find = memoize((_text) => {
    reads += 1;
    return null;
  });
  expect([find("a"), find("a"), find("")]).toEqual([null, null, null]);
  expect(reads).toBe(2);
});

test("keeps a bounded amount: the oldest is read anew, and a long text every time", () => {
  const reads = new Map<string, number>();
  const read = memoize((text) => {
    reads.set(text, (reads.get(text) ?? 0) + 1);
    return text;
  });
  const long = "x".repeat(10_000);
  for (let turn = 0; turn < 3; turn++) read(long);
  expect(reads.get(long)).toBe(3);
  for (let number = 0; number < 1_000; number++) read(`${number} `.repeat(100));
  const first = "0 ".repeat(100);
  read(first);
  expect(reads.get(first)).toBe(2);
});
