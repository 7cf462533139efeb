import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { json, type Message } from "@plumbline/sandbox/server/reply.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type PreviewUnderTest,
  startPreviewUnderTest,
  type ToolCall,
  toolsThatReach,
} from "../core/dispatch/preview/preview-under-test.ts";
import { refused } from "./adapter-under-test.ts";

let sandbox: Sandbox;
let under: PreviewUnderTest;

beforeAll(async () => {
  sandbox = await startSandbox();
  under = await startPreviewUnderTest(sandbox);
});
afterAll(async () => {
  await under.close();
  await sandbox.close();
});
afterEach(() => {
  for (const { server } of TOOLS) server(sandbox).clear();
  under.clock.waits.length = 0;
});

interface Asked extends ToolCall {
  server: (sandbox: Sandbox) => ScriptedServer;
}

/**
 * Every tool of a provider that answers by HTTP. `PLACE` stands for the sandbox's URL, `NEW` for a number
 * that no other call has: a feed subscribed to again is not read, as the standing watch is the answer.
 */
const TOOLS: Asked[] = [
  {
    tool: "chatapp_post_channel",
    args: { channel: "C0GENERAL", text: "Hi" },
    server: ({ chatapp }) => chatapp,
  },
  { tool: "chatapp_dm", args: { to: "ada@example.com", text: "Hi" }, server: ({ chatapp }) => chatapp },
  {
    tool: "notes_query",
    args: { database_id: "0da7aba5e00040008000000000000001" },
    server: ({ notes }) => notes,
  },
  {
    tool: "notes_create_page",
    args: { parent: { page_id: "0da7aba5e00040008000000000000001" }, title: "T" },
    server: ({ notes }) => notes,
  },
  {
    tool: "crm_upsert_contact",
    args: { contacts: [{ email: "ada@example.com" }] },
    server: ({ crm }) => crm,
  },
  { tool: "tracker_create_issue", args: { team_id: "ENG", title: "T" }, server: ({ tracker }) => tracker },
  {
    tool: "social_post:microblog",
    connection: "microblog",
    args: { text: "T" },
    server: ({ microblog }) => microblog,
  },
  { tool: "social_post:network", args: { text: "T" }, server: ({ network }) => network },
  {
    tool: "calendar_create_event",
    connection: "calendar",
    args: { summary: "T", start: "2026-01-01", end: "2026-01-02" },
    server: ({ calendar }) => calendar,
  },
  { tool: "calendar_list_events", connection: "calendar", args: {}, server: ({ calendar }) => calendar },
  { tool: "http_post_json", args: { url: "PLACE/x", body: {} }, server: ({ webhook }) => webhook },
  { tool: "feed_read", args: { url: "PLACE/rss.xml" }, server: ({ feeds }) => feeds },
  { tool: "rss_subscribe", args: { url: "PLACE/rss.xml?NEW" }, server: ({ feeds }) => feeds },
];

test("the tools are all that speak HTTP to a provider or a receiver", () => {
  expect(TOOLS.map(({ tool }) => tool).toSorted()).toEqual(
    toolsThatReach(under, "provider", "caller_chosen"),
  );
});

let calls = 0;

function callOf({ server, ...call }: Asked): ToolCall {
  calls += 1;
  if (typeof call.args.url !== "string") return call;
  const url = call.args.url.replace("PLACE", server(sandbox).url).replace("NEW", String(calls));
  return { ...call, args: { ...call.args, url } };
}

async function waitsAfter(asked: Asked, ...replies: Message[]): Promise<number[]> {
  asked.server(sandbox).script("", ...replies);
  await under.make(callOf(asked));
  return under.clock.waits.splice(0);
}

describe.each(TOOLS.map((asked) => [asked.tool, asked] as const))("%s", (_tool, asked) => {
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
    asked.server(sandbox).scriptAlways("", json({ error: { retry_after: 3_600 } }, 429));
    const result = refused(await under.make(callOf(asked)));
    expect(result).toMatchObject({ error_code: "rate_limit", retry_after_seconds: 3_600, attempts: 1 });
    expect(under.clock.waits).toEqual([]);
  });
});

test("a GraphQL refusal under 200 that names a wait is kept to, its header before it", async () => {
  const limited = (headers: Record<string, string> = {}) => {
    const extensions = { code: "RATELIMITED", type: "ratelimited", retryAfterMs: 9_000 };
    return json({ errors: [{ message: "Rate limit exceeded", extensions }] }, 200, headers);
  };
  const tracker = TOOLS.find(({ tool }) => tool === "tracker_create_issue")!;
  expect(await waitsAfter(tracker, limited())).toEqual([9_000]);
  const reset = {
    "x-ratelimit-requests-remaining": "0",
    "x-ratelimit-requests-reset": String(under.clock.now() + 4_000),
  };
  expect(await waitsAfter(tracker, limited(reset))).toEqual([4_000]);
});

test("a refusal of the chat app under 200 that names a wait is kept to", async () => {
  const [chatapp] = TOOLS;
  expect(await waitsAfter(chatapp!, json({ ok: false, error: "ratelimited", retry_after: 5 }))).toEqual([
    5_000,
  ]);
});
