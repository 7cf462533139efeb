import { createDynamoStores } from "@plumbline/aws/dynamodb/dynamo-stores.ts";
import { TableClient } from "@plumbline/aws/dynamodb/table-client.ts";
import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { EMBEDDED_KEY_TABLE, EMBEDDED_TABLE, openEmbeddedStore } from "../support/dynalite/embedded-table.ts";
import { type AgentUnderTest, modelCall, modelPost, readRun, startAgent } from "./agent-under-test.ts";
import { readAnswer, startedWithTenants } from "./api-under-test.ts";
import { StreamReader, type WireEvent } from "./stream-reader.ts";

const STREAM = "/api/v1/agent/stream";
const TOOL = "chatapp_post_channel";
const PROMPT = "Write a limerick about a teapot and post it to C0GENERAL.";
const CHAT = "chat-1";
const EDITED = "Hello, all";

async function startOnDynamo(): Promise<AgentUnderTest> {
  const { client, close } = await openEmbeddedStore({ sendsDirectly: true });
  const [table, keyTable] = [EMBEDDED_TABLE, EMBEDDED_KEY_TABLE].map((name) => new TableClient(client, name));
  if (!table || !keyTable) throw new Error("There are two tables.");
  const agent = await startAgent({ storesOf: (clock) => createDynamoStores(table, keyTable, clock) });
  const closeAgent = agent.close;
  return Object.assign(agent, {
    async close() {
      await closeAgent();
      await close();
    },
  });
}

describe.each([
  ["SQLite", startAgent],
  ["DynamoDB", startOnDynamo],
] as const)("on %s", (_store, start) => {
  const agent = startedWithTenants<AgentUnderTest>(start);
  let approver: string;

  beforeEach(async () => {
    await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
    approver = (await agent.newKey({ scopes: ["approvals:grant"] })).key;
    await agent.setPolicy({ approval: { [TOOL]: "always" } });
  });

  /** A run that says "Posting." and waits for these calls; "Done." is the model's next word. */
  async function waitingRun(texts: readonly string[] = ["Hello"], more: Record<string, unknown> = {}) {
    agent.turns({ text: "Posting.", calls: texts.map((text) => modelPost(text)) }, { text: "Done." });
    const run = await agent.run(PROMPT, { conversation_id: CHAT, ...more });
    const ids = run.of("approval_required").map(({ approval_id }) => approval_id);
    return { run, runId: run.of("start")[0]?.run_id ?? "", ids, id: ids[0] ?? "" };
  }

  const decide = (id: string, body: object = { decision: "approve" }) =>
    agent.call("POST", `/api/v1/approvals/${id}`, { key: approver, body });
  /** Changes a call. Returns the ID of the changed call. */
  const edit = async (id: string, text = EDITED) =>
    String((await decide(id, { decision: "edit", changes: { text } })).json.id);
  const approval = async (id: string) =>
    (await agent.call("GET", `/api/v1/approvals/${id}`, { key: approver })).json;
  const detail = async (runId: string) => (await agent.call("GET", `/api/v1/agent/runs/${runId}`)).json;
  const stop = (runId: string) => passing(agent.call("POST", `/api/v1/agent/runs/${runId}/stop`));
  const resume = (id: string, run_id?: string) =>
    agent.call("POST", STREAM, { body: { resume: id, ...(run_id && { run_id }) } });
  const events = async (response: Response) =>
    (await new StreamReader(response.body).rest()).filter(({ event }) => event !== "comment");
  const replay = (runId: string, after?: number) =>
    agent.call("GET", `/api/v1/agent/runs/${runId}/stream`, {
      headers: after === undefined ? {} : { "last-event-id": String(after) },
    });
  const replayed = async (runId: string, after?: number) =>
    events(new Response((await replay(runId, after)).text));

  /** Resumes a run before the decision. Its events are read as time passes. */
  async function begin(id: string, fetch: AgentUnderTest["fetch"] = agent.fetch) {
    const response = await fetch(agent.request("POST", STREAM, { body: { resume: id } }));
    expect(response.status).toBe(200);
    return { reading: events(response) };
  }

  /** Fetches as another process does, which shares only the stores. */
  function otherProcess() {
    const app = createApp(agent.service, createRoutes(agent.service), agent.metrics);
    return (request: Request) => app.fetch(request, { baseUrl: "http://plumbline.test" });
  }

  /** Lets seconds pass until something is settled. */
  async function passing<T>(settled: Promise<T>): Promise<T> {
    let isOver = false;
    const over = settled.finally(() => {
      isOver = true;
    });
    over.catch(() => undefined);
    for (let seconds = 0; seconds < 1_500 && !isOver; seconds += 1) {
      for (let turn = 0; turn < 5 && !isOver; turn += 1) await new Promise(setImmediate);
      agent.clock.advance(1_000);
    }
    return over;
  }

  const idsOf = (all: readonly WireEvent[]) => all.map(({ id }) => id);

  describe("a run that is stopped while its call waits", () => {
    test("has ended, and its call can no longer be approved", async () => {
      const { run, runId, id } = await waitingRun();
      const { json } = await stop(runId);
      const ended = {
        state: "ended",
        stop_reason: "stopped",
        writes: [{ outcome: "not_made", approval_id: id }],
      };
      expect(json).toMatchObject(ended);
      expect(await detail(runId)).toMatchObject(ended);
      expect(await approval(id)).toMatchObject({
        status: "denied",
        result: { refusal_reason: "The run that made this call was stopped. Nothing was sent." },
      });
      expect((await decide(id)).status).toBe(409);
      expect(agent.posts()).toBe(0);
      const audited = await agent.call("GET", "/api/v1/audit", {
        key: (await agent.newKey({ scopes: ["audit:read"] })).key,
      });
      expect(audited.text).toContain("approval.denied");
      expect(run.done.stop_reason).toBe("approval");
    });

    test("cannot be resumed", async () => {
      const { runId, id } = await waitingRun();
      await stop(runId);
      const { status, json } = await resume(id);
      expect([status, json.error_code]).toEqual([409, "run_stopped"]);
    });

    test("is replayed with the denial, and its end has ids of its own", async () => {
      const { run, runId } = await waitingRun();
      await stop(runId);
      const all = await replayed(runId);
      expect(idsOf(all)).toEqual(all.map((_, at) => at + 1));
      expect(all).toHaveLength(run.chunks.length + 2);
      expect(all.find(({ event }) => event === "tool_result")?.data).toMatchObject({
        is_error: true,
        error_code: "approval_denied",
      });
      expect(all.slice(-2).map(({ event, data }) => [event, data.stop_reason])).toEqual([
        ["start", undefined],
        ["done", "stopped"],
      ]);
      const last = run.chunks.length;
      expect(idsOf(await replayed(runId, last))).toEqual([last + 1, last + 2]);
    });

    test("ends for those who wait with it, in this process and in another", async () => {
      const { run, runId, id } = await waitingRun();
      const readers = [await begin(id), await begin(id, otherProcess())];
      await stop(runId);
      for (const { reading } of readers) {
        const all = await passing(reading);
        expect(all.at(-1)?.data.stop_reason).toBe("stopped");
        expect(idsOf(all)).toEqual([run.chunks.length + 1, run.chunks.length + 2]);
      }
    });

    test("tells a call that was approved before as made, and keeps it from being doubled", async () => {
      const { runId, ids } = await waitingRun(["one", "two"]);
      await decide(ids[0] ?? "");
      // The two calls are made side by side, so either may be the first.
      const outcomes = async () => {
        const writes = (await detail(runId)).writes as { outcome: string }[];
        return writes.map(({ outcome }) => outcome).toSorted();
      };
      expect(await outcomes()).toEqual(["made", "waiting"]);
      await stop(runId);
      expect(await outcomes()).toEqual(["made", "not_made"]);
      const results = (await replayed(runId)).filter(({ event }) => event === "tool_result");
      expect(results.map(({ data }) => data.is_error).toSorted()).toEqual([false, true]);
      const { json } = await agent.call("GET", `/api/v1/conversations/${CHAT}`);
      expect(json).toMatchObject({ waiting: [], writes: [{ outcome: "made" }] });
      expect(agent.posts()).toBe(1);
    });

    test("leaves its message free to be run again", async () => {
      const first = await waitingRun(["Hello"], { message_id: "m-1" });
      await stop(first.runId);
      const second = await waitingRun(["Hello"], { message_id: "m-1" });
      expect(second.id).not.toBe(first.id);
      await decide(second.id);
      expect(agent.posts()).toBe(1);
    });

    test("withdraws the call as a person changed it", async () => {
      const { runId, id } = await waitingRun();
      const edited = await edit(id);
      await stop(runId);
      expect(await approval(edited)).toMatchObject({ status: "denied" });
      expect((await decide(edited)).status).toBe(409);
      expect(agent.posts()).toBe(0);
    });

    test("leaves the call to another run that waits for it", async () => {
      const first = await waitingRun();
      const second = await waitingRun(["Hello"], { message_id: "another" });
      expect(second.id).toBe(first.id);
      await stop(first.runId);
      expect(await approval(first.id)).toMatchObject({ status: "waiting" });
      expect((await resume(first.id, first.runId)).json.error_code).toBe("run_stopped");
      await decide(second.id);
      expect((await resume(second.id, second.runId)).text).toContain("Done.");
      expect(agent.posts()).toBe(1);
    });

    test("leaves the call as a person changed it to another run that waits for that one", async () => {
      const { runId, id } = await waitingRun();
      const edited = await edit(id);
      const second = await waitingRun([EDITED], { message_id: "another" });
      expect(second.id).toBe(edited);
      await stop(runId);
      expect(await approval(edited)).toMatchObject({ status: "waiting" });
    });

    test("can be stopped twice", async () => {
      const { runId } = await waitingRun();
      const first = await stop(runId);
      expect((await stop(runId)).json).toEqual(first.json);
    });
  });

  describe("a run whose call a person changes", () => {
    const writes = async (path: string) => (await agent.call("GET", `/api/v1/${path}`)).json.writes;
    const both = (runId: string) =>
      Promise.all([writes(`agent/runs/${runId}`), writes(`conversations/${CHAT}`)]);
    const results = (all: readonly WireEvent[]) =>
      all.filter(({ event }) => event === "tool_result").map(({ data }) => data);

    test.each(["before", "after"])("waits for the changed call, resumed %s the change", async (when) => {
      const { runId, id } = await waitingRun(["Hello"], { message_id: "m-1" });
      const early = when === "before" ? await begin(id) : undefined;
      const edited = await edit(await edit(id), "Hello, everybody");
      const readers = [early ?? (await begin(id)), await begin(id, otherProcess())];
      let isOver = false;
      void Promise.race(readers.map(({ reading }) => reading)).then(() => (isOver = true));
      for (let seconds = 0; seconds < 20; seconds += 1) {
        agent.clock.advance(1_000);
        await new Promise(setImmediate);
      }
      expect(isOver).toBe(false);
      expect(await both(runId)).toMatchObject([[{ outcome: "waiting" }], [{ outcome: "waiting" }]]);
      await decide(edited);
      for (const { reading } of readers)
        expect(results(await passing(reading))).toMatchObject([
          { is_error: false, changed: { arguments: { text: "Hello, everybody" } } },
        ]);
      expect(await both(runId)).toMatchObject([[{ outcome: "made" }], [{ outcome: "made" }]]);
      agent.turns({ calls: [modelPost("Hello")] }, { text: "Done." });
      const again = await agent.run(PROMPT, { conversation_id: CHAT, message_id: "m-1" });
      expect(again.of("tool_result")).toMatchObject([{ is_error: false, made_before: true }]);
      expect(agent.posts()).toBe(1);
    });

    test.each([
      ["denied", "A person denied this call. Nothing was sent."],
      ["expired", "Nobody approved this call within 24 hours. Nothing was sent."],
    ])("resumes with the refusal if the changed call is %s", async (end, refusal_reason) => {
      const { runId, id } = await waitingRun(["Hello"], { message_id: "m-1" });
      const edited = await edit(id);
      if (end === "denied") await decide(edited, { decision: "deny" });
      else agent.clock.advance(24 * 3_600_000);
      const resumed = results(await events(new Response((await resume(id)).text)));
      expect(resumed).toMatchObject([{ error_code: "approval_denied", refusal_reason }]);
      expect(await both(runId)).toMatchObject([[{ outcome: "not_made" }], []]);
      const second = await waitingRun(["Hello"], { message_id: "m-1" });
      expect([id, edited]).not.toContain(second.id);
      expect(agent.posts()).toBe(0);
    });

    test("shows the changed call if its message is run again while that one waits", async () => {
      const { id } = await waitingRun(["Hello"], { message_id: "m-1" });
      const edited = await edit(id);
      const { run } = await waitingRun(["Hello"], { message_id: "m-1" });
      const [shown] = run.of("approval_required");
      expect(shown).toMatchObject({ approval_id: id, approve_url: expect.stringContaining(edited) });
      expect(JSON.stringify(shown?.preview)).toContain(EDITED);
      await decide(edited);
      expect((await resume(id)).text).toContain("Done.");
      expect(agent.posts()).toBe(1);
    });
  });

  describe("a run whose conversation is erased", () => {
    const call = { headers: { "idempotency-key": "k-1" } };
    const erase = (path: string) => agent.call("DELETE", `/api/v1/conversations${path}`);

    test("does not run again with its Idempotency-Key, for as long as the key counts", async () => {
      await agent.setPolicy({});
      const post = () => {
        agent.turns({ calls: [modelPost("Hello")] }, { text: "Done." });
        return agent.fetch(
          agent.request("POST", STREAM, {
            body: { messages: [{ role: "user", content: PROMPT }], conversation_id: CHAT },
            ...call,
          }),
        );
      };
      await events(await post());
      expect((await erase(`/${CHAT}`)).status).toBe(204);
      for (const seconds of [0, 60]) {
        agent.clock.advance(seconds * 1_000);
        const again = await readAnswer(await post());
        expect([again.status, again.json.error_code]).toEqual([409, "run_erased"]);
      }
      expect(agent.posts()).toBe(1);
      agent.clock.advance(25 * 3_600_000);
      expect((await post()).status).toBe(200);
    });

    test("cannot have its waiting call approved, nor the call as a person changed it", async () => {
      const { ids } = await waitingRun(["one", "two"]);
      const edited = await edit(ids[0] ?? "");
      expect((await erase(`/${CHAT}`)).status).toBe(204);
      for (const id of [edited, ids[1] ?? ""]) {
        expect(await approval(id)).toMatchObject({
          status: "denied",
          result: { refusal_reason: expect.stringContaining("was erased. Nothing was sent.") },
        });
        expect((await decide(id)).status).toBe(409);
      }
      expect(agent.posts()).toBe(0);
    });

    test("with all of an end user, has all calls of that person denied, and nobody else's", async () => {
      const ask = async (key: string | undefined, headers: Record<string, string>) => {
        const body = { arguments: { channel: "C0GENERAL", text: "Hello" } };
        const asked = { body, headers, ...(key !== undefined && { key }) };
        return String((await agent.call("POST", `/api/v1/tools/${TOOL}`, asked)).json.approval_id);
      };
      const ada = await agent.newSession({ end_user: "ada" });
      const own = [await ask(ada, { "x-conversation-id": "c-1" }), await ask(ada, {})];
      const other = await ask(undefined, {});
      await erase("?end_user=ada");
      for (const id of own) expect((await approval(id)).status).toBe("denied");
      expect((await approval(other)).status).toBe("waiting");
    });
  });

  describe("a run that outlasts the request that stops it", () => {
    test.each(["this", "another"])("does not come to wait for its call (%s process)", async (which) => {
      const { webhook } = agent.sandbox;
      webhook.clear();
      webhook.scriptAlways("", hangBeforeHeaders());
      const slow = modelCall("http_post_json", { url: `${webhook.url}/`, body: 1, timeout_seconds: 30 });
      agent.turns({ calls: [modelPost("Hello"), slow] }, { text: "Done." });
      const { reader } = await agent.open(PROMPT, { conversation_id: CHAT });
      const runId = String((await reader.until("start")).data.run_id);
      const id = String((await reader.until("approval_required")).data.approval_id);
      const rest = reader.rest();
      await webhook.waitForRequests(1);
      const fetch = which === "this" ? agent.fetch : otherProcess();
      const asked = agent.request("POST", `/api/v1/agent/runs/${runId}/stop`);
      const answer = await readAnswer(await passing(Promise.resolve(fetch(asked))));
      expect(answer.json).toMatchObject({ state: "running" });
      await passing(rest);
      expect(await detail(runId)).toMatchObject({ state: "ended", stop_reason: "stopped" });
      expect(await approval(id)).toMatchObject({ status: "denied" });
      expect((await resume(id)).json.error_code).toBe("run_stopped");
    });
  });

  describe("the ids of a run's events", () => {
    test("do not repeat when a wait ends before the decision", async () => {
      const { run, runId, id } = await waitingRun();
      const { reading } = await begin(id);
      const waited = await passing(reading);
      const last = run.chunks.length;
      expect(waited.at(-1)?.data.stop_reason).toBe("approval");
      expect(idsOf(waited)).toEqual([last + 1, last + 2]);
      await decide(id);
      const resumed = await events(
        await agent.fetch(agent.request("POST", STREAM, { body: { resume: id } })),
      );
      expect(resumed[0]?.id).toBe(last + 3);
      expect(await replayed(runId, last + 2)).toEqual(resumed);
      expect(await replayed(runId)).toEqual(resumed);
    });

    test("do not repeat for a request that waits longer than another process", async () => {
      const { run, runId, id } = await waitingRun();
      const first = await begin(id);
      await passing(agent.clock.wait(120_000));
      const second = await begin(id, otherProcess());
      const waited = await passing(first.reading);
      await passing(decide(id));
      const all = await passing(second.reading);
      expect(all.slice(0, 2)).toEqual(waited);
      expect(all).toEqual(await replayed(runId, run.chunks.length));
    });

    test("are refused beyond the end once the run waits, has been stopped or has ended", async () => {
      const { run, runId, id } = await waitingRun();
      const last = run.chunks.length;
      const refused = { status: 400, json: { error_code: "bad_request" } };
      expect((await replay(runId, last)).status).toBe(200);
      expect(await replay(runId, last + 1)).toMatchObject(refused);
      await decide(id);
      await resume(id);
      const all = await replayed(runId, 0);
      expect((await replay(runId, all.length)).status).toBe(200);
      expect(await replay(runId, all.length + 1)).toMatchObject(refused);
    });
  });

  test("the text of a resumed run has a blank line between its parts, and its usage counts them all", async () => {
    const { run, runId, id } = await waitingRun();
    await decide(id);
    const on = readRun(
      await events(await agent.fetch(agent.request("POST", STREAM, { body: { resume: id } }))),
    );
    const { text, usage } = await detail(runId);
    expect(text).toBe(`${run.text}\n\nDone.`);
    expect(usage).toEqual({
      input_tokens: run.done.usage.input_tokens + on.done.usage.input_tokens,
      output_tokens: run.done.usage.output_tokens + on.done.usage.output_tokens,
    });
  });
});
