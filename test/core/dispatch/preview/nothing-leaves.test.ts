import dns from "node:dns";
import { Socket } from "node:net";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { succeeded } from "../../../adapters/adapter-under-test.ts";
import { type PreviewUnderTest, startPreviewUnderTest, type ToolCall } from "./preview-under-test.ts";

/** Every tool with the network in it, to providers at names that resolve to nothing. */
const CALLS: ToolCall[] = [
  { tool: "chatapp_dm", args: { to: "ada@example.com", text: "Hi" } },
  { tool: "chatapp_post_channel", args: { channel: "C0GENERAL", text: "Hi" } },
  { tool: "notes_query", args: { database_id: "0da7aba5e00040008000000000000001", fetch_blocks: true } },
  {
    tool: "notes_create_page",
    args: { parent: { page_id: "0da7aba5e00040008000000000000001" }, title: "T" },
  },
  { tool: "crm_upsert_contact", args: { contacts: [{ email: "ada@example.com" }] } },
  { tool: "tracker_create_issue", args: { team_id: "ENG", title: "T" } },
  {
    tool: "social_post:microblog",
    connection: "signed",
    args: { text: "T", media: [{ url: "https://media.example.com/a.png", media_type: "image/png" }] },
  },
  { tool: "social_post:network", args: { text: "T" } },
  {
    tool: "calendar_create_event",
    connection: "calendar",
    args: { summary: "T", start: "2026-01-01", end: "2026-01-02", create_meeting_link: true },
  },
  { tool: "calendar_list_events", connection: "calendar", args: {} },
  { tool: "email_send", connection: "mail", args: { to: ["a@example.com"], subject: "T", text: "T" } },
  { tool: "email_reply", connection: "mail", args: { in_reply_to: "<1@example.com>", text: "T" } },
  { tool: "email_search", connection: "mail", args: { query: "is:unread" } },
  { tool: "email_get", connection: "mail", args: { id: "1" } },
  { tool: "email_watch_inbox", connection: "password", args: {} },
  { tool: "http_post_json", args: { url: "https://hooks.example.com/x", body: {} } },
  { tool: "rss_subscribe", args: { url: "https://feeds.example.com/rss.xml" } },
  { tool: "feed_read", args: { url: "https://feeds.example.com/rss.xml" } },
  { tool: "watch_events", args: {} },
  { tool: "watch_stop", args: { watch_id: "00000000-0000-4000-8000-000000000000" } },
  { tool: "grounded_research", args: { query: "Who was Ada Lovelace?" } },
  { tool: "connections_list", args: {} },
];

let sandbox: Sandbox;
let under: PreviewUnderTest;
const lookup = vi.spyOn(dns, "lookup");
const connect = vi.spyOn(Socket.prototype, "connect");

beforeEach(async () => {
  sandbox = await startSandbox();
  under = await startPreviewUnderTest(sandbox, { endpoints: {} });
  lookup.mockClear();
  connect.mockClear();
});

afterEach(async () => {
  await under.close();
  await sandbox.close();
});

test("the calls are of every tool there is", () => {
  const names = under.service.registry.list().map(({ name }) => name);
  expect(new Set(CALLS.map(({ tool }) => tool))).toEqual(new Set(names));
});

test("no name is looked up and no socket opened, whatever is previewed", async () => {
  for (const call of CALLS) succeeded(await under.preview(call));
  expect(lookup).not.toHaveBeenCalled();
  expect(connect).not.toHaveBeenCalled();
});

test("the spies see what a call does", async () => {
  await under.make({ tool: "rss_subscribe", args: { url: `${sandbox.feeds.url}/rss.xml` } });
  expect(connect).toHaveBeenCalledOnce();
  await under.make({ tool: "chatapp_post_channel", args: { channel: "C0GENERAL", text: "Hi" } });
  expect(lookup).toHaveBeenCalled();
});

test("nothing is stored, and no credential counts as used", async () => {
  // The first preview makes the tenant's data key ready.
  const before = JSON.stringify(await under.allItems());
  for (const call of CALLS) succeeded(await under.preview(call));
  expect(JSON.stringify(await under.allItems())).toBe(before);
});

test("previews leave room for calls: they are not counted among those in flight", async () => {
  const call = { tool: "chatapp_post_channel", args: { channel: "C0GENERAL", text: "Hi" } };
  const results = await Promise.all(Array.from({ length: 100 }, () => under.preview(call)));
  expect(results.every(({ ok }) => ok)).toBe(true);
});

test("a preview leaves one line, of exactly these fields", async () => {
  const { dispatcher } = under.service;
  const args = { channel: "C0GENERAL", text: "Hi" };
  await dispatcher.preview(under.caller, "chatapp_post_channel", args, { requestId: "request-7" });
  await dispatcher.preview(under.caller, "chatapp_post_channel", {});
  const line = {
    time: "2026-01-01T00:00:00.000Z",
    event: "tool_preview",
    tenant_id: under.caller.tenantId,
    tool: "chatapp_post_channel",
    attempts: 0,
    elapsed_ms: 0,
  };
  expect(under.logged).toEqual([
    {
      ...line,
      level: "info",
      request_id: "request-7",
      credential_id: under.ids.chatapp,
      credential: { id: under.ids.chatapp, kind: "chatapp_bot", label: "chatapp" },
    },
    { ...line, level: "warn", error_code: "validation" },
  ]);
});
