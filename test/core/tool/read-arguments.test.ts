import { createSecretArgument } from "@plumbline/core/tool/arguments.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import { readCallArguments } from "@plumbline/core/tool/read-arguments.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createDescribedTools } from "../../../packages/service/docs/described-tools.ts";

const TOOLS = new Map((await createDescribedTools()).map((tool) => [tool.name, tool]));

function tool(name: string) {
  const found = TOOLS.get(name);
  if (!found) throw new Error(`There is no tool ${name}.`);
  return found;
}

const ID = "6f1c5f0e-3f5c-4a53-9d4f-2b8f0c1f7a10";
const POST = { channel: "#general", text: "Hello" };
const MAIL = { to: ["ada@example.com"], subject: "Minutes", text: "Hello" };
const ISSUE = { team_id: "ENG", title: "Slow" };
const EVENT = { summary: "Review", start: "2026-12-01", end: "2026-12-02" };
const IMAGE = { media_type: "image/png", url: "https://example.com/a.png" };

type Row = [tool: string, sent: unknown, read: unknown, corrected: string[]];

const READ: Row[] = [
  // Left out
  [
    "chatapp_post_channel",
    { ...POST, thread_ts: null, allow_mentions: null, timeout_seconds: null },
    POST,
    ["thread_ts", "allow_mentions", "timeout_seconds"],
  ],
  [
    "chatapp_post_channel",
    { ...POST, credential_id: "", thread_ts: "None" },
    POST,
    ["credential_id", "thread_ts"],
  ],
  [
    "email_send",
    { ...MAIL, cc: [], bcc: "", reply_to: "null", attachments: null },
    MAIL,
    ["cc", "bcc", "reply_to", "attachments"],
  ],
  ["email_send", { ...MAIL, html: "", cc: ["null"], bcc: "[]" }, MAIL, ["html", "cc", "bcc"]],
  [
    "tracker_create_issue",
    { ...ISSUE, priority: "none", project_id: "null", due_date: "undefined" },
    ISSUE,
    ["priority", "project_id", "due_date"],
  ],
  [
    "email_search",
    { query: "is:unread", cursor: "null", mailbox: "None" },
    { query: "is:unread" },
    ["cursor", "mailbox"],
  ],
  ["notes_query", { database_id: ID, filter: {}, sorts: [] }, { database_id: ID }, ["filter", "sorts"]],
  [
    "notes_create_page",
    { parent: { database_id: ID, page_id: "" }, title: "A" },
    { parent: { database_id: ID }, title: "A" },
    ["parent.page_id"],
  ],
  [
    "social_post:microblog",
    { text: "A", media: [{ ...IMAGE, base64: "null" }] },
    { text: "A", media: [IMAGE] },
    ["media.0.base64"],
  ],
  [
    "http_post_json",
    { url: "https://example.com", body: null, headers: { a: null, b: "" } },
    { url: "https://example.com", body: null, headers: { b: "" } },
    ["headers"],
  ],
  ["connections_list", null, {}, []],
  ["connections_list", "", {}, ["arguments"]],
  // Numbers, truth values and choices
  ["calendar_list_events", { limit: "5" }, { limit: 5 }, ["limit"]],
  [
    "calendar_list_events",
    { limit: " 5.0 ", timeout_seconds: "30" },
    { limit: 5, timeout_seconds: 30 },
    ["limit", "timeout_seconds"],
  ],
  [
    "email_search",
    { query: "a", include_body: "True" },
    { query: "a", include_body: true },
    ["include_body"],
  ],
  ["tracker_create_issue", { ...ISSUE, priority: " High" }, { ...ISSUE, priority: "high" }, ["priority"]],
  [
    "social_post:network",
    { text: "A", visibility: "public" },
    { text: "A", visibility: "PUBLIC" },
    ["visibility"],
  ],
  [
    "rss_subscribe",
    { url: "https://example.com", interval_minutes: "15" },
    { url: "https://example.com", interval_minutes: 15 },
    ["interval_minutes"],
  ],
  [
    "chatapp_post_channel",
    { ...POST, channel: 12345, credential_id: ` "${ID}"` },
    { ...POST, channel: "12345", credential_id: ID },
    ["channel", "credential_id"],
  ],
  // Lists and objects
  ["email_send", { ...MAIL, to: "ada@example.com" }, MAIL, ["to"]],
  ["email_send", { ...MAIL, to: '["ada@example.com"]' }, MAIL, ["to"]],
  [
    "email_send",
    { ...MAIL, to: "Ada <ada@example.com>, bob@example.com" },
    { ...MAIL, to: ["Ada <ada@example.com>", "bob@example.com"] },
    ["to"],
  ],
  [
    "email_send",
    { ...MAIL, to: ["ada@example.com; bob@example.com"] },
    { ...MAIL, to: ["ada@example.com", "bob@example.com"] },
    ["to"],
  ],
  [
    "email_send",
    { ...MAIL, to: "Lovelace, Ada <ada@example.com>" },
    { ...MAIL, to: ["Lovelace, Ada <ada@example.com>"] },
    ["to"],
  ],
  [
    "calendar_create_event",
    { ...EVENT, attendees: "a@example.com,b@example.com" },
    { ...EVENT, attendees: ["a@example.com", "b@example.com"] },
    ["attendees"],
  ],
  [
    "chatapp_dm",
    { to: ["ada@example.com"], text: "Hello" },
    { to: "ada@example.com", text: "Hello" },
    ["to"],
  ],
  [
    "tracker_create_issue",
    { ...ISSUE, label_ids: "['bug', 'ui']" },
    { ...ISSUE, label_ids: ["bug", "ui"] },
    ["label_ids"],
  ],
  ["tracker_create_issue", { ...ISSUE, label_ids: "bug" }, { ...ISSUE, label_ids: ["bug"] }, ["label_ids"]],
  [
    "crm_upsert_contact",
    { contacts: '[{"email":"a@example.com","properties":"{\\"firstname\\":null}"}]' },
    { contacts: [{ email: "a@example.com", properties: { firstname: null } }] },
    ["contacts", "contacts.0.properties"],
  ],
  [
    "crm_upsert_contact",
    { contacts: { email: "a@example.com" } },
    { contacts: [{ email: "a@example.com" }] },
    ["contacts"],
  ],
  [
    "crm_upsert_contact",
    { contacts: ['{"email":"a@example.com"}'] },
    { contacts: [{ email: "a@example.com" }] },
    ["contacts.0"],
  ],
  [
    "notes_query",
    { database_id: ID, filter: '{"property":"Done","checkbox":{"equals":true}}' },
    { database_id: ID, filter: { property: "Done", checkbox: { equals: true } } },
    ["filter"],
  ],
  [
    "notes_query",
    { database_id: ID, sorts: { property: "Name", direction: "Ascending" } },
    { database_id: ID, sorts: [{ property: "Name", direction: "ascending" }] },
    ["sorts", "sorts.0.direction"],
  ],
  // Names and wrappers
  [
    "chatapp_post_channel",
    { ...POST, threadTs: "1.2", "allow-mentions": "TRUE" },
    { ...POST, thread_ts: "1.2", allow_mentions: true },
    ["thread_ts", "allow_mentions"],
  ],
  ["chatapp_post_channel", JSON.stringify(POST), POST, ["arguments"]],
  ["chatapp_post_channel", JSON.stringify(JSON.stringify(POST)), POST, ["arguments"]],
  ["chatapp_post_channel", { arguments: POST }, POST, ["arguments"]],
  [
    "chatapp_post_channel",
    { name: "chatapp_post_channel", input: JSON.stringify(POST) },
    POST,
    ["arguments"],
  ],
  ["connections_list", { params: { name: "connections_list", arguments: {} } }, {}, ["arguments"]],
];

describe("a form that a schema refuses is read as it was meant", () => {
  test.each(READ)("%s: %j", (name, sent, read, corrected) => {
    const result = readCallArguments(tool(name), sent);
    expect(result).toMatchObject({ arguments: read, corrected });
    expect(result.arguments).toEqual(read);
    expect(result.parsed).toBeDefined();
    expect(readCallArguments(tool(name), result.arguments).corrected).toEqual(corrected);
    expect(readCallArguments(tool(name), structuredClone(result.arguments))).toMatchObject({
      arguments: read,
      corrected: [],
    });
  });
});

/** Arguments that their schemas take. */
const KEPT: [tool: string, args: Record<string, unknown>][] = [
  ["chatapp_post_channel", { ...POST, text: '{"a": [1]}' }],
  ["chatapp_post_channel", { ...POST, text: "null" }],
  ["chatapp_post_channel", { ...POST, text: " 5 " }],
  ["email_send", { ...MAIL, subject: "", text: "None", html: "undefined" }],
  ["tracker_create_issue", { ...ISSUE, title: "true", description: "null", label_ids: [] }],
  ["http_post_json", { url: "https://example.com", body: '{"a": "5"}' }],
  ["http_post_json", { url: "https://example.com", body: { limit: "5", tags: "[]", gone: null } }],
  [
    "crm_upsert_contact",
    { contacts: [{ email: "a@example.com", properties: { a: null, b: "", c: "null", d: "5" } }] },
  ],
  [
    "notes_create_page",
    { parent: { page_id: ID }, title: "5", properties: { Done: "true", Gone: null }, content: "" },
  ],
  ["feed_read", { url: "https://example.com", keywords: ["null", "a, b", "[x]"] }],
  ["calendar_create_event", { ...EVENT, description: "", location: "none" }],
];

test.each(KEPT)("%s keeps %j", (name, args) => {
  const read = readCallArguments(tool(name), args);
  expect(read).toMatchObject({ arguments: args, corrected: [] });
  expect(read.arguments).toEqual(args);
});

/** Forms that nobody can read for certain, or not without a loss. */
const REFUSED: [tool: string, args: unknown][] = [
  ["chatapp_dm", { to: null, text: "Hello" }],
  ["chatapp_post_channel", { ...POST, thread_ts: 1770000000.0002 }],
  ["chatapp_post_channel", { ...POST, channel: 2 ** 60 }],
  ["chatapp_post_channel", { ...POST, text: { a: 1 } }],
  ["chatapp_post_channel", { ...POST, txt: "typo" }],
  ["chatapp_post_channel", { ...POST, unknown: null }],
  ["chatapp_post_channel", { ...POST, constructor: "x", toString: "y" }],
  ["chatapp_post_channel", { ...POST, threadTs: "1.2", thread_ts: "1.3" }],
  ["chatapp_post_channel", { ...POST, threadTs: "1.2", ThreadTs: "1.3" }],
  ["chatapp_post_channel", { arguments: POST, text: "Hello" }],
  ["chatapp_post_channel", { name: "chatapp_dm", arguments: POST }],
  ["chatapp_post_channel", { draft: POST }],
  ["chatapp_post_channel", [POST, POST]],
  ["chatapp_post_channel", "Post it."],
  ["chatapp_dm", { to: ["ada@example.com", "bob@example.com"], text: "Hello" }],
  ["email_send", { ...MAIL, to: ["ada@example.com", null] }],
  ["email_send", { ...MAIL, to: "ada@example.com, the team" }],
  ["email_send", { ...MAIL, to: "[ada@example.com" }],
  ["tracker_create_issue", { ...ISSUE, label_ids: "bug, ui" }],
  ["tracker_create_issue", { ...ISSUE, label_ids: "[bug, ui]" }],
  ["tracker_create_issue", { ...ISSUE, priority: "highest" }],
  ["calendar_list_events", { limit: "five" }],
  ["calendar_list_events", { limit: "0x10" }],
  ["calendar_list_events", { limit: 5.5 }],
  ["email_search", { query: "a", include_body: 0 }],
  ["email_search", { query: "a", include_body: 1 }],
  ["email_search", { query: "a", include_body: "1" }],
  ["email_search", { query: "a", include_body: "yes" }],
  ["notes_query", { database_id: ID, filter: '{"property":"N","number":{"equals":12345678901234567890}}' }],
  ["notes_query", { database_id: ID, filter: '{"__proto__":{}}' }],
  ["notes_query", { database_id: ID, filter: `${'{"and":['.repeat(60)}${"]}".repeat(60)}` }],
];

test.each(REFUSED)("%s refuses %j", (name, args) => {
  expect(readCallArguments(tool(name), args).parsed).toBeUndefined();
});

test("a value of the right type stays corrected, so that the refusal is of what is wrong", () => {
  const read = readCallArguments(tool("calendar_list_events"), { limit: "500" });
  expect(read).toEqual({ arguments: { limit: 500 }, corrected: ["limit"] });
});

test("a secret is corrected like other arguments, and only its name appears", () => {
  const secret = defineTool({
    name: "unlock",
    description: "Opens the door of the house with its own key.",
    input: z.object({ door_token: createSecretArgument("The key.").optional() }),
    output: z.object({}),
    credential: { use: "none" },
    effect: "read",
    idempotency: "read",
    reach: { to: "nowhere" },
    reads: "own",
    run: () => Promise.resolve({}),
  });
  const { arguments: args, corrected } = readCallArguments(secret, { doorToken: 4711 });
  expect([args, corrected]).toEqual([{ door_token: "4711" }, ["door_token"]]);
});

/** Wrong values of all kinds, in the arguments of every tool. */
const anyValue = fc.oneof(
  fc.constantFrom(null, "", "null", "5", 5, "true", [], {}, "[]", "{}", '{"email":"a@b.c"}', [
    "a@b.c, d@e.f",
  ]),
  fc.jsonValue({ maxDepth: 3 }),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
);
const anyCall = fc.constantFrom(...TOOLS.values()).chain((one) => {
  const names = [...Object.keys(one.input.shape), "threadTs", "arguments", "input", "name"];
  const wrong = fc.dictionary(fc.constantFrom(...names), anyValue, { maxKeys: 5 });
  const args = wrong.map((more) => ({ ...one.example, ...more }));
  return fc
    .oneof(
      args,
      args.map((all) => JSON.stringify(all)),
      args.map((all) => ({ input: all })),
    )
    .map((sent) => ({ one, sent }));
});

test("reading never throws, and a second reading of what was read changes nothing", () => {
  fc.assert(
    fc.property(anyCall, ({ one, sent }) => {
      const before = JSON.stringify(sent);
      const read = readCallArguments(one, sent);
      expect(JSON.stringify(sent)).toBe(before);
      const again = readCallArguments(one, structuredClone(read.arguments));
      expect(again.arguments).toEqual(read.arguments);
      expect(again.corrected).toEqual([]);
      if (read.corrected.length === 0) expect(read.arguments).toEqual(sent);
    }),
    { numRuns: 1_000 },
  );
});

test.each<[what: string, to: unknown]>([
  ["a long list", Array.from({ length: 100_000 }, () => "x, y")],
  ["a long list of commas", "x,".repeat(500_000)],
  ["spaces", `${" ".repeat(1_000_000)}x`],
  ["escaped quotes without an end", `[${'\\"'.repeat(500_000)}`],
  ["a long object", Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`t-o${at}`, 1]))],
])("%s far beyond every limit is refused in little time", (_what, to) => {
  const started = performance.now();
  expect(readCallArguments(tool("email_send"), { ...MAIL, to }).parsed).toBeUndefined();
  expect(readCallArguments(tool("email_send"), to).parsed).toBeUndefined();
  expect(performance.now() - started).toBeLessThan(5_000);
});
