import { retryAfterSeconds } from "@plumbline/core/egress/retry-after.ts";
import { expect, test } from "vitest";

const now = Date.parse("2026-01-01T00:00:00Z");

test.each([
  ["30", 30],
  ["0", 0],
  [" 7 ", 7],
  ["1.5", 1.5],
  ["Thu, 01 Jan 2026 00:01:30 GMT", 90],
  ["Thu, 01 Jan 2026 00:00:00 GMT", 0],
  ["Wed, 31 Dec 2025 23:59:00 GMT", 0],
  ["Thursday, 01-Jan-26 00:00:10 GMT", 10],
  ["Thu Jan  1 00:00:10 2026", 10],
])("%j is %d s", (header, seconds) => {
  expect(retryAfterSeconds(header, now)).toBe(seconds);
});

test("a date between two seconds is rounded up, so that the wait is never too short", () => {
  expect(retryAfterSeconds("Thu, 01 Jan 2026 00:00:10 GMT", now + 500)).toBe(10);
});

test.each([
  undefined,
  "",
  "   ",
  "soon",
  "-5",
  "-1.5",
  "1e3",
  "0x10",
  "10 s",
  "NaN",
  "Infinity",
  "1.2.3",
  "foo 1",
  "Thursday",
  "9".repeat(400),
])("%j is nothing", (header) => {
  expect(retryAfterSeconds(header, now)).toBeUndefined();
});
