import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startAgent } from "./agent-under-test.ts";
import { startedWithTenants } from "./api-under-test.ts";

const POST = "/api/v1/tools/chatapp_post_channel";
const MESSAGE = { channel: "C0GENERAL", text: "The engine is ready." };
const SECOND_TOKEN = "xoxb-second-workspace-token";
const PROMPT = "Write a limerick about a teapot and post it to the general channel.";

let first: string;

const agent = startedWithTenants(startAgent);

beforeEach(async () => {
  first = await agent.connect({ kind: "chatapp_bot", label: "Company", token: sampleBotToken });
});

const post = (more: object = {}, body: object = {}, headers: Record<string, string> = {}) =>
  agent.call("POST", POST, { body: { arguments: { ...MESSAGE, ...more }, ...body }, headers });
const posts = () => agent.sandbox.chatapp.requests.filter(({ path }) => path.endsWith("/chat.postMessage"));
const company = () => ({ id: first, kind: "chatapp_bot", label: "Company" });

describe("with two accounts of a kind a call without credential_id is refused with both", () => {
  let second: string;

  beforeEach(async () => {
    const token = agent.sandbox.chatapp.workspace.tokens.get(sampleBotToken);
    if (token) agent.sandbox.chatapp.workspace.tokens.set(SECOND_TOKEN, token);
    second = await agent.connect({
      kind: "chatapp_user",
      label: "Personal",
      token: SECOND_TOKEN,
      expires_at: new Date(agent.clock.now() + 3_600_000).toISOString(),
    });
  });

  async function refusal(): Promise<string> {
    const { json } = await post();
    expect(json).toMatchObject({ ok: false, error_code: "validation", attempts: 0 });
    expect(json).not.toHaveProperty("credential");
    return String(json.refusal_reason);
  }

  test("after one expired", async () => {
    agent.clock.advance(3_600_000);
    const reason = await refusal();
    expect(reason).toContain(`${first} (chatapp_bot, "Company", active)`);
    expect(reason).toContain(`${second} (chatapp_user, "Personal", expired)`);
    expect(posts()).toEqual([]);
  });

  test("after the provider rejected one", async () => {
    agent.sandbox.chatapp.workspace.tokens.delete(SECOND_TOKEN);
    const rejected = await post({ credential_id: second });
    expect(rejected.json).toMatchObject({
      error_code: "authentication",
      credential: { id: second, kind: "chatapp_user", label: "Personal" },
    });
    const asked = posts().length;
    expect(await refusal()).toContain(`${second} (chatapp_user, "Personal", needs_reconnect)`);
    expect(posts()).toHaveLength(asked);
  });

  test("a named one that was revoked is refused, and the other is not used", async () => {
    expect((await agent.call("DELETE", `/api/v1/credentials/${second}`)).status).toBe(200);
    const { json } = await post({ credential_id: second });
    expect(json).toMatchObject({ error_code: "authentication", credential: { id: second }, attempts: 0 });
    expect(posts()).toEqual([]);
  });

  test("a model reads both accounts and can name one of them", async () => {
    const call = (more: object) => ({
      name: "chatapp_post_channel",
      arguments: JSON.stringify({ ...MESSAGE, ...more }),
    });
    agent.turns({ calls: [call({})] }, { calls: [call({ credential_id: first })] }, { text: "Posted." });
    const run = await agent.run(PROMPT);
    const [refused, posted] = run.of("tool_result");
    expect(refused).toMatchObject({ is_error: true, error_code: "validation" });
    expect(refused).not.toHaveProperty("credential");
    expect(posted).toMatchObject({ is_error: false, credential: company() });
    const read = agent.asked()[1]?.messages.find(({ role }) => role === "tool")?.content ?? "";
    expect(read).toContain(`${first} (chatapp_bot, \\"Company\\", active)`);
    expect(read).toContain(`${second} (chatapp_user, \\"Personal\\", expiring)`);
    expect(agent.asked()[0]?.system).toContain("Never switch to another account");
  });
});

describe("the account is named", () => {
  test("in a preview, a result, its replay and their log lines", async () => {
    const preview = await post({}, { preview: true });
    const result = await post({}, {}, { "idempotency-key": "k" });
    const replay = await post({}, {}, { "idempotency-key": "k" });
    expect(replay.headers.get("idempotent-replayed")).toBe("true");
    for (const { json } of [preview, result, replay])
      expect(json).toMatchObject({ ok: true, credential: company() });
    expect(Object.keys(result.json)).toEqual([
      "ok",
      "tool",
      "credential",
      "result",
      "attempts",
      "elapsed_ms",
    ]);
    const lines = agent.logged.filter(({ event }) => String(event).startsWith("tool_"));
    expect(lines.map(({ event }) => event)).toEqual(["tool_preview", "tool_call", "tool_call_replayed"]);
    for (const line of lines) expect(line).toMatchObject({ credential_id: first, credential: company() });
  });

  test("in the refusal of a provider, in the documented order", async () => {
    agent.sandbox.chatapp.workspace.tokens.clear();
    const { json } = await post();
    expect(json).toMatchObject({ ok: false, credential: company() });
    expect(Object.keys(json)).toEqual([
      "ok",
      "tool",
      "credential",
      "refusal_reason",
      "error_code",
      "next_step",
      "attempts",
      "elapsed_ms",
    ]);
  });

  test("in the AI SDK's form of the stream", async () => {
    agent.turns(
      { calls: [{ name: "chatapp_post_channel", arguments: JSON.stringify(MESSAGE) }] },
      { text: "Posted." },
    );
    const { text } = await agent.call("POST", "/api/v1/agent/stream?protocol=ui-message", {
      body: { messages: [{ id: "1", role: "user", parts: [{ type: "text", text: PROMPT }] }] },
    });
    const parts = text.split("\n\n").filter((event) => event.startsWith("data: {"));
    const told = parts.map((event) => JSON.parse(event.slice("data: ".length)));
    expect(told).toContainEqual({
      type: "data-credential",
      data: { tool_use_id: expect.any(String), name: "chatapp_post_channel", credential: company() },
    });
  });

  test("nowhere where no account was used", async () => {
    const { json } = await agent.call("POST", "/api/v1/tools/connections_list", { body: { arguments: {} } });
    expect(json).not.toHaveProperty("credential");
    const line = agent.logged.find(({ tool }) => tool === "connections_list");
    expect(line).not.toHaveProperty("credential");
  });
});

test("a token that somebody wrote into a label is not shown in the log", async () => {
  const label = "Company xoxb-1234567890-secret-secret";
  const id = await agent.connect({ kind: "chatapp_bot", label, token: SECOND_TOKEN });
  await post({ credential_id: id });
  const line = agent.logged.find(({ event }) => event === "tool_call");
  expect(line?.credential).toEqual({ id, kind: "chatapp_bot", label: "Company [redacted]" });
});
