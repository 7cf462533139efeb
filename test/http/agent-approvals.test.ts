import { RUN_ENTRIES, type SegmentEntry } from "@plumbline/core/conversations/conversation-records.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from "ai";
import { beforeEach, describe, expect, test } from "vitest";
import { conversationPrefix, runsPrefix } from "../../packages/core/conversations/entry-ids.ts";
import { modelPost, readRun, startAgent } from "./agent-under-test.ts";
import { startedWithTenants } from "./api-under-test.ts";
import { StreamReader } from "./stream-reader.ts";

const TOOL = "chatapp_post_channel";
const STREAM = "/api/v1/agent/stream";
const PROMPT = "Write a limerick about a teapot and post it to C0GENERAL.";
const LAST_WORD = "A teapot is a fine thing to write about.";

let approver: string;

const agent = startedWithTenants(startAgent);

beforeEach(async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
  approver = (await agent.newKey({ scopes: ["approvals:grant"] })).key;
  await agent.setPolicy({ approval: { [TOOL]: "always" } });
});
const post = (text: string) => modelPost(text);
const decide = (id: string, decision: "approve" | "deny") =>
  agent.call("POST", `/api/v1/approvals/${id}`, { key: approver, body: { decision } });
const resume = (id: string, more: { body?: object; key?: string } = {}) =>
  agent.fetch(
    agent.request("POST", STREAM, {
      body: { resume: id, ...more.body },
      ...(more.key === undefined ? {} : { key: more.key }),
    }),
  );
const refusal = async (id: string, more?: { body?: object; key?: string }) => {
  const response = await resume(id, more);
  return { status: response.status, message: JSON.stringify(await response.json()) };
};
const resumed = async (id: string) => {
  const response = await resume(id);
  expect(response.status).toBe(200);
  return readRun(await new StreamReader(response.body).rest());
};

/** A run that stops at these calls; the model's last word is next. */
async function stopped(...texts: string[]) {
  agent.turns({ calls: texts.map(post) }, { text: LAST_WORD });
  const run = await agent.run(PROMPT);
  return { run, ids: run.of("approval_required").map(({ approval_id }) => approval_id) };
}

/** Results of calls as the model was last told them, as JSON. */
const lastTold = () =>
  JSON.stringify(
    agent
      .asked()
      .at(-1)
      ?.messages.filter(({ role }) => role === "tool"),
  );

describe("a run with a call that waits", () => {
  test("shows the call, ends, and goes on with its result and the model's last word", async () => {
    const { run, ids } = await stopped("Hello");
    expect(run.done.stop_reason).toBe("approval");
    const [waits] = run.of("approval_required");
    expect(run.of("tool_result")).toMatchObject([
      { tool_use_id: waits?.tool_use_id, is_error: true, error_code: "approval_required" },
    ]);
    expect(waits?.approve_url).toContain(`/approve/${ids[0]}`);
    expect(JSON.stringify(waits?.preview)).toContain("Hello");
    expect([agent.posts(), agent.asked().length]).toEqual([0, 1]);
    await decide(ids[0] ?? "", "approve");
    const on = await resumed(ids[0] ?? "");
    expect(on.shape).toEqual(["start", "tool_use", "tool_result", "text_delta", "done"]);
    expect(on.of("tool_result")).toMatchObject([
      { tool_use_id: waits?.tool_use_id, name: TOOL, is_error: false },
    ]);
    expect(on.of("start")[0]?.run_id).toBe(run.of("start")[0]?.run_id);
    expect([on.text, on.done.stop_reason, agent.posts()]).toEqual([LAST_WORD, "end", 1]);
    expect(lastTold()).not.toContain("approval_required");
  });

  test("goes on with the refusal, word for word, once it is denied", async () => {
    const { ids } = await stopped("Hello");
    await decide(ids[0] ?? "", "deny");
    const on = await resumed(ids[0] ?? "");
    const refusal_reason = "A person denied this call. Nothing was sent.";
    expect(on.of("tool_result")).toMatchObject([{ error_code: "approval_denied", refusal_reason }]);
    expect(on.text).toContain(refusal_reason);
    expect(on.text).toContain(LAST_WORD);
    expect(lastTold()).toContain(refusal_reason);
    expect(agent.posts()).toBe(0);
  });

  test("goes on with the refusal when nobody decided within a day", async () => {
    const { ids } = await stopped("Hello");
    agent.clock.advance(24 * 60 * 60_000);
    const on = await resumed(ids[0] ?? "");
    expect(on.of("tool_result")).toMatchObject([{ is_error: true, error_code: "approval_denied" }]);
    expect(on.text).toContain("Nobody approved this call within 24 hours.");
    expect(agent.posts()).toBe(0);
  });

  test("tells its reader and the model what a person made of a call that they changed", async () => {
    const { ids } = await stopped("Hello");
    const path = `/api/v1/approvals/${ids[0]}`;
    const body = { decision: "edit", changes: { text: "Hello, all" } };
    const edited = await agent.call("POST", path, { key: approver, body });
    await decide(String(edited.json.id), "approve");
    const on = await resumed(ids[0] ?? "");
    expect(on.of("tool_result")).toMatchObject([
      {
        is_error: false,
        changed: { title_done: "Posted to C0GENERAL: Hello, all", arguments: { text: "Hello, all" } },
      },
    ]);
    expect(lastTold()).toContain("changed_by_a_person");
    expect(agent.posts()).toBe(1);
  });

  test("goes on when all of its calls are decided, whichever of them is named, and once", async () => {
    const { ids } = await stopped("one", "two");
    const [first = "", second = ""] = ids;
    await decide(second, "approve");
    await decide(first, "deny");
    const answers = await Promise.all([resume(second), resume(first), resume(second)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const told = answers.find(({ status }) => status === 200);
    const on = readRun(await new StreamReader(told?.body ?? null).rest());
    expect(
      on
        .of("tool_result")
        .map(({ is_error }) => is_error)
        .sort(),
    ).toEqual([false, true]);
    expect((await refusal(first)).message).toContain("already been resumed");
    expect(agent.posts()).toBe(1);
  });

  test("stops again where the model calls such a tool again", async () => {
    agent.turns({ calls: [post("one")] }, { calls: [post("two")] }, { text: LAST_WORD });
    const run = await agent.run(PROMPT);
    const [first] = run.of("approval_required");
    await decide(first?.approval_id ?? "", "approve");
    const on = await resumed(first?.approval_id ?? "");
    expect(on.done.stop_reason).toBe("approval");
    const [second] = on.of("approval_required");
    await decide(second?.approval_id ?? "", "approve");
    expect((await resumed(second?.approval_id ?? "")).text).toBe(LAST_WORD);
    expect(agent.posts()).toBe(2);
  });
});

describe("a run is not resumed", () => {
  test("by another key, or with anything but what goes with it", async () => {
    const { ids } = await stopped("Hello");
    const [id = ""] = ids;
    await decide(id, "approve");
    const { key } = await agent.newKey({ scopes: ["agent", "tools:call", "approvals:grant"] });
    expect((await refusal(id, { key })).status).toBe(404);
    const other = await agent.createTenant("other");
    expect((await refusal(id, { key: other.apiKey.reveal() })).status).toBe(404);
    expect((await refusal(id, { body: { messages: [] } })).status).toBe(400);
    expect((await refusal(id, { body: { model: "another" } })).status).toBe(400);
    expect((await resumed(id)).text).toBe(LAST_WORD);
  });

  test("from what was altered in the store", async () => {
    const { ids, run } = await stopped("Hello");
    const [id = ""] = ids;
    const { run_id: runId = "", conversation_id: chat = "" } = run.of("start")[0] ?? {};
    await decide(id, "approve");
    const key = [
      agent.tenant.caller.tenantId,
      `${runsPrefix(conversationPrefix(chat))}${runId}/state/000001`,
    ];
    const { records } = agent.stores.opened;
    const sealed = (await records.get(RUN_ENTRIES, key)) as SegmentEntry;
    const { text_cipher: text } = sealed;
    const at = text.length - 20;
    const altered = text.slice(0, at) + (text[at] === "A" ? "B" : "A") + text.slice(at + 1);
    await records.put(RUN_ENTRIES, { ...sealed, text_cipher: altered });
    expect((await resume(id)).status).toBe(500);
    expect(agent.asked()).toHaveLength(1);
  });

  test("with rights that its key has lost", async () => {
    const { ids } = await stopped("Hello");
    const [id = ""] = ids;
    await decide(id, "deny");
    agent.turns({ calls: [post("again")] }, { text: LAST_WORD });
    await agent.call("PUT", "/api/v1/policy", { body: { allowed_tools: ["feed_read"] } });
    const on = await resumed(id);
    expect(on.of("tool_result").at(-1)).toMatchObject({ is_error: true, error_code: "validation" });
    expect(agent.posts()).toBe(0);
  });

  test("for a call that was made outside a run", async () => {
    const body = { arguments: { channel: "C0GENERAL", text: "Hello" } };
    const { json } = await agent.call("POST", `/api/v1/tools/${TOOL}`, { body });
    const { status, message } = await refusal(String(json.approval_id));
    expect([status, message]).toEqual([409, expect.stringContaining("No agent run is waiting")]);
  });
});

test("a run of megabytes goes on as any other", async () => {
  const text = agent.service.random.bytes(450_000).toString("hex");
  const before = Array.from({ length: 3 }, () => ({
    text,
    calls: [{ name: "connections_list", arguments: "{}" }],
  }));
  agent.turns(...before, { calls: [post("Hello")] }, { text: LAST_WORD });
  const run = await agent.run(PROMPT, { max_steps: 5 });
  const [waits] = run.of("approval_required");
  await decide(waits?.approval_id ?? "", "approve");
  const on = await resumed(waits?.approval_id ?? "");
  expect(on.of("tool_result")).toMatchObject([{ name: TOOL, is_error: false }]);
  expect([on.text, on.done.stop_reason]).toEqual([LAST_WORD, "end"]);
  const told = agent
    .asked()
    .at(-1)
    ?.messages.filter(({ content }) => content === text);
  expect(told).toHaveLength(3);
});

test("useChat is shown the call, and goes on in the same message", async () => {
  agent.turns({ calls: [post("Hello")] }, { text: LAST_WORD });
  const transport = new DefaultChatTransport({
    api: `http://plumbline.test${STREAM}?protocol=ui-message`,
    headers: { authorization: `Bearer ${agent.tenant.apiKey.reveal()}` },
    fetch: async (url, init) => agent.fetch(new Request(url, init)),
  });
  const read = async (messages: UIMessage[], message?: UIMessage, body?: object) => {
    const stream = await transport.sendMessages({
      chatId: "chat-1",
      messages,
      trigger: "submit-message",
      messageId: message?.id,
      abortSignal: undefined,
      ...(body ? { body } : {}),
    });
    let last = message;
    for await (const state of readUIMessageStream({ stream, ...(message ? { message } : {}) })) last = state;
    if (!last) throw new Error("nothing was read");
    return last;
  };
  const question: UIMessage = { id: "u-1", role: "user", parts: [{ type: "text", text: PROMPT }] };
  const first = await read([question]);
  const waits = first.parts.find(({ type }) => type === "data-approval") as
    | { data: { approval_id: string; approve_url: string } }
    | undefined;
  const id = waits?.data.approval_id ?? "";
  expect(waits?.data.approve_url).toContain(`/approve/${id}`);
  await decide(id, "approve");
  const second = await read([question, first], first, { resume: id });
  expect(second.id).toBe(first.id);
  const tools = second.parts.flatMap((part) => (part.type === "dynamic-tool" ? [part.state] : []));
  expect(tools).toEqual(["output-error", "output-available"]);
  expect(second.parts.at(-1)).toMatchObject({ type: "text", text: LAST_WORD });
});

describe("two equal calls of one conversation", () => {
  const CHAT = { conversation_id: "chat-1" };
  const turn = async (prompt: string) => {
    agent.turns({ calls: [post("Hello")] }, { text: LAST_WORD });
    const run = await agent.run(prompt, CHAT);
    const [{ approval_id: id } = { approval_id: "" }] = run.of("approval_required");
    return { id, run_id: run.of("start")[0]?.run_id };
  };
  const goOn = async (id: string, run_id: string | undefined) =>
    readRun(await new StreamReader((await resume(id, { body: { run_id } })).body).rest());

  test("are one approval, and its decision reaches the runs of both turns", async () => {
    const first = await turn(PROMPT);
    const second = await turn("Well? Post a limerick to C0GENERAL, please.");
    expect(second.id).toBe(first.id);
    const { json } = await agent.call("GET", "/api/v1/conversations/chat-1");
    expect(json.waiting).toMatchObject([{ approval_id: first.id, tool: TOOL }]);
    await decide(first.id, "approve");
    for (const { id, run_id } of [first, second]) {
      const on = await goOn(id, run_id);
      expect(on.of("start")[0]?.run_id).toBe(run_id);
      expect(on.of("tool_result")).toMatchObject([{ is_error: false }]);
      expect((await refusal(id, { body: { run_id } })).status).toBe(409);
    }
    expect(agent.posts()).toBe(1);
    const after = await agent.call("GET", "/api/v1/conversations/chat-1");
    expect(after.json).toMatchObject({ waiting: [], writes: [{ outcome: "made" }, { outcome: "made" }] });
  });

  test("are two where the second caller may not read the approval of the first", async () => {
    const made = await agent.call("POST", "/api/v1/sessions", { body: { ttl_seconds: 60 } });
    const ask = async (more: { key?: string } = {}) => {
      const body = { arguments: { channel: "C0GENERAL", text: "Hello" } };
      const headers = { "x-conversation-id": "shared" };
      return (await agent.call("POST", `/api/v1/tools/${TOOL}`, { body, headers, ...more })).json.approval_id;
    };
    const session = { key: String(made.json.session_token) };
    const [ofKey, ofSession] = [await ask(), await ask(session)];
    expect(ofSession).not.toBe(ofKey);
    expect((await agent.call("GET", `/api/v1/approvals/${ofSession}`, session)).status).toBe(200);
  });

  test("are one approval at the tools too, side by side, with and without an Idempotency-Key", async () => {
    const call = async (more: Record<string, string> = {}) =>
      agent.call("POST", `/api/v1/tools/${TOOL}`, {
        body: { arguments: { channel: "C0GENERAL", text: "Hello" } },
        headers: { "x-conversation-id": "by-tools", ...more },
      });
    const asked = await Promise.all([call(), call(), call({ "idempotency-key": "k-1" })]);
    const [id] = asked.map(({ json }) => String(json.approval_id));
    expect(asked.map(({ json }) => json.approval_id)).toEqual([id, id, id]);
    await decide(id ?? "", "approve");
    expect((await call({ "idempotency-key": "k-1" })).json.ok).toBe(true);
    expect(agent.posts()).toBe(1);
    // It was decided about: the same call is another one now.
    expect((await call()).json.approval_id).not.toBe(id);
  });
});
