import { AGENT_SCOPES, SCOPES } from "@plumbline/core/access/caller.ts";
import { expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { itemsOf, startApi } from "./api-under-test.ts";

const api = startedForFile(startApi);

/** Names of the tools that a new key is shown. */
async function shownTo(input: Record<string, unknown>): Promise<{ key: string; names: unknown[] }> {
  const { key } = await api.newKey(input);
  const names = itemsOf(await api.call("GET", "/api/v1/tools", { key })).map(({ name }) => name);
  return { key, names };
}

const WATCHING = ["email_watch_inbox", "rss_subscribe", "watch_events", "watch_stop"];

test("a key that narrows nothing is shown every tool", async () => {
  const { names } = await shownTo({ scopes: [...SCOPES] });
  expect(names).toEqual((await api.service.registry.list()).map(({ name }) => name));
});

test("an agent's key is shown no tool of watches, and calls none", async () => {
  const { key, names } = await shownTo({ scopes: [...AGENT_SCOPES] });
  expect(WATCHING.filter((name) => names.includes(name))).toEqual([]);
  expect(names).toContain("email_send");
  const body = { arguments: { url: "https://example.com/feed.xml" } };
  const refused = await api.call("POST", "/api/v1/tools/rss_subscribe", { key, body });
  expect(refused.status).toBe(403);
  expect(refused.json.detail).toBe(
    "This key lacks the scope watches:write. It has research,agent,tools:read,tools:call. The operator can create a key " +
      "with more: `npx --no plumbline key create TENANT NAME --scopes research,agent,tools:read,tools:call,watches:write`.",
  );
});

test("a route refuses a key without its scope, and names the scope in a header", async () => {
  const { key } = await api.newKey({ scopes: ["approvals:grant"] });
  const refused = await api.call("GET", "/api/v1/tools", { key });
  expect(refused.status).toBe(403);
  expect(refused.headers.get("www-authenticate")).toBe(
    'Bearer error="insufficient_scope", scope="tools:read"',
  );
});

test("a key that may only read is shown only tools that read", async () => {
  const { names } = await shownTo({ read_only: true });
  const reading = (await api.service.registry.list()).filter(({ effect }) => effect === "read");
  expect(names).toEqual(reading.map(({ name }) => name));
});

test("a key with a list of tools is shown exactly these", async () => {
  const { names } = await shownTo({ allowed_tools: ["feed_read", "social_post__network"] });
  expect(names.toSorted()).toEqual(["feed_read", "social_post:network"]);
});

test("a receiver of finds is named only by a key that may deliver", async () => {
  const { key } = await shownTo({ scopes: ["tools:call", "tools:read", "watches:write"] });
  const deliver_to = "https://example.com/hook";
  const args = { url: "https://example.com/feed.xml", deliver_to };
  const called = await api.call("POST", "/api/v1/tools/rss_subscribe", { key, body: { arguments: args } });
  const watched = await api.call("POST", "/api/v1/watches", { key, body: { type: "feed", ...args } });
  const changed = await api.call("PATCH", "/api/v1/watches/00000000-0000-4000-8000-000000000000", {
    key,
    body: { deliver_to },
  });
  for (const { status, json } of [called, watched, changed])
    expect([status, json.detail]).toEqual([
      403,
      expect.stringMatching(
        /^This key lacks the scope deliveries:write\. .*,watches:write,deliveries:write`\.$/,
      ),
    ]);
});
