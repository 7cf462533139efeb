import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeEach, expect, test } from "vitest";
import { openMemoryStore } from "../../packages/local/store/open-store.ts";
import { sqliteStores } from "../../packages/local/store/sqlite-stores.ts";
import { FaultyRecords } from "../stores/conversation/faulty-records.ts";
import { type AgentUnderTest, modelPost, startAgent } from "./agent-under-test.ts";
import { startedWithTenants } from "./api-under-test.ts";

const TOOL = "chatapp_post_channel";

async function startOnFaultyStore(): Promise<AgentUnderTest & { records: FaultyRecords }> {
  const opened: { records?: FaultyRecords } = {};
  const { store, close } = await openMemoryStore({ log: () => undefined });
  const agent = await startAgent({
    storesOf() {
      const stores = sqliteStores(store);
      opened.records = new FaultyRecords(stores.records);
      return { ...stores, records: opened.records };
    },
  });
  const closeAgent = agent.close;
  return Object.assign(agent, {
    records: opened.records ?? expect.fail("The stores are open."),
    async close() {
      await closeAgent();
      await close();
    },
  });
}

const agent = startedWithTenants(startOnFaultyStore);

beforeEach(async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
  await agent.setPolicy({ approval: { [TOOL]: "always" } });
});

async function waitingRun() {
  agent.turns({ calls: [modelPost("Hello")] }, { text: "Done." });
  const run = await agent.run("Post a limerick about a teapot to C0GENERAL.");
  return {
    runId: run.of("start")[0]?.run_id ?? "",
    id: run.of("approval_required")[0]?.approval_id ?? "",
    events: run.chunks.length + 2,
  };
}

const stop = (runId: string) => agent.call("POST", `/api/v1/agent/runs/${runId}/stop`);

async function countWrites(): Promise<number> {
  const { runId } = await waitingRun();
  const before = agent.records.writes;
  await stop(runId);
  return agent.records.writes - before;
}

test.each(["before", "after"] as const)("a stop that fails %s one of its writes is repeated", async (how) => {
  const writes = await countWrites();
  let failed = 0;
  for (let at = 0; at < writes; at += 1) {
    const { runId, id, events } = await waitingRun();
    agent.records.arm({ at, how, dies: false });
    if ((await stop(runId)).status === 503) failed += 1;
    agent.records.arm(undefined);
    expect((await stop(runId)).json).toMatchObject({
      state: "ended",
      stop_reason: "stopped",
      writes: [{ outcome: "not_made" }],
    });
    expect((await agent.call("GET", `/api/v1/approvals/${id}`)).json).toMatchObject({ status: "denied" });
    const replay = await agent.call("GET", `/api/v1/agent/runs/${runId}/stream`);
    expect(replay.text.match(/^id: /gm)).toHaveLength(events);
  }
  expect(failed).toBeGreaterThan(2);
});
