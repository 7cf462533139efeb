import { HttpResponse } from "@plumbline/core/egress/http-message.ts";
import {
  readPayloadWaitSeconds,
  readRequestedWaitSeconds,
  readResponseWaitSeconds,
  retryAfterSeconds,
} from "@plumbline/core/egress/retry-after.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

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
  // A time of day in seconds, where a wait belongs.
  "1767225600",
])("%j is nothing", (header) => {
  expect(retryAfterSeconds(header, now)).toBeUndefined();
});

test("a wait of more than a month counts as a month", () => {
  const month = 31 * 86_400;
  expect(retryAfterSeconds("31536000", now)).toBe(month);
  expect(retryAfterSeconds("Fri, 01 Jan 2100 00:00:00 GMT", now)).toBe(month);
  expect(readPayloadWaitSeconds({ retry_after: 31_536_000 }, now)).toBe(month);
});

describe("in a payload", () => {
  test.each<[body: unknown, seconds: number]>([
    [{ retry_after: 30 }, 30],
    [{ retry_after: "30" }, 30],
    [{ retry_after: 0.65 }, 0.65],
    [{ retry_after: 0 }, 0],
    [{ retryAfter: 30 }, 30],
    [{ "retry-after": "30" }, 30],
    [{ "Retry-After": "Thu, 01 Jan 2026 00:01:30 GMT" }, 90],
    [{ retry_after: "2026-01-01T00:01:30Z" }, 90],
    [{ retry_after: "2025-12-31T23:00:00Z" }, 0],
    [{ retryAfterSeconds: 30 }, 30],
    [{ retry_after_seconds: "30" }, 30],
    [{ retry_after_ms: 1_500 }, 1.5],
    [{ retry_after_ms: "1500" }, 1.5],
    [{ retryAfterMs: 1_500 }, 1.5],
    [{ retryAfterMillis: 1_500 }, 1.5],
    [{ retry_after: "1500ms" }, 1.5],
    [{ ok: false, error_code: 429, parameters: { retry_after: 7 } }, 7],
    [{ error: { code: 429, retry_after: 7 } }, 7],
    [{ error: { details: [{ "@type": "google.rpc.RetryInfo", retryDelay: "3.5s" }] } }, 3.5],
    [{ errors: [{ extensions: { code: "RATELIMITED", retryAfter: 7 } }] }, 7],
    [{ errors: [{ extensions: { retry_after_ms: 700 } }, { extensions: { retryAfter: 7 } }] }, 7],
    [{ errors: [{ message: "x" }, { retryAfter: 4 }] }, 4],
    [{ retry_after: 1, error: { retry_after: 7 } }, 1],
    [{ retry_after: null, error: { retry_after: 7 } }, 7],
    [[{ retry_after: 7 }], 7],
  ])("%j is %d s", (body, seconds) => {
    expect(readPayloadWaitSeconds(body, now)).toBe(seconds);
  });

  test.each<unknown>([
    undefined,
    null,
    "retry_after: 7",
    7,
    [],
    {},
    { retry_after: -7 },
    { retry_after: Number.NaN },
    { retry_after: Number.POSITIVE_INFINITY },
    { retry_after: 1_767_225_600 },
    { retry_after_ms: 1_767_225_600_000 },
    { retry_after: true },
    { retry_after: "" },
    { retry_after: "soon" },
    { retry_after: "-7" },
    { retry_after: { seconds: 7 } },
    { retries_after: 7 },
    { properties: { retry_after: 7 } },
    { a: { b: { c: { d: { e: { retry_after: 7 } } } } } },
  ])("%j is nothing", (body) => {
    expect(readPayloadWaitSeconds(body, now)).toBeUndefined();
  });

  test("whatever it is, a wait is a number of seconds up to a month, or nothing", () => {
    const names = fc.constantFrom("retry_after", "retryAfterMs", "error", "errors", "extensions", "other");
    const body = fc.letrec((tie) => ({
      node: fc.oneof({ depthSize: "small" }, fc.jsonValue(), fc.double(), fc.dictionary(names, tie("node"))),
    })).node;
    fc.assert(
      fc.property(body, (some) => {
        const seconds = readPayloadWaitSeconds(some, now) ?? 0;
        expect(seconds).toBeGreaterThanOrEqual(0);
        expect(seconds).toBeLessThanOrEqual(31 * 86_400);
      }),
    );
  });

  test("a large one is looked at no further than its beginning", () => {
    const many = Object.fromEntries(
      Array.from({ length: 200_000 }, (_, index) => [`retry_after${index}`, index]),
    );
    expect(readPayloadWaitSeconds({ errors: Array.from({ length: 1_000 }, () => many) }, now)).toBe(199);
  });

  test("the first twenty elements of a list count", () => {
    const errors = Array.from({ length: 30 }, (_, index) => ({ retry_after: index + 1 }));
    expect(readPayloadWaitSeconds({ errors }, now)).toBe(20);
  });

  test("three envelopes are opened, a fourth is not", () => {
    const third = { error: { details: [{ data: { retry_after: 7 } }] } };
    expect(readPayloadWaitSeconds(third, now)).toBe(7);
    expect(readPayloadWaitSeconds({ result: third }, now)).toBeUndefined();
  });
});

test.each<[headers: Record<string, string>, body: unknown, seconds: number | undefined]>([
  [{ "retry-after": "3" }, { retry_after: 7 }, 3],
  [{ "retry-after": "0" }, { retry_after: 7 }, 0],
  [{ "retry-after": "soon" }, { retry_after: 7 }, 7],
  [{ "retry-after-ms": "1500", "retry-after": "2" }, {}, 1.5],
  [{}, { retry_after: 7 }, 7],
  [{}, undefined, undefined],
])("headers %j and body %j", (headers, body, seconds) => {
  expect(readRequestedWaitSeconds({ headers, body }, now)).toBe(seconds);
});

test("a body of up to 64 KiB is read for a wait", () => {
  const answerOf = (bytes: number) =>
    new HttpResponse(429, {}, Buffer.from(JSON.stringify({ retry_after: 7 }).padEnd(bytes)), false);
  expect(readResponseWaitSeconds(answerOf(65_536), now)).toBe(7);
  expect(readResponseWaitSeconds(answerOf(65_537), now)).toBeUndefined();
});
