import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type RunOptions, startAgent } from "./agent-under-test.ts";
import { itemsOf } from "./api-under-test.ts";

const agent = startedForFile(startAgent);

beforeAll(async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
});

beforeEach(() => {
  agent.clear();
  agent.sandbox.chatapp.clear();
});

const DAY_MS = 86_400_000;
const POST = {
  name: "chatapp_post_channel",
  arguments: JSON.stringify({ channel: "C0GENERAL", text: "The build is green" }),
};

/** Runs one turn of a conversation, and returns the run's id. */
async function say(message: string, id: string, more: RunOptions = {}): Promise<string> {
  agent.turns({ calls: [POST] }, { text: "I posted it." });
  const run = await agent.run(message, { conversation_id: id, ...more });
  return run.of("start")[0]?.run_id ?? "";
}

const get = (path: string, key?: string) => agent.call("GET", path, key === undefined ? {} : { key });
const titles = async (query = "", key?: string) =>
  itemsOf(await get(`/api/v1/chats${query}`, key)).map(({ title }) => title);

const keyOf = async (scopes: string[], more: object = {}) => (await agent.newKey({ scopes, ...more })).key;

describe("a chat", () => {
  test("is titled, searched, renamed, and read after its conversation's ledger is over", async () => {
    const id = "kept";
    const run = await say("Post to C0GENERAL that the build is green.", id);
    expect(await titles("?search=BUILD")).toContain("Post to C0GENERAL that the build is green.");
    const renamed = await agent.call("PATCH", `/api/v1/chats/${id}`, { body: { title: "The build" } });
    expect(renamed.json).toMatchObject({ title: "The build", runs: [{ run_id: run }] });
    agent.clock.advance(3 * DAY_MS);
    expect((await get(`/api/v1/conversations/${id}`)).status).toBe(404);
    expect((await get(`/api/v1/chats/${id}`)).json).toMatchObject({
      title: "The build",
      runs: [{ run_id: run, message: "Post to C0GENERAL that the build is green." }],
    });
    const replayed = await agent.fetch(agent.request("GET", `/api/v1/agent/runs/${run}/stream`));
    expect(await replayed.text()).toContain("I posted it.");
    expect((await get(`/api/v1/agent/runs/${run}`)).json).toMatchObject({
      state: "ended",
      text: expect.stringContaining("I posted it."),
      writes: [{ tool: "chatapp_post_channel", outcome: "made" }],
    });
    expect(await agent.call("DELETE", `/api/v1/conversations/${id}`)).toMatchObject({ status: 204 });
    for (const path of [
      `/api/v1/chats/${id}`,
      `/api/v1/agent/runs/${run}`,
      `/api/v1/agent/runs/${run}/timeline`,
    ])
      expect((await get(path)).status).toBe(404);
  });

  test("is its owner's; a key that manages conversations reads all", async () => {
    const ada = await agent.newSession({ end_user: "ada" });
    const eve = await agent.newSession({ end_user: "eve" });
    const run = await say("Ada's question to C0GENERAL", "of-ada", { call: { key: ada } });
    expect(await titles("", ada)).toEqual(["Ada's question to C0GENERAL"]);
    const other = await keyOf(["agent"]);
    const limited = await keyOf(["agent", "conversations:manage"], {
      allowed_credentials: ["00000000-0000-4000-8000-000000000000"],
    });
    const paths = ["/api/v1/chats/of-ada", `/api/v1/agent/runs/${run}`, `/api/v1/agent/runs/${run}/timeline`];
    for (const key of [eve, other, limited]) {
      expect(await titles("", key)).toEqual([]);
      expect((await get("/api/v1/chats?owner=all", key)).status).toBe(403);
      expect((await get("/api/v1/chats?end_user=ada", key)).status).toBe(403);
      for (const path of paths) expect((await get(path, key)).status).toBe(404);
    }
    const manager = await keyOf(["agent", "conversations:manage"]);
    expect(await titles("?end_user=ada", manager)).toEqual(["Ada's question to C0GENERAL"]);
    expect(await titles("?owner=all", manager)).toContain("Ada's question to C0GENERAL");
    for (const path of paths) expect((await get(path, manager)).status).toBe(200);
    // It reads, but does not act as their owner.
    const body = { title: "Mine" };
    expect((await agent.call("PATCH", "/api/v1/chats/of-ada", { key: manager, body })).status).toBe(404);
    const rating = { value: "good" };
    const path = `/api/v1/agent/runs/${run}/rating`;
    expect((await agent.call("PUT", path, { key: manager, body: rating })).status).toBe(404);
    const erased = await agent.call("DELETE", "/api/v1/conversations?end_user=ada");
    expect(erased.json).toEqual({ deleted: 1 });
    for (const path of paths) expect((await get(path, ada)).status).toBe(404);
  });

  test("of a run that goes on after an approval has all of it", async () => {
    const feed = JSON.stringify({ url: `${agent.sandbox.feeds.url}/rss.xml` });
    agent.turns({ calls: [{ name: "feed_read", arguments: feed }] }, { calls: [POST] }, { text: "Done." });
    const asked = await agent.run("Sum up my feed, and go on.", { conversation_id: "waits" });
    const [waiting] = asked.of("approval_required");
    const approver = await keyOf(["approvals:grant"]);
    const decided = { key: approver, body: { decision: "approve" } };
    await agent.call("POST", `/api/v1/approvals/${waiting?.approval_id}`, decided);
    const resume = { raw: JSON.stringify({ resume: waiting?.approval_id }) };
    await (await agent.fetch(agent.request("POST", "/api/v1/agent/stream", resume))).text();
    agent.clock.advance(3 * DAY_MS);
    const run = asked.of("start")[0]?.run_id;
    const { json } = await get(`/api/v1/agent/runs/${run}/timeline`);
    const types = (json.events as { event: { type: string } }[]).map(({ event }) => event.type);
    expect(types.filter((type) => type === "start")).toHaveLength(2);
    expect(types).toContain("approval_required");
    expect(json).toMatchObject({ state: "ended", text: expect.stringContaining("Done.") });
  });

  test("is part of the tenant's export, readable", async () => {
    await say("Say this once to C0GENERAL: gooseberry", "exported");
    const cursor = Buffer.from("chats/").toString("base64url");
    const page = await get(`/api/v1/export?limit=100&cursor=${cursor}`);
    const chats = itemsOf(page).filter(({ type }) => type === "chats");
    const text = JSON.stringify(chats);
    expect(text).toContain("gooseberry");
    expect(text).toContain("I posted it.");
    expect(text).not.toContain("_cipher");
  });
});

describe("a run", () => {
  test("is read on one timeline, with the times and tokens that traces have", async () => {
    const run = await say("Tell C0GENERAL that the build is green.", "traced");
    const { json } = await get(`/api/v1/agent/runs/${run}/timeline`);
    expect(json).toMatchObject({
      message: "Tell C0GENERAL that the build is green.",
      model: expect.any(String),
      rating: null,
    });
    const spans = json.spans as { name: string; input_tokens: number | null; host: string | null }[];
    const names = spans.map(({ name }) => name.split(" ")[0]);
    expect(names).toEqual(["chat", "POST", "execute_tool", "chat", "invoke_agent"]);
    expect(
      spans.every(({ name, input_tokens: tokens }) => !name.startsWith("chat") || Number(tokens) > 0),
    ).toBe(true);
    const events = json.events as { at: string; event: { type: string } }[];
    expect(events.map(({ event }) => event.type)).toEqual(
      expect.arrayContaining(["start", "tool_use", "tool_result", "text_delta", "done"]),
    );
    for (const { at } of events) expect(Date.parse(at)).toBeGreaterThan(0);
  });

  test("is rated with a reason, once more in place of the first", async () => {
    const run = await say("Tell C0GENERAL that it rains.", "rated");
    const path = `/api/v1/agent/runs/${run}/rating`;
    for (const body of [{ value: "good" }, { value: "bad", reason: "It did not rain." }])
      expect((await agent.call("PUT", path, { body })).status).toBe(204);
    const { json } = await get(`/api/v1/agent/runs/${run}/timeline`);
    expect(json.rating).toMatchObject({ value: "bad", reason: "It did not rain." });
    expect((await agent.call("PUT", path, { body: { value: "fine" } })).status).toBe(400);
  });
});

test("a stage without chats keeps none, and reads runs while their conversation lasts", async () => {
  const none = await startAgent({ chatDays: 0 });
  none.turns({ text: "Hello." });
  const run = await none.run("Write a limerick.", { conversation_id: "c" });
  expect(itemsOf(await none.call("GET", "/api/v1/chats"))).toEqual([]);
  const path = `/api/v1/agent/runs/${run.of("start")[0]?.run_id}`;
  expect((await none.call("GET", `${path}/timeline`)).json).toMatchObject({ message: null, state: "ended" });
  expect((await none.call("PUT", `${path}/rating`, { body: { value: "good" } })).status).toBe(404);
  await none.close();
});
