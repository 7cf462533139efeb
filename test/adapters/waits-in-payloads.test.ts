import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { startSandbox } from "@plumbline/sandbox";
import { json, type Message } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, describe, expect, test } from "vitest";
import { prepareCall, startPreviewUnderTest } from "../core/dispatch/preview/preview-under-test.ts";
import { httpServersOf } from "../support/http-servers.ts";
import { startedForFile } from "../support/started.ts";
import { type NamedCall, plainCalls } from "../support/tool-samples.ts";
import { refused } from "./adapter-under-test.ts";

const sandbox = startedForFile(startSandbox);
const under = startedForFile(() => startPreviewUnderTest(sandbox));
const httpServers = () => httpServersOf(sandbox);

afterEach(() => {
  for (const server of httpServers()) server.clear();
  under.clock.waits.length = 0;
});

const CALLS = plainCalls("provider", "caller_chosen");

let calls = 0;

/** Makes a call. Its URL is new: a feed that is watched already is not read for another subscription. */
async function make(one: NamedCall): Promise<DispatchResult> {
  calls += 1;
  const call = await prepareCall(under, sandbox, one);
  const url = call.args.url === undefined ? {} : { url: `${String(call.args.url).split("?")[0]}?${calls}` };
  return under.make({ ...call, args: { ...call.args, ...url } });
}

/** Returns the waits of a call that is answered with these replies first, by whichever server it asks. */
async function waitsAfter(one: NamedCall, ...replies: Message[]): Promise<number[]> {
  for (const server of httpServers()) server.script("", ...replies);
  await make(one);
  return under.clock.waits.splice(0);
}

describe.each(CALLS)("$title", (asked) => {
  test.each<[what: string, payload: unknown, waitMs: number]>([
    ["retry_after", { retry_after: 7 }, 7_000],
    ["retryAfter as text", { retryAfter: "7" }, 7_000],
    ["retry_after_ms", { retry_after_ms: 2_500 }, 2_500],
    ["retryAfterMs", { error: { retryAfterMs: 2_500 } }, 2_500],
    ["parameters.retry_after", { ok: false, parameters: { retry_after: 7 } }, 7_000],
    ["GraphQL's extensions", { errors: [{ message: "Slow", extensions: { retryAfter: 7 } }] }, 7_000],
    ["nonsense, as if nothing had been said", { retry_after: -7 }, 600],
  ])("keeps to a wait that a 429 names in its body: %s", async (_what, payload, waitMs) => {
    const [first] = await waitsAfter(asked, json(payload, 429));
    expect(first).toBe(waitMs);
  });

  test("keeps to a header rather than to the body", async () => {
    const [first] = await waitsAfter(asked, json({ retry_after: 7 }, 429, { "retry-after": "3" }));
    expect(first).toBe(3_000);
  });

  test("keeps to the wait of a 503's body, for at most 8 s", async () => {
    expect(await waitsAfter(asked, json({ retry_after: 3 }, 503))).toEqual([3_000]);
    expect(await waitsAfter(asked, json({ retry_after: 30 }, 503))).toEqual([8_000]);
  });

  test("is not held by a wait that is too long, and tells all of it", async () => {
    for (const server of httpServers()) server.scriptAlways("", json({ error: { retry_after: 3_600 } }, 429));
    const result = refused(await make(asked));
    expect(result).toMatchObject({ error_code: "rate_limit", retry_after_seconds: 3_600, attempts: 1 });
    expect(under.clock.waits).toEqual([]);
  });
});

test("a GraphQL refusal under 200 that names a wait is kept to, its header before it", async () => {
  const limited = (headers: Record<string, string> = {}) => {
    const extensions = { code: "RATELIMITED", type: "ratelimited", retryAfterMs: 9_000 };
    return json({ errors: [{ message: "Rate limit exceeded", extensions }] }, 200, headers);
  };
  const tracker = CALLS.find(({ tool }) => tool === "tracker_create_issue")!;
  expect(await waitsAfter(tracker, limited())).toEqual([9_000]);
  const reset = {
    "x-ratelimit-requests-remaining": "0",
    "x-ratelimit-requests-reset": String(under.clock.now() + 4_000),
  };
  expect(await waitsAfter(tracker, limited(reset))).toEqual([4_000]);
});

test("a refusal of the chat app under 200 that names a wait is kept to", async () => {
  const chatapp = CALLS.find(({ tool }) => tool === "chatapp_post_channel")!;
  expect(await waitsAfter(chatapp, json({ ok: false, error: "ratelimited", retry_after: 5 }))).toEqual([
    5_000,
  ]);
});
