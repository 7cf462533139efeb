import {
  backoffMs,
  decideRetry,
  type FailedAttempt,
  MAX_ATTEMPTS,
} from "@plumbline/core/dispatch/retry-policy.ts";
import {
  AdapterAuthError,
  type AdapterErrorDetail,
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";
import type { Effect, Idempotency } from "@plumbline/core/tool/tool.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const MIDDLE = 0.5;
const fraction = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

const transient = (detail: AdapterErrorDetail = {}) => new AdapterTransientError("down", detail);
const limited = (detail: AdapterErrorDetail = {}) => new AdapterRateLimitedError("slower", detail);

/** The first failure of a write nothing makes safe, with time to spare. */
function question(more: Partial<FailedAttempt>): FailedAttempt {
  return {
    error: transient(),
    attempt: 1,
    idempotency: "none",
    effect: "write",
    remainingMs: 300_000,
    waitedMs: 0,
    longestWaitMs: 60_000,
    jitter: MIDDLE,
    ...more,
  };
}

describe("backoff", () => {
  test("0.6 s, 1.2 s, 2.4 s, 4.8 s, and 8 s from then on", () => {
    const waits = [1, 2, 3, 4, 5, 6, 30].map((attempt) => backoffMs(attempt, MIDDLE));
    expect(waits).toEqual([600, 1200, 2400, 4800, 8000, 8000, 8000]);
  });

  test("its jitter reaches from a quarter below to a quarter above, never past 8 s", () => {
    expect([backoffMs(1, 0), backoffMs(1, 1 - Number.EPSILON)]).toEqual([450, 750]);
    expect([backoffMs(2, 0), backoffMs(2, 1 - Number.EPSILON)]).toEqual([900, 1500]);
    expect([backoffMs(5, 0), backoffMs(5, 1 - Number.EPSILON)]).toEqual([6000, 8000]);
  });

  test("every wait lies within its quarter and the cap", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fraction, (attempt, jitter) => {
        const plain = Math.min(600 * 2 ** (attempt - 1), 8000);
        const wait = backoffMs(attempt, jitter);
        expect(wait).toBeGreaterThanOrEqual(plain * 0.75);
        expect(wait).toBeLessThanOrEqual(Math.min(plain * 1.25, 8000));
      }),
    );
  });
});

describe("decision", () => {
  test.each([
    ["an authentication failure", question({ error: new AdapterAuthError("no") }), "not_retryable"],
    ["bad input", question({ error: new AdapterValidationError("no") }), "not_retryable"],
    [
      "an authentication failure that names a wait",
      question({ error: new AdapterAuthError("no", { retryAfterSeconds: 1 }) }),
      "not_retryable",
    ],
    ["a certificate that does not verify", question({ error: transient({ permanent: true }) }), "permanent"],
    [
      "what is permanent even for a read",
      question({ error: transient({ permanent: true }), idempotency: "read" }),
      "permanent",
    ],
    [
      "a write of unknown outcome that nothing makes safe",
      question({ error: transient({ outcomeUnknown: true }) }),
      "outcome_unknown",
    ],
    ["a write that is answered 408", question({ error: transient({ status: 408 }) }), "outcome_unknown"],
    [
      "a write that is answered 425 and told to wait",
      question({ error: transient({ status: 425, retryAfterSeconds: 1 }) }),
      "outcome_unknown",
    ],
    ["the last attempt", question({ attempt: MAX_ATTEMPTS }), "attempts_exhausted"],
    [
      "the last attempt though the provider names a wait",
      question({ error: limited({ retryAfterSeconds: 1 }), attempt: MAX_ATTEMPTS }),
      "attempts_exhausted",
    ],
  ])("%s is not tried again", (_what, asked, reason) => {
    expect(decideRetry(asked)).toEqual({ retry: false, reason });
  });

  test.each<Idempotency>(["read", "key", "upsert"])(
    "an unknown outcome is tried again by %s",
    (idempotency) => {
      const asked = question({ error: transient({ outcomeUnknown: true }), idempotency });
      expect(decideRetry(asked)).toEqual({ retry: true, waitMs: 600, reason: "backoff" });
    },
  );

  test.each([
    ["transient, first", question({}), 600, "backoff"],
    ["transient, second", question({ attempt: 2 }), 1200, "backoff"],
    ["rate limit that names no wait", question({ error: limited() }), 600, "backoff"],
    [
      "rate limit that names one",
      question({ error: limited({ retryAfterSeconds: 7 }) }),
      7000,
      "retry_after",
    ],
    ["a wait of nothing", question({ error: limited({ retryAfterSeconds: 0 }) }), 0, "retry_after"],
    ["a broken second", question({ error: limited({ retryAfterSeconds: 0.0301 }) }), 31, "retry_after"],
    ["5xx that names a wait", question({ error: transient({ retryAfterSeconds: 3 }) }), 3000, "retry_after"],
    [
      "a provider's own wait over the cap of the backoff",
      question({ error: limited({ retryAfterSeconds: 60 }) }),
      60_000,
      "retry_after",
    ],
    [
      "5xx that asks for more than 8 s, after 8 s",
      question({ error: transient({ status: 503, retryAfterSeconds: 3_600 }) }),
      8_000,
      "retry_after",
    ],
    [
      "a failure under 200 that asks for more than 8 s, after 8 s",
      question({ error: transient({ status: 200, retryAfterSeconds: 9 }) }),
      8_000,
      "retry_after",
    ],
    [
      "423 that asks for more than 8 s, after all of it",
      question({ error: transient({ status: 423, retryAfterSeconds: 9 }), idempotency: "upsert" }),
      9_000,
      "retry_after",
    ],
    [
      "a read that is answered 408",
      question({ error: transient({ status: 408 }), idempotency: "read", effect: "read" }),
      600,
      "backoff",
    ],
    [
      "a look-up of a write that is answered 425",
      question({ error: transient({ status: 425 }), effect: "read" }),
      600,
      "backoff",
    ],
    [
      "a write by key that is answered 408",
      question({ error: transient({ status: 408 }), idempotency: "key" }),
      600,
      "backoff",
    ],
    [
      "an upsert that is answered 425",
      question({ error: transient({ status: 425 }), idempotency: "upsert" }),
      600,
      "backoff",
    ],
    ["a write that is answered 500", question({ error: transient({ status: 500 }) }), 600, "backoff"],
    [
      "a conflict in which nothing was saved",
      question({ error: transient({ status: 409 }) }),
      600,
      "backoff",
    ],
  ])("%s is tried again", (_what, asked, waitMs, reason) => {
    expect(decideRetry(asked)).toEqual({ retry: true, waitMs, reason });
  });

  test.each([
    ["backoff that ends just in time", question({ remainingMs: 601 }), { retry: true, waitMs: 600 }],
    ["backoff that ends at the deadline", question({ remainingMs: 600 }), { retry: false, waitMs: 600 }],
    ["a deadline already passed", question({ remainingMs: -1 }), { retry: false, waitMs: 600 }],
    [
      "a provider's wait that does not fit",
      question({ error: limited({ retryAfterSeconds: 86_400 }) }),
      { retry: false, waitMs: 86_400_000 },
    ],
  ])("deadline: %s", (_what, asked, expected) => {
    const decision = decideRetry(asked);
    expect(decision).toMatchObject(expected);
    if (!decision.retry) expect(decision.reason).toBe("past_deadline");
  });

  test.each([
    ["one that just fits", question({ error: limited({ retryAfterSeconds: 60 }) }), true],
    ["one that does not", question({ error: limited({ retryAfterSeconds: 60.001 }) }), false],
    [
      "a second that fits beside the first",
      question({ error: limited({ retryAfterSeconds: 30 }), waitedMs: 30_000 }),
      true,
    ],
    [
      "a second that does not",
      question({ error: limited({ retryAfterSeconds: 31 }), waitedMs: 30_000 }),
      false,
    ],
    ["a backoff where nothing may be waited", question({ longestWaitMs: 0 }), false],
    [
      "8 s of a 5xx that asks for an hour",
      question({ error: transient({ retryAfterSeconds: 3_600 }), waitedMs: 52_000 }),
      true,
    ],
    [
      "8 s that do not fit",
      question({ error: transient({ retryAfterSeconds: 3_600 }), waitedMs: 52_001 }),
      false,
    ],
  ])("the longest wait of a call: %s", (_what, asked, retry) => {
    const decision = decideRetry(asked);
    expect(decision.retry).toBe(retry);
    if (!retry) expect(decision.reason).toBe("past_longest_wait");
  });

  test.each([
    [
      "a rate limit's wait",
      limited({ retryAfterSeconds: 1 }),
      { retry: false, reason: "put_off", waitMs: 1_000 },
    ],
    [
      "a 503's wait",
      transient({ status: 503, retryAfterSeconds: 1 }),
      { retry: false, reason: "put_off", waitMs: 1_000 },
    ],
    ["a backoff", transient({ status: 503 }), { retry: true, waitMs: 600, reason: "backoff" }],
  ])("%s, for a caller that puts calls off by itself", (_what, error, decision) => {
    expect(decideRetry(question({ error, waitsForRetryAfter: false }))).toEqual(decision);
  });

  test("a wait is begun only within the deadline and the call's longest wait, and never after the last attempt", () => {
    const detail = fc.record(
      {
        retryAfterSeconds: fc.double({ min: 0, max: 100_000, noNaN: true }),
        outcomeUnknown: fc.boolean(),
        permanent: fc.boolean(),
        status: fc.constantFrom(200, 408, 409, 423, 425, 429, 477, 500, 503),
      },
      { requiredKeys: [] },
    );
    const asked = fc.record({
      error: fc.oneof(detail.map(transient), detail.map(limited)),
      attempt: fc.integer({ min: 1, max: 5 }),
      idempotency: fc.constantFrom<Idempotency>("read", "key", "upsert", "none"),
      effect: fc.constantFrom<Effect | undefined>("read", "write", undefined),
      remainingMs: fc.double({ min: -10, max: 400_000, noNaN: true }),
      waitedMs: fc.double({ min: 0, max: 100_000, noNaN: true }),
      longestWaitMs: fc.double({ min: 0, max: 100_000, noNaN: true }),
      jitter: fraction,
    });
    fc.assert(
      fc.property(asked, (some) => {
        const decision = decideRetry(some);
        if (!decision.retry) return;
        const { permanent, outcomeUnknown, status = 500 } = some.error.detail;
        expect(some.waitedMs + decision.waitMs).toBeLessThanOrEqual(some.longestWaitMs);
        if (some.error instanceof AdapterTransientError && status >= 500)
          expect(decision.waitMs).toBeLessThanOrEqual(8_000);
        const givenUp = some.error instanceof AdapterTransientError && [408, 425].includes(status);
        expect(givenUp && some.effect === "write" && some.idempotency === "none").toBe(false);
        expect(decision.waitMs).toBeLessThan(some.remainingMs);
        expect(some.attempt).toBeLessThan(MAX_ATTEMPTS);
        expect(permanent).not.toBe(true);
        expect(outcomeUnknown === true && some.idempotency === "none").toBe(false);
      }),
    );
  });
});

test("a policy stops what the provider answered with 500 and above, and no failure without a status", () => {
  const after = (detail: AdapterErrorDetail) =>
    decideRetry(question({ idempotency: "key", stopsWritesAfter5xx: true, error: transient(detail) }));
  expect(after({})).toMatchObject({ retry: true });
  expect(after({ status: 499 })).toMatchObject({ retry: true });
  expect(after({ status: 500 })).toMatchObject({ retry: false, reason: "stopped_by_policy" });
});
