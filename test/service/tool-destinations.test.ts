import type { Tool } from "@plumbline/core/tool/tool.ts";
import { expect, test } from "vitest";
import { createDescribedTools } from "../../packages/service/docs/described-tools.ts";

const TOOLS = new Map((await createDescribedTools()).map((tool) => [tool.name, tool]));

function toolNamed(name: string): Tool {
  const tool = TOOLS.get(name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  return tool;
}

/** The destinations of a call, each as `kind value`. */
async function destinationsOf(name: string, args: Record<string, unknown>): Promise<string[]> {
  const tool = toolNamed(name);
  const input = tool.input.parse(args);
  const found = (await tool.destinations?.(input, { kind: "network", label: "Acme" })) ?? [];
  return found.map(({ kind, value }) => `${kind} ${value}`);
}

test("every tool that writes says where to", () => {
  const silent = [...TOOLS.values()].filter((tool) => tool.effect === "write" && !tool.destinations);
  expect(silent).toEqual([]);
});

test.each<[tool: string, args: Record<string, unknown>, destinations: string[]]>([
  ["chatapp_dm", { to: "ada@example.com", text: "hi" }, ["recipient ada@example.com"]],
  ["chatapp_post_channel", { channel: "#general", text: "<@U0ADA>" }, ["channel #general"]],
  ["chatapp_post_channel", { channel: "<#C0GENERAL|general>", text: "hi" }, ["channel C0GENERAL"]],
  [
    "chatapp_post_channel",
    { thread_ts: "https://acme.slack.com/archives/C0GENERAL/p1770000000000200", text: "hi" },
    ["channel C0GENERAL"],
  ],
  ["chatapp_dm", { to: "<@U0ADA>", text: "hi" }, ["recipient U0ADA"]],
  [
    "chatapp_post_channel",
    {
      channel: "general",
      text: "<@U0ADA|ada> <!channel> <!subteam^S0OPS|ops> <https://evil.example/a|here> 3 < 4",
      allow_mentions: true,
    },
    ["channel general", "mention U0ADA", "mention @channel", "mention S0OPS", "link https://evil.example/a"],
  ],
  [
    "chatapp_post_channel",
    {
      channel: "general",
      text: "<b>bold</b> <script>alert(1)</script> <//evil.example/a> <mailto:eve@evil.example>",
      allow_mentions: true,
    },
    ["channel general", "link //evil.example/a", "link mailto:eve@evil.example"],
  ],
  [
    "email_send",
    {
      to: ["Ada <ada@example.com>"],
      cc: ["bob@example.com"],
      bcc: ["eve@example.com"],
      reply_to: "team@example.com",
      list_unsubscribe: "mailto:leave@list.example",
      subject: "s",
      html: '<p>hi</p><img alt="" src="https://evil.example/p?d=1"><p style="background:url(//evil.example/q)">',
    },
    [
      "address ada@example.com",
      "address bob@example.com",
      "address eve@example.com",
      "link https://evil.example/p?d=1",
      "link https://evil.example/q",
      "address team@example.com",
      "address leave@list.example",
    ],
  ],
  ["email_reply", { in_reply_to: "<1@x.io>", text: "t" }, ["address <1@x.io>"]],
  ["email_reply", { in_reply_to: "7", to: ["a@x.io"], text: "t" }, ["address a@x.io"]],
  [
    "calendar_create_event",
    { summary: "s", start: "2026-12-01", end: "2026-12-02", attendees: ["ada@example.com"] },
    ["new event", "address ada@example.com"],
  ],
  [
    "http_post_json",
    { url: "https://hooks.example/in", body: {}, headers: { "x-to": "ops" } },
    ["url https://hooks.example/in", "header ops"],
  ],
  ["feed_read", { url: "https://news.example/feed" }, ["link https://news.example/feed"]],
  [
    "rss_subscribe",
    { url: "https://news.example/feed", deliver_to: "https://hooks.example/in" },
    ["new watch", "link https://news.example/feed", "url https://hooks.example/in"],
  ],
  [
    "email_watch_inbox",
    { deliver_to: "https://hooks.example/in" },
    ["new watch", "url https://hooks.example/in"],
  ],
  [
    "social_post:microblog",
    { text: "t", media: [{ url: "https://img.example/a.png", media_type: "image/png" }] },
    ["account Acme", "link https://img.example/a.png"],
  ],
  [
    "social_post:network",
    { text: "t", link: { url: "https://news.example/a" } },
    ["account Acme", "link https://news.example/a"],
  ],
  ["crm_upsert_contact", { contacts: [{ email: "ada@example.com", properties: {} }] }, ["new contact"]],
  ["tracker_create_issue", { team_id: "ENG", title: "t" }, ["new issue"]],
])("%s says where a call goes", async (tool, args, destinations) => {
  expect(await destinationsOf(tool, args)).toEqual(destinations);
});
