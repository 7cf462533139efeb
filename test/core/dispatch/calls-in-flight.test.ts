import { CallsInFlight } from "@plumbline/core/dispatch/dispatcher.ts";
import { expect, test } from "vitest";

test("a tenant with 64 calls under way is asked to wait; others are not, and nor is it once one has ended", () => {
  const calls = new CallsInFlight();
  const ends = Array.from({ length: 64 }, () => calls.enter("busy"));
  expect(() => calls.enter("busy")).toThrow(
    expect.objectContaining({
      code: "rate_limit",
      detail: expect.objectContaining({ retryAfterSeconds: 1 }),
    }),
  );
  expect(() => calls.enter("other")).not.toThrow();
  ends[0]?.();
  expect(() => calls.enter("busy")).not.toThrow();
});
