import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";

const agent = startedForFile(startAgent);

beforeAll(async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
});

beforeEach(() => agent.sandbox.chatapp.clear());

async function call(name: string, args: object, runId?: string, allowed?: readonly string[]) {
  const { json } = await agent.call("POST", `/api/v1/tools/${name}`, {
    body: { arguments: args, ...(allowed ? { allow_destinations: allowed } : {}) },
    ...(runId === undefined ? {} : { headers: { "x-run-id": runId } }),
  });
  return json;
}

const read = (runId?: string) => call("feed_read", { url: `${agent.sandbox.feeds.url}/rss.xml` }, runId);
const post = (runId?: string, allowed?: readonly string[]) =>
  call("chatapp_post_channel", { channel: "C0GENERAL", text: "Hi" }, runId, allowed);
const posts = () => agent.sandbox.chatapp.requests.length;

test("a write of a run that has read a feed is not sent to a channel that was not named", async () => {
  expect(await read("run-1")).toMatchObject({ ok: true });
  expect(await post("run-1")).toMatchObject({
    ok: false,
    refusal_reason: expect.stringContaining("C0GENERAL (channel)"),
  });
  expect(posts()).toBe(0);
});

test("what a call of the run allows is named in it from then on", async () => {
  await read("run-2");
  expect(await post("run-2", ["C0GENERAL"])).toMatchObject({ ok: true });
  expect(await post("run-2")).toMatchObject({ ok: true });
  await read("run-5");
  expect(await post("run-5")).toMatchObject({ ok: false });
});

test("other runs, and calls that name none, have read nothing", async () => {
  await read("run-3");
  expect(await post("run-4")).toMatchObject({ ok: true });
  await read();
  expect(await post()).toMatchObject({ ok: true });
});

test("a call that waits because of the last hour says how its program can avoid that", async () => {
  await agent.call("PUT", "/api/v1/policy", { body: { unnamed_runs_follow_outside_text: true } });
  await read();
  const { next_step } = await post();
  expect(next_step).toContain("allow_destinations");
  expect(next_step).toContain("x-conversation-id");
  expect(next_step).toContain("--conversation");
  expect(await post(undefined, ["C0GENERAL"])).toMatchObject({ ok: true });
  await read("run-7");
  expect((await post("run-7")).next_step).not.toContain("allow_destinations");
  await agent.call("PUT", "/api/v1/policy", { body: {} });
});

test.each([
  ["complete", { prompt: "Who was Ada Lovelace?" }],
  ["check", { text: "Ada Lovelace was a mathematician.", search: true }],
])("research/%s without a conversation counts as text that its key has read", async (route, body) => {
  await agent.call("PUT", "/api/v1/policy", { body: { unnamed_runs_follow_outside_text: true } });
  const { key } = await agent.newKey({ scopes: ["research", "tools:call"] });
  const write = (runId?: string) =>
    agent.callTool(
      "chatapp_post_channel",
      { channel: "C0GENERAL", text: "Hi" },
      { key, ...(runId && { headers: { "x-run-id": runId } }) },
    );
  expect((await write()).json).toMatchObject({ ok: true });
  const { status } = await agent.call("POST", `/api/v1/autonomy/research/${route}`, { key, body });
  expect(status).toBe(200);
  expect((await write()).json).toMatchObject({ error_code: "approval_required" });
  expect((await write("another")).json).toMatchObject({ ok: true });
  await agent.call("PUT", "/api/v1/policy", { body: {} });
});

test("where the service sees no message, the policy's places are named", async () => {
  await agent.call("PUT", "/api/v1/policy", { body: { places: { "the team channel": "C0GENERAL" } } });
  await read("run-6");
  expect(await post("run-6")).toMatchObject({ ok: true });
  await agent.call("PUT", "/api/v1/policy", { body: {} });
  expect(await post("run-6")).toMatchObject({ ok: false });
});

test("a run id that is no plain text is refused", async () => {
  const { status } = await agent.call("POST", "/api/v1/tools/connections_list", {
    body: { arguments: {} },
    headers: { "x-run-id": "a b" },
  });
  expect(status).toBe(400);
});
