import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { sampleTasksDatabaseId } from "@plumbline/sandbox/notes/sample-workspace.ts";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { sampleIds } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { succeeded } from "../../../adapters/adapter-under-test.ts";
import { FILES } from "../../../adapters/microblog/microblog-under-test.ts";
import {
  arrived,
  expectNothingArrived,
  type PreviewUnderTest,
  type Shown,
  shownRequests,
  startPreviewUnderTest,
  type ToolCall,
  toolsThatReach,
} from "./preview-under-test.ts";

let sandbox: Sandbox;
/** Is asked for the preview. */
let under: PreviewUnderTest;
/** Makes the call. */
let twin: PreviewUnderTest;

beforeEach(async () => {
  sandbox = await startSandbox();
  under = await startPreviewUnderTest(sandbox);
  twin = await startPreviewUnderTest(sandbox);
});

afterEach(async () => {
  await under.close();
  await twin.close();
  await sandbox.close();
});

const text = "Grüße & <b>bold</b>, 100 % + 1";
const png = { base64: FILES.png.toString("base64"), media_type: "image/png" };
const WHEN = { start: "2026-01-20T10:00:00+01:00", end: "2026-01-20T11:00:00+01:00" };
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, index) => `Line ${index}.`).join("\n\n");
const unanswered = () => {
  for (const server of [sandbox.searchA, sandbox.searchB, sandbox.searchC])
    server.scriptAlways("", json({}, 500));
};

interface Case extends ToolCall {
  /** Prepares the servers before the call is made. */
  before?: () => void;
}

const CASES: Record<string, () => Case> = {
  "a post in a channel": () => ({ tool: "chatapp_post_channel", args: { channel: "C0GENERAL", text } }),
  "a message by e-mail": () => ({ tool: "chatapp_dm", args: { to: "ada@example.com", text } }),
  "a query": () => ({
    tool: "notes_query",
    args: {
      database_id: sampleTasksDatabaseId,
      page_size: 1,
      sorts: [{ property: "Task", direction: "ascending" }],
    },
  }),
  "a query with texts": () => ({
    tool: "notes_query",
    args: {
      database_id: sampleTasksDatabaseId,
      filter: { property: "Points", number: { equals: 3 } },
      fetch_blocks: true,
    },
  }),
  "a page below a database, in parts": () => ({
    tool: "notes_create_page",
    args: {
      parent: { database_id: sampleTasksDatabaseId },
      title: "Soap",
      properties: { Status: "Doing", Points: 3 },
      content: paragraphs(250),
    },
  }),
  contacts: () => ({
    tool: "crm_upsert_contact",
    args: { contacts: [{ email: "Ada@Example.com", properties: { firstname: "Ada" } }] },
  }),
  "an issue by ids": () => ({
    tool: "tracker_create_issue",
    args: { team_id: sampleIds.engineering, title: text, priority: "high", due_date: "2026-02-01" },
  }),
  "an issue by names": () => ({
    tool: "tracker_create_issue",
    args: {
      team_id: "ENG",
      title: text,
      assignee_id: "ada@example.com",
      label_ids: ["bug", sampleIds.areaLogin],
    },
  }),
  "a post": () => ({
    tool: "social_post:microblog",
    connection: "microblog",
    args: { text },
  }),
  "a post with two images": () => ({
    tool: "social_post:microblog",
    connection: "microblog",
    args: { text: "Look", media: [{ ...png, alt_text: "A lion" }, png] },
  }),
  "a signed post with an image": () => ({
    tool: "social_post:microblog",
    connection: "signed",
    args: { text: "Look", media: [{ ...png, alt_text: "A lion" }] },
  }),
  "a post with an image from elsewhere": () => ({
    tool: "social_post:microblog",
    connection: "microblog",
    args: { text: "Look", media: [{ url: `${sandbox.webhook.url}/lion.png`, media_type: "image/png" }] },
    before: () => sandbox.webhook.script("GET", { body: FILES.png }),
  }),
  "a post on the network": () => ({
    tool: "social_post:network",
    args: { text, link: { url: "https://example.com/a?b=c", title: "T" } },
  }),
  "an event": () => ({
    tool: "calendar_create_event",
    connection: "calendar",
    args: { summary: text, ...WHEN, attendees: ["grace@example.com"] },
  }),
  "an event with a meeting": () => ({
    tool: "calendar_create_event",
    connection: "calendar",
    args: { summary: "Sync", ...WHEN, create_meeting_link: true },
    before: () => {
      for (const calendar of sandbox.calendar.accounts.calendars) calendar.meetings = "ready_later";
    },
  }),
  events: () => ({
    tool: "calendar_list_events",
    connection: "calendar",
    args: { query: "a & b", time_min: "2026-01-01T00:00:00Z", limit: 3 },
  }),
  "a webhook": () => ({
    tool: "http_post_json",
    connection: "webhook",
    args: {
      url: `${sandbox.webhook.url}/hook?a=b%20c#part`,
      body: [1.5, null, text],
      headers: { "X-Signature": "s1" },
    },
  }),
  "a feed": () => ({ tool: "rss_subscribe", args: { url: `${sandbox.feeds.url}/rss.xml` } }),
  "a look at a feed": () => ({ tool: "feed_read", args: { url: `${sandbox.feeds.url}/rss.xml` } }),
  research: () => ({
    tool: "grounded_research",
    args: { query: "Who was Ada Lovelace?", context: "mathematician" },
    before: unanswered,
  }),
};

/** A request as it arrived, in the words of a preview. What frames the message is not told there. */
function asArrived(request: RecordedRequest) {
  const { host, connection, authorization, "content-length": length, ...others } = request.headers;
  const { "x-subscription-token": key, ...headers } = others;
  return {
    method: request.method,
    at: `http://${host}${request.path}`,
    query: [...request.query],
    headers,
    secret: [authorization, key].filter((header) => header !== undefined).length,
    body: bodyOf(request),
  };
}

function asShown({ method, url, headers, body }: Shown) {
  const { origin, pathname, searchParams } = new URL(url);
  const entries = Object.entries(headers);
  return {
    method,
    at: `${origin}${pathname}`,
    query: [...searchParams],
    headers: Object.fromEntries(entries.filter(([, value]) => value !== "[redacted]")),
    secret: entries.filter(([, value]) => value === "[redacted]").length,
    body,
  };
}

function bodyOf(request: RecordedRequest): unknown {
  const [type = ""] = (request.headers["content-type"] ?? "").split(";");
  if (request.body.length === 0) return undefined;
  if (type === "application/json") return request.json();
  if (type.endsWith("urlencoded")) return Object.fromEntries(request.form());
  return { bytes: request.body.length, media_type: type };
}

describe("the first request is the one that a call sends, the others go where its others go", () => {
  test.each(Object.keys(CASES))("%s", async (name) => {
    const { before, ...call } = CASES[name]?.() ?? expect.fail();
    const requests = shownRequests(await under.preview(call));
    expectNothingArrived(sandbox);

    before?.();
    const made = await twin.make(call);
    if (call.tool !== "grounded_research") succeeded(made);
    const [first, ...later] = arrived(sandbox);
    const [shown, ...others] = requests;
    if (!first || !shown) expect.fail("nothing was sent or shown");
    expect(asShown(shown)).toEqual(asArrived(first));
    expect(others).toHaveLength(later.length);
    for (const [index, other] of others.entries()) {
      const { method, path } = later[index] ?? expect.fail();
      const [shownPath = ""] = other.url.replace(/^http:\/\/[^/]+/, "").split("?");
      expect(method).toBe(other.method);
      expect(path).toMatch(new RegExp(`^${shownPath.replace(/[.]/g, "\\.").replace(/<[^>]*>/g, "[^/]+")}$`));
    }
  });
});

test("a tool that asks nobody sends nothing", async () => {
  expect(await under.preview({ tool: "connections_list", args: {} })).toMatchObject({
    ok: true,
    result: { requests: [] },
  });
});

test("every tool that asks by HTTP is previewed here; those that ask mail servers, in mail.test.ts", () => {
  const previewed = new Set(Object.values(CASES).map((make) => make().tool));
  const names = toolsThatReach(under, "provider", "caller_chosen", "search");
  expect(names.filter((name) => !previewed.has(name))).toEqual([]);
});
