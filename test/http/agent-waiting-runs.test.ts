import { changeApproval } from "@plumbline/core/approvals/approval-record.ts";
import { ApprovalSeals } from "@plumbline/core/approvals/approval-seals.ts";
import { LEDGER_ENTRIES } from "@plumbline/core/conversations/conversation-records.ts";
import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeEach, describe, expect, test } from "vitest";
import type { KeptRun } from "../../packages/agent/run/kept-run.ts";
import { seededRandom } from "../support/seeded-random.ts";
import { type AgentUnderTest, modelPost, readRun, startAgent } from "./agent-under-test.ts";
import { startedWithTenants } from "./api-under-test.ts";
import { StreamReader } from "./stream-reader.ts";

const STREAM = "/api/v1/agent/stream";
const TOOL = "chatapp_post_channel";
const PROMPT = "Write a limerick about a teapot and post it to C0GENERAL.";
const LAST_WORD = "A teapot is a fine thing to write about.";
const CHAT = "chat-1";
const HOUR_MS = 3_600_000;

let approver: string;

const agent = startedWithTenants(() => startAgent({ conversationHours: 1 }));

beforeEach(async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
  approver = (await agent.newKey({ scopes: ["approvals:grant"] })).key;
  await agent.setPolicy({ approval: { [TOOL]: "always" } });
});
const approve = (id: string) =>
  agent.call("POST", `/api/v1/approvals/${id}`, { key: approver, body: { decision: "approve" } });
const conversation = async () => (await agent.call("GET", `/api/v1/conversations/${CHAT}`)).status;

async function stopped(key?: string) {
  agent.turns({ calls: [modelPost("Hello")] }, { text: LAST_WORD });
  const run = await agent.run(PROMPT, { conversation_id: CHAT, ...(key !== undefined && { call: { key } }) });
  return { id: run.of("approval_required")[0]?.approval_id ?? "", runId: run.of("start")[0]?.run_id ?? "" };
}

async function resume(id: string) {
  const response = await agent.fetch(agent.request("POST", STREAM, { body: { resume: id } }));
  if (response.status !== 200)
    return { status: response.status, text: JSON.stringify(await response.json()) };
  return { status: 200, text: readRun(await new StreamReader(response.body).rest()).text };
}

/** As another process serves it: it shares the stores alone. */
function otherProcess() {
  const app = createApp(agent.service, createRoutes(agent.service), agent.metrics);
  return (request: Request) => app.fetch(request, { baseUrl: "http://plumbline.test" });
}

/** Goes on while nobody has decided, and reads on while time passes. */
async function begin(id: string, fetch: AgentUnderTest["fetch"] = agent.fetch) {
  const response = await fetch(agent.request("POST", STREAM, { body: { resume: id } }));
  expect(response.status).toBe(200);
  return { reading: new StreamReader(response.body).rest().then(readRun) };
}

/** Lets seconds pass until something is settled. */
async function passing<T>(settled: Promise<T>): Promise<T> {
  let isOver = false;
  const over = settled.finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  for (let seconds = 0; seconds < 900 && !isOver; seconds += 1) {
    agent.clock.advance(1_000);
    await new Promise(setImmediate);
  }
  return over;
}

const stop = async (runId: string) =>
  (await passing(agent.call("POST", `/api/v1/agent/runs/${runId}/stop`))).json;

/** Everything that the ledger holds of the tenant, but what counts for its key. */
async function ledgerEntries() {
  const found: string[] = [];
  const { records } = agent.stores.opened;
  for await (const some of records.range(LEDGER_ENTRIES, agent.tenant.caller.tenantId))
    found.push(...some.map(({ id }) => id));
  return found.filter((id) => !id.startsWith("unnamed/"));
}

describe("a conversation of one hour", () => {
  test("lasts while a call of it waits, and as long after that", async () => {
    const { id } = await stopped();
    agent.clock.advance(23 * HOUR_MS);
    expect(await conversation()).toBe(200);
    await approve(id);
    agent.clock.advance(1.9 * HOUR_MS);
    expect(await resume(id)).toEqual({ status: 200, text: LAST_WORD });
    expect(agent.posts()).toBe(1);
  });

  test("is over an hour after nobody decided, and its run with it", async () => {
    const { id } = await stopped();
    agent.clock.advance(25.1 * HOUR_MS);
    expect(await conversation()).toBe(404);
    const { status, text } = await resume(id);
    expect([status, text]).toEqual([409, expect.stringContaining("its conversation has been erased")]);
  });
});

describe("a run that is resumed before the decision", () => {
  test("waits for it, and goes on for all who read it", async () => {
    const { id } = await stopped();
    const tabs = [await begin(id), await begin(id)];
    await passing(approve(id));
    for (const { reading } of tabs) expect((await passing(reading)).text).toBe(LAST_WORD);
    expect(agent.posts()).toBe(1);
    expect((await resume(id)).text).toContain("already been resumed");
  });

  test("goes on once for readers of two processes", async () => {
    const { id } = await stopped();
    const tabs = [await begin(id), await begin(id, otherProcess())];
    await passing(approve(id));
    for (const { reading } of tabs) {
      const { text, done } = await passing(reading);
      expect([text, done.stop_reason]).toEqual([LAST_WORD, "end"]);
    }
    expect(agent.posts()).toBe(1);
  });

  test("lets its conversation go on meanwhile", async () => {
    const { id } = await stopped();
    const { reading } = await begin(id);
    agent.turns({ text: "A word." });
    expect((await agent.run("Write a word about tea.", { conversation_id: CHAT })).text).toBe("A word.");
    await passing(approve(id));
    expect((await passing(reading)).of("tool_result")).toMatchObject([{ is_error: false }]);
  });

  test("still waits where nobody decides in its time", async () => {
    const { id } = await stopped();
    const { reading } = await begin(id);
    const run = await passing(reading);
    expect([run.shape, run.done.stop_reason]).toEqual([["start", "done"], "approval"]);
    await approve(id);
    expect((await resume(id)).text).toBe(LAST_WORD);
  });
});

describe("a run that waits is deleted", () => {
  test("with its conversation, and does not go on in another one of its name", async () => {
    const { id } = await stopped();
    expect((await agent.call("DELETE", `/api/v1/conversations/${CHAT}`)).status).toBe(204);
    expect(await ledgerEntries()).toEqual([]);
    await approve(id);
    agent.turns({ text: "Hello again." });
    await agent.run("Write a word about tea.", { conversation_id: CHAT });
    expect((await resume(id)).status).toBe(409);
  });

  test("with all of an end user, and with its tenant", async () => {
    await stopped(await agent.newSession({ end_user: "ada@example.com" }));
    expect(await ledgerEntries()).not.toEqual([]);
    const { tenantId } = agent.tenant.caller;
    const { key } = await agent.newKey({ scopes: ["conversations:manage"] });
    await agent.call("DELETE", "/api/v1/conversations?end_user=ada@example.com", { key });
    expect(await ledgerEntries()).toEqual([]);
    await stopped();
    await agent.service.tenants.delete(tenantId);
    expect(await ledgerEntries()).toEqual([]);
  });
});

describe("a run that the last release kept with its approval", () => {
  /** Keeps the run as that release did, and nothing of its conversation. */
  async function keptByLastRelease(changes: Partial<Record<keyof KeptRun, unknown>> = {}) {
    const { id, runId } = await stopped();
    const { tenantId } = agent.tenant.caller;
    const record = await agent.service.approvals.record(tenantId, id);
    const { conversation = expect.fail() } = await agent.service.approvals.summary(record);
    const ledger = await agent.service.conversations.openAt(tenantId, conversation);
    const run = (await ledger.runLog(runId).readState<KeptRun>()) ?? expect.fail("The run is kept.");
    const { repeated_writes: _writes, said: _said, ...state } = run.state;
    const { conversation_id: _id, ...kept } = { ...run, state, ...changes };
    await ledger.erase();
    const { vault, records } = agent.stores.opened;
    const seals = new ApprovalSeals(vault, records);
    await seals.keep(record, "run", { approval_ids: [id], run: kept });
    return { id, runId, record };
  }

  test("goes on, once, in a conversation of its id", async () => {
    const { id, runId } = await keptByLastRelease();
    const early = await begin(id);
    expect((await passing(early.reading)).done.stop_reason).toBe("approval");
    agent.clock.advance(23 * HOUR_MS);
    await approve(id);
    expect(await resume(id)).toEqual({ status: 200, text: LAST_WORD });
    expect(agent.posts()).toBe(1);
    expect((await resume(id)).text).toContain("already been resumed");
    expect((await agent.call("GET", `/api/v1/conversations/${runId}`)).status).toBe(200);
    agent.clock.advance(30 * HOUR_MS);
    expect((await agent.call("GET", `/api/v1/conversations/${runId}`)).status).toBe(404);
    expect((await resume(id)).status).toBe(409);
  });

  test("ends, for a request that waits for it, when it is stopped", async () => {
    const { id, runId } = await keptByLastRelease();
    const early = await begin(id);
    await stop(runId);
    expect((await early.reading).done.stop_reason).toBe("stopped");
    expect((await approve(id)).status).toBe(409);
    expect((await resume(id)).text).toContain("run_stopped");
  });

  test("does not go on where that release resumed it, or kept no more than its calls", async () => {
    const { id, record } = await keptByLastRelease();
    await approve(id);
    const decided = await agent.service.approvals.record(record.tenant_id, id);
    const changes = { resumed_at: decided.created_at };
    await changeApproval(agent.stores.opened.records, decided, changes, seededRandom("resumed"));
    expect((await resume(id)).text).toContain("already been resumed");
    const other = await keptByLastRelease({ state: null });
    await approve(other.id);
    expect((await resume(other.id)).text).toContain("cannot be resumed");
  });
});
