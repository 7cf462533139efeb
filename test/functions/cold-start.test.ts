import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { beforeEach, expect, it } from "vitest";
import { logColdStart } from "../../packages/functions/runtime/invocation.ts";

let clock: ManualClock;
let logged: Record<string, unknown>[];

beforeEach(() => {
  clock = new ManualClock();
  logged = [];
});

/** In a process that has loaded for 120 ms. */
function opening() {
  clock.advance(120);
  return logColdStart(
    createLogger((line) => logged.push(JSON.parse(line)), clock, "info"),
    clock,
  );
}

it("says of a process's first invocation what it waited for, and nothing of those that follow", async () => {
  const open = opening();
  clock.advance(60_000); // no invocation came yet
  const parts = await open({ awsRequestId: "first" }, async () => {
    clock.advance(30);
    return "parts";
  });
  expect([parts, await open({ awsRequestId: "second" }, () => "the same")]).toEqual(["parts", "the same"]);
  expect(logged).toEqual([
    {
      time: expect.any(String),
      level: "info",
      event: "cold_start",
      request_id: "first",
      init_ms: 120,
      open_ms: 30,
    },
  ]);
});

it("does not count an invocation that could not be opened", async () => {
  const open = opening();
  const refused = () => Promise.reject(new Error("not yet"));
  await expect(open({ awsRequestId: "first" }, refused)).rejects.toThrow("not yet");
  await open({ awsRequestId: "second" }, () => "parts");
  expect(logged).toMatchObject([{ event: "cold_start", request_id: "second" }]);
});
