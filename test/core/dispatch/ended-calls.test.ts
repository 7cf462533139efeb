import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import { AdapterRateLimitedError, AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { chatappRateLimited } from "@plumbline/sandbox/chatapp/failures.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { startedForEach } from "../../support/started.ts";
import { refused, startChatappUnderTest } from "./chatapp-under-test.ts";

const under = startedForEach(() =>
  startChatappUnderTest({ clock: new ManualClock(undefined, { autoAdvance: false }) }),
);
/** Options of a call whose caller leaves as soon as it waits for another attempt. */
function leavingAtTheWait(): CallOptions {
  const controller = new AbortController();
  const wait = under.clock.wait.bind(under.clock);
  under.clock.wait = (ms, signal) => {
    queueMicrotask(() => controller.abort());
    return wait(ms, signal);
  };
  return { signal: controller.signal };
}

/** A tool whose every run fails like this. */
function failingTool(error: Error): Tool {
  return defineTool({
    name: "ledger_enter",
    description: "Enters a line into the ledger. Not for reading the ledger.",
    input: z.object({}),
    output: z.looseObject({}),
    credential: { use: "none" },
    effect: "write",
    idempotency: "key",
    reach: { to: "nowhere" },
    reads: "own",
    destinations: () => [],
    run: () => Promise.reject(error),
  });
}

const run = (error: Error, options?: CallOptions) =>
  under.service.dispatcher.run(under.caller, failingTool(error), {}, options);

describe("a caller that leaves between two attempts", () => {
  test("of a write that may have taken effect reads that a look comes first", async () => {
    under.chatapp.script("POST /api/chat.postMessage", json({}, 503));
    expect(refused(await under.post({}, leavingAtTheWait()))).toMatchObject({
      refusal_reason: "The call was cancelled while it waited for its next attempt.",
      outcome_unknown: true,
      next_step: "It may have taken effect: check at the provider before repeating it.",
      attempts: 1,
    });
  });

  test("of a write that was put off may repeat it", async () => {
    under.chatapp.script("POST /api/chat.postMessage", chatappRateLimited(5));
    const result = refused(await under.post({}, leavingAtTheWait()));
    expect(result).toMatchObject({ attempts: 1, elapsed_ms: 0 });
    expect(result).not.toHaveProperty("outcome_unknown");
    expect(under.chatapp.requests).toHaveLength(1);
  });

  test("of what stands in part reads what stands", async () => {
    const detail = { partlyDone: true, nextStep: "Send the second half." };
    const result = refused(await run(new AdapterTransientError("Half is sent.", detail), leavingAtTheWait()));
    expect(result).toMatchObject({
      refusal_reason: "Half is sent.",
      next_step: "Send the second half.",
      outcome_unknown: true,
    });
  });
});

describe("the seconds after which another call may succeed", () => {
  const secondsAfter = async (retryAfterSeconds: number) =>
    refused(await run(new AdapterRateLimitedError("Later.", { retryAfterSeconds }), { maxAttempts: 1 }))
      .retry_after_seconds;

  test("are whole, and no fewer than the provider asked for", async () => {
    expect(await secondsAfter(7)).toBe(7);
    expect(await secondsAfter(0.03)).toBe(1);
    expect(await secondsAfter(7.001)).toBe(8);
  });

  test("are left out where it asked for none", async () => {
    expect(await secondsAfter(0)).toBeUndefined();
  });
});
