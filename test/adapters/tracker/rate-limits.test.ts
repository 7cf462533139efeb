import type { Message } from "@plumbline/sandbox/server/reply.ts";
import { trackerFailure, trackerRateLimited } from "@plumbline/sandbox/tracker/failures.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refused } from "../adapter-under-test.ts";
import { startTrackerUnderTest, type TrackerUnderTest } from "./tracker-under-test.ts";

let under: TrackerUnderTest;

beforeEach(async () => {
  under = await startTrackerUnderTest();
});

afterEach(() => under.close());

/** The manual clock's beginning. */
const NOW = Date.parse("2026-01-01T00:00:00Z");

function limited(
  resets: Record<string, number>,
  status = 400,
  retryAfter?: string,
  more: Record<string, string> = {},
) {
  const headers = { ...more, ...(retryAfter === undefined ? {} : { "retry-after": retryAfter }) };
  return trackerRateLimited(resets, { status, headers });
}

test.each<[what: string, reply: Message, waits: number[]]>([
  ["a rate limit under 400 with Retry-After", limited({}, 400, "7"), [7000]],
  ["a rate limit under 429", limited({}, 429, "7"), [7000]],
  ["a rate limit under 200, no wait named", limited({}, 200), [600]],
  ["a rate limit by its code alone", trackerFailure({ message: "x", code: "ratelimited" }), [600]],
  [
    "a rate limit by its type, whatever its code",
    trackerFailure({ message: "x", type: "ratelimited", code: "INPUT_ERROR" }),
    [600],
  ],
  ["a reset in epoch milliseconds", limited({ requests: NOW + 20_000 }), [20_000]],
  ["the later of two resets", limited({ requests: NOW + 20_000, complexity: NOW + 45_000 }), [45_000]],
  ["an endpoint's reset", limited({ "endpoint-requests": NOW + 1_500 }), [2000]],
  ["Retry-After before a reset", limited({ requests: NOW + 90_000 }, 400, "3"), [3000]],
  ["a reset gone by", limited({ requests: NOW - 10_000 }), [600]],
  ["a reset that is no number", limited({}, 400, undefined, { "x-ratelimit-requests-reset": "soon" }), [600]],
  [
    "a reset of a budget that is not used up",
    limited({ complexity: NOW + 2_000 }, 400, undefined, {
      "x-ratelimit-requests-remaining": "12",
      "x-ratelimit-requests-reset": String(NOW + 90_000),
    }),
    [2000],
  ],
  [
    "a reset that does not say what remains",
    limited({}, 400, undefined, { "x-ratelimit-requests-reset": String(NOW + 4_000) }),
    [4000],
  ],
])("%s", async (_what, reply, waits) => {
  under.tracker.script("", reply);
  expect(await under.create()).toMatchObject({ ok: true, attempts: 2 });
  expect(under.clock.waits).toEqual(waits);
  expect(under.creates()).toBe(2);
  expect(under.tracker.workspace.issues).toHaveLength(1);
});

test("a limit that is reset in an hour is not waited for", async () => {
  under.tracker.script("", limited({ requests: NOW + 3_600_000 }));
  expect(refused(await under.create())).toMatchObject({
    error_code: "rate_limit",
    refusal_reason:
      "The issue tracker (Linear) asks for fewer calls: Rate limit exceeded. Only 5000 requests are allowed per 1 hour.",
    retry_after_seconds: 3600,
    attempts: 1,
  });
  expect(under.clock.waits).toEqual([]);
});
