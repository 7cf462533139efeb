import { describeHealth } from "@plumbline/client/credential-health.ts";
import { expect, test } from "vitest";

const NOW = Date.parse("2026-01-02T12:00:00.000Z");
const ago = (ms: number) => ({
  ...{ tested_at: new Date(NOW - ms).toISOString(), ok: true, failing_since: null, error_code: null },
});

test.each([
  [0, "works (tested just now)"],
  [-5_000, "works (tested just now)"],
  [2 * 60_000, "works (tested 2 min ago)"],
  [119 * 60_000, "works (tested 1 h ago)"],
  [49 * 3_600_000, "works (tested 2 d ago)"],
])("a test of %d ms ago", (ms, words) => {
  expect(describeHealth(ago(ms), NOW)).toBe(words);
});

test("no test at all, and a failure", () => {
  expect(describeHealth(null, NOW)).toBe("never tested");
  const failing = { ...ago(0), ok: false, failing_since: "2026-01-01T09:30:12.000Z" };
  expect(describeHealth({ ...failing, error_code: "authentication" }, NOW)).toBe(
    "failing since 2026-01-01 09:30 UTC",
  );
});
