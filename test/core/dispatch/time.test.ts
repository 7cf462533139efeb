import { Deadline } from "@plumbline/core/clock/clock.ts";
import { chatappRateLimited } from "@plumbline/sandbox/chatapp/failures.ts";
import { hangAfterHeaders, hangBeforeHeaders, json } from "@plumbline/sandbox/server/reply.ts";
import { afterHandling } from "@plumbline/sandbox/server/script.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { undiciEvent } from "../egress/calls.ts";
import { refused, startChatappUnderTest } from "./chatapp-under-test.ts";

const under = startedForEach(startChatappUnderTest);

/** Resolves when the chat app has read its `count`-th request and the client knows that it went out. */
async function asked(count: number): Promise<void> {
  await under.chatapp.waitForRequests(count);
  await new Promise(setImmediate);
}

describe("time-out", () => {
  test("a post that is never answered ends after 30 s, its outcome unknown", async () => {
    under.chatapp.script("", afterHandling(hangBeforeHeaders()));
    const answer = under.post();
    await asked(1);
    under.clock.advance(29_999);
    expect(await Promise.race([answer, "still waiting"])).toBe("still waiting");
    under.clock.advance(1);
    expect(refused(await answer)).toMatchObject({
      error_code: "transient",
      refusal_reason: `127.0.0.1:${under.chatapp.port} did not respond within 30 s.`,
      outcome_unknown: true,
      attempts: 1,
      elapsed_ms: 30_000,
    });
    expect(under.chatapp.workspace.messages).toHaveLength(1);
  });

  test("a post whose answer stalls behind its headers is unknown too", async () => {
    under.chatapp.script("", hangAfterHeaders());
    const headers = undiciEvent("undici:request:headers");
    const answer = under.post();
    await headers;
    under.clock.advance(30_000);
    expect(refused(await answer)).toMatchObject({
      error_code: "transient",
      outcome_unknown: true,
      attempts: 1,
    });
  });

  test("timeout_seconds is honoured", async () => {
    under.chatapp.script("", hangBeforeHeaders());
    const answer = under.post({ timeout_seconds: 2 });
    await asked(1);
    under.clock.advance(2_000);
    expect(refused(await answer)).toMatchObject({
      refusal_reason: `127.0.0.1:${under.chatapp.port} did not respond within 2 s.`,
      elapsed_ms: 2_000,
    });
  });

  test("it bounds one HTTP call, not the three of a direct message", async () => {
    under.chatapp.script("", async (request, handle) => {
      under.clock.advance(25_000);
      return handle(request);
    });
    under.chatapp.script("POST /api/conversations.open", async (request, handle) => {
      under.clock.advance(25_000);
      return handle(request);
    });
    expect(await under.dm()).toMatchObject({ ok: true, attempts: 1, elapsed_ms: 50_000 });
  });

  test("a look-up that is never answered is tried again, and the message posted once", async () => {
    under.chatapp.script("POST /api/users.lookupByEmail", hangBeforeHeaders());
    const answer = under.dm();
    await asked(1);
    under.clock.advance(30_000);
    expect(await answer).toMatchObject({ ok: true, attempts: 2, elapsed_ms: 30_600 });
    expect(under.chatapp.workspace.messages).toHaveLength(1);
  });
});

describe("deadline", () => {
  test.each([
    ["Retry-After in seconds", "3600", 3600],
    ["an HTTP date", "Thu, 01 Jan 2026 01:00:00 GMT", 3600],
    ["the longest wait of a call and a second", "61", 61],
  ])("a longer wait is not begun: %s", async (_what, header, retry_after_seconds) => {
    under.chatapp.scriptAlways("", json({}, 429, { "retry-after": header }));
    expect(refused(await under.post())).toMatchObject({
      error_code: "rate_limit",
      retry_after_seconds,
      attempts: 1,
      elapsed_ms: 0,
    });
    expect(under.clock.waits).toEqual([]);
    expect(under.chatapp.requests).toHaveLength(1);
  });

  test("a wait that just fits is begun", async () => {
    under.chatapp.script("", chatappRateLimited(59));
    expect(await under.post({}, { deadline: Deadline.in(59_001, under.clock) })).toMatchObject({
      ok: true,
      attempts: 2,
      elapsed_ms: 59_000,
    });
  });

  test("a backoff that does not fit is reported as the wait it would have been", async () => {
    under.chatapp.scriptAlways("", json({}, 503));
    expect(refused(await under.post({}, { deadline: Deadline.in(1_000, under.clock) }))).toMatchObject({
      error_code: "transient",
      retry_after_seconds: 2,
      attempts: 2,
    });
    expect(under.clock.waits).toEqual([600]);
  });

  test("it shortens the time-out of the call that would pass it", async () => {
    under.chatapp.script("", hangBeforeHeaders());
    const answer = under.post({}, { deadline: Deadline.in(4_000, under.clock) });
    await asked(1);
    under.clock.advance(4_000);
    expect(refused(await answer)).toMatchObject({
      refusal_reason: `127.0.0.1:${under.chatapp.port} did not respond within 4 s.`,
      outcome_unknown: true,
      elapsed_ms: 4_000,
    });
  });

  test("no step is begun behind it", async () => {
    const after = under.clock.after.bind(under.clock);
    under.clock.after = (ms, run) => {
      const cancel = after(ms, run);
      return () => {
        cancel();
        under.clock.advance(ms);
      };
    };
    const result = refused(await under.dm({}, { deadline: Deadline.in(5_000, under.clock) }));
    expect(result).toMatchObject({
      error_code: "transient",
      refusal_reason: "The call's deadline passed before the next request was sent.",
      attempts: 1,
      elapsed_ms: 5_000,
    });
    expect(result.outcome_unknown).toBeUndefined();
    expect(under.methods()).toEqual(["users.lookupByEmail"]);
  });

  test("one that has passed already lets nothing out", async () => {
    expect(refused(await under.post({}, { deadline: Deadline.in(0, under.clock) }))).toMatchObject({
      error_code: "transient",
      refusal_reason: "The call's deadline passed before the next request was sent.",
    });
    expect(under.chatapp.requests).toEqual([]);
  });
});

describe("the longest wait of a call", () => {
  test("is 60 s, so that the chat app's own 30 s fit twice and no more", async () => {
    under.chatapp.scriptAlways("", chatappRateLimited(30));
    const result = refused(await under.post());
    expect(result).toMatchObject({ error_code: "rate_limit", retry_after_seconds: 30, attempts: 3 });
    expect(under.clock.waits).toEqual([30_000, 30_000]);
  });

  test("counts all waits of the call together", async () => {
    under.chatapp.script("POST /api/users.lookupByEmail", chatappRateLimited(45));
    under.chatapp.script("POST /api/conversations.open", chatappRateLimited(45));
    const result = refused(await under.dm());
    expect(result).toMatchObject({ error_code: "rate_limit", retry_after_seconds: 45, attempts: 2 });
    expect(under.clock.waits).toEqual([45_000]);
    expect(under.callLines()[0]).toMatchObject({ retry_reason: "past_longest_wait" });
  });

  test("is the operator's to set", async () => {
    const patient = await startChatappUnderTest({ longestWaitSeconds: 120 });
    patient.chatapp.script("", chatappRateLimited(120));
    expect(await patient.post()).toMatchObject({ ok: true, attempts: 2, elapsed_ms: 120_000 });
    await patient.close();
    const hasty = await startChatappUnderTest({ longestWaitSeconds: 1 });
    hasty.chatapp.script("", json({}, 503), json({}, 503));
    const result = refused(await hasty.post());
    expect(result).toMatchObject({ error_code: "transient", retry_after_seconds: 2, attempts: 2 });
    await hasty.close();
  });
});

describe("cancelling", () => {
  test("before the call: nothing goes out", async () => {
    const result = refused(await under.post({}, { signal: AbortSignal.abort() }));
    expect(result).toMatchObject({ error_code: "transient", attempts: 1 });
    expect(result.outcome_unknown).toBeUndefined();
    expect(under.chatapp.requests).toEqual([]);
  });

  test("while a post is on its way: not repeated, outcome unknown", async () => {
    under.chatapp.script("", hangBeforeHeaders());
    const controller = new AbortController();
    const answer = under.post({}, { signal: controller.signal });
    await asked(1);
    controller.abort();
    expect(refused(await answer)).toMatchObject({
      error_code: "transient",
      refusal_reason: "The call was cancelled by its caller.",
      outcome_unknown: true,
      attempts: 1,
    });
    expect(under.clock.waits).toEqual([]);
  });

  test("while a look-up is on its way: not repeated, nothing unknown", async () => {
    under.chatapp.script("", hangBeforeHeaders());
    const controller = new AbortController();
    const answer = under.dm({}, { signal: controller.signal });
    await asked(1);
    controller.abort();
    const result = refused(await answer);
    expect(result).toMatchObject({ error_code: "transient", attempts: 1 });
    expect(result.outcome_unknown).toBeUndefined();
    expect(under.methods()).toEqual(["users.lookupByEmail"]);
  });
});
