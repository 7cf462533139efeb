import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { itemsOf, startApi } from "./api-under-test.ts";

const POST = "/api/v1/tools/chatapp_post_channel";
const RIGHT = { channel: "C0GENERAL", text: "null", timeout_seconds: 20 };
/** As a model wrote it: the text is free, so its "null" stays. */
const WRITTEN = { channel: ["C0GENERAL"], text: "null", threadTs: null, timeout_seconds: "20" };
const SENT = { channel: "C0GENERAL", text: "null" };
const CORRECTED = ["channel", "thread_ts", "timeout_seconds"];

const api = startedForFile(startApi);

beforeAll(async () => {
  await api.addCredential({ kind: "chatapp_bot", label: "team", token: sampleBotToken });
});
beforeEach(() => api.sandbox.chatapp.clear());
const call = (args: unknown, more: object = {}, headers: Record<string, string> = {}) =>
  api.call("POST", POST, { body: { arguments: args, ...more }, headers });

const posts = () => api.sandbox.chatapp.requests.filter(({ path }) => path.endsWith("/chat.postMessage"));

describe("arguments in another form than the schema's", () => {
  test("are sent as they were meant, and the result names them", async () => {
    const { json } = await call(WRITTEN);
    expect(json).toMatchObject({ ok: true, corrected: CORRECTED });
    expect(posts().map((request) => Object.fromEntries(request.form()))).toEqual([SENT]);
    expect((await call(RIGHT)).json).not.toHaveProperty("corrected");
  });

  test("are named in a refusal too, which is of what is still wrong", async () => {
    const { json } = await call({ ...WRITTEN, timeout_seconds: "500" });
    expect(json).toMatchObject({ ok: false, error_code: "validation", corrected: CORRECTED });
    expect(json.refusal_reason).toMatch(/: timeout_seconds: must be at most 120\.$/);
    expect(posts()).toEqual([]);
  });

  test("may come as one JSON text, wrapped, or as null", async () => {
    for (const args of [JSON.stringify(RIGHT), { arguments: RIGHT }, { input: JSON.stringify(RIGHT) }])
      expect((await call(args)).json).toMatchObject({ ok: true, corrected: ["arguments"] });
    const none = await api.call("POST", "/api/v1/tools/connections_list", { body: { arguments: null } });
    expect(none.json).toMatchObject({ ok: true });
  });

  test("are previewed and logged as they are sent", async () => {
    const { json } = await call(WRITTEN, { preview: true });
    expect(json).toMatchObject({
      ok: true,
      corrected: CORRECTED,
      result: { requests: [{ body: SENT }] },
    });
    await call(WRITTEN);
    const [listed] = itemsOf(await api.call("GET", "/api/v1/calls?limit=1"));
    const kept = await api.call("GET", `/api/v1/calls/${String(listed?.id)}`);
    expect(kept.json.arguments).toEqual(RIGHT);
  });

  test("are the same call under an Idempotency-Key", async () => {
    const key = { "idempotency-key": "same" };
    const [first, second] = [await call(WRITTEN, {}, key), await call(RIGHT, {}, key)];
    expect([first.json.ok, second.headers.get("idempotent-replayed")]).toEqual([true, "true"]);
    expect(posts()).toHaveLength(1);
  });

  test("are held to the policy, and are the call that was approved", async () => {
    const policy = { only_allowed_destinations: true, allowed_destinations: ["#general"] };
    await api.call("PUT", "/api/v1/policy", { body: policy });
    expect((await call(WRITTEN)).json.refusal_reason).toContain("C0GENERAL (channel)");
    const approval = { approval: { chatapp_post_channel: "always" } };
    await api.call("PUT", "/api/v1/policy", { body: approval });
    const { json } = await call(WRITTEN);
    expect(json).toMatchObject({ error_code: "approval_required", corrected: CORRECTED });
    for (const same of [WRITTEN, RIGHT, JSON.stringify(RIGHT)]) {
      const answer = await call(same, { approval_id: json.approval_id });
      expect([answer.status, answer.json.error_code]).toEqual([200, "approval_required"]);
    }
    expect((await call({ ...RIGHT, text: "" }, { approval_id: json.approval_id })).status).toBe(409);
    const shown = await api.call("GET", `/api/v1/approvals/${String(json.approval_id)}`);
    expect(shown.json.arguments).toEqual(RIGHT);
    await api.call("PUT", "/api/v1/policy", { body: {} });
  });

  test.each([
    ["wrong forms", WRITTEN, CORRECTED],
    ["a JSON text", JSON.stringify(RIGHT), ["arguments"]],
  ])("come over MCP as %s", async (_what, args, corrected) => {
    const told = await overMcp({ name: "chatapp_post_channel", arguments: args });
    expect(told).toMatchObject({ ok: true, corrected });
  });

  test("come over MCP as null for none", async () => {
    const told = await overMcp({ name: "connections_list", arguments: null });
    expect(told).toMatchObject({ ok: true, result: { connections: [{ label: "team" }] } });
  });
});

/** Calls a tool as an MCP client does, and returns the dispatch result in the answer's last text. */
async function overMcp(params: object) {
  const headers = { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const { text } = await api.call("POST", "/mcp", { body, headers });
  const { result } = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
  return JSON.parse(result.content.at(-1).text);
}
