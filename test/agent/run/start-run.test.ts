import { completeResearch } from "@plumbline/agent/completion/complete-research.ts";
import type { Chunk } from "@plumbline/agent/run/chunk.ts";
import { startRun } from "@plumbline/agent/run/start-run.ts";
import { type ConversationTurn, GROUNDED_RESEARCH } from "@plumbline/grounding";
import { researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { startSearchSandbox } from "../../grounding/research/search-sandbox.ts";
import { startServiceUnderTest, type TestTenant } from "../../support/service-under-test.ts";
import { startedForFile } from "../../support/started.ts";

let tenant: TestTenant;

const search = startedForFile(startSearchSandbox);
const under = startedForFile(() => startServiceUnderTest({ search: { a: search.settings.a } }));

beforeAll(async () => {
  tenant = await under.createTenant("Ada");
});

afterEach(() => search.clear());

type Call = Parameters<typeof startRun>[3];

async function run(messages: readonly ConversationTurn[], call: Call = {}): Promise<Chunk[]> {
  const { service } = under;
  const chunks: Chunk[] = [];
  const started = await startRun(service, tenant.caller, { messages, max_steps: 8 }, call);
  for await (const chunk of started.chunks) chunks.push(chunk);
  return chunks;
}

function outcomeIn(chunks: readonly Chunk[]) {
  const result = chunks.find(({ type }) => type === "tool_result");
  return researchOutcomeSchema.parse(result?.type === "tool_result" ? result.content : undefined);
}

async function completed(prompt: string, conversation: ConversationTurn[] = []) {
  const { research: engine, model, clock, logger } = under.service;
  const { outcome } = await completeResearch(
    { engine, model, clock, logger },
    { tenantId: "tenant-1" },
    { prompt, conversation },
    {},
  );
  return researchOutcomeSchema.parse(outcome);
}

const user = (content: string) => ({ role: "user", content });
const assistant = (content: string) => ({ role: "assistant", content });

describe("a run and a completion", () => {
  it.each([
    ["Who was Ada Lovelace?", []],
    ["tell me about ada lovelace please", []],
    ["When was CERN founded?", []],
    ["Who is Steve McQueen?", []],
    ["Who is Zorblax Quimby?", []],
    ["When did she die?", [user("who was ada lovelace"), assistant("A mathematician.")]],
    [`${"The weather was mild that day. ".repeat(100)}Who was Ada Lovelace?`, []],
  ])("come to the same outcome of %j", async (prompt, conversation) => {
    const outcome = outcomeIn(await run([...conversation, user(prompt)]));
    expect(outcome).toEqual(await completed(prompt, conversation));
    expect(outcome.query).toBe(prompt);
    expect(search.servers.a.requests).toHaveLength(2);
    const [one, other] = search.servers.a.requests.map(({ query }) => query.get("q"));
    expect(one).toBe(other);
  });
});

it("tells namesakes apart by the answer to its own question", async () => {
  const question = user("Who is Steve McQueen?");
  const asked = await run([question]);
  expect(outcomeIn(asked).error_code).toBe("research_ambiguous_name");
  const refusal = assistant(outcomeIn(asked).refusal_reason ?? "");

  const answered = await run([question, refusal, user("I mean the British film director")]);
  expect(answered.find(({ type }) => type === "tool_use")).toMatchObject({
    arguments: { query: "Who is Steve McQueen?", context: "the British film director" },
  });
  expect(outcomeIn(answered)).toMatchObject({ ok: true, query: "I mean the British film director" });
  expect(await completed("I mean the British film director", [question, refusal])).toEqual(
    outcomeIn(answered),
  );
});

describe("a run that is stopped", () => {
  it("says so, and does not count as our failure", async () => {
    search.servers.a.scriptAlways("", hangBeforeHeaders());
    const gone = new AbortController();
    const before = under.logged.length;
    const asked = search.servers.a.waitForRequests(1);
    const running = run([user("Who was Ada Lovelace?")], { signal: gone.signal });
    await asked;
    gone.abort(new Error("gone"));
    expect((await running).map(({ type }) => type)).toEqual(["start", "tool_use", "done"]);
    expect(under.logged.slice(before).map(({ level }) => level)).not.toContain("error");
  });

  it("receives the tool's message that the call was cancelled", async () => {
    search.servers.a.scriptAlways("", hangBeforeHeaders());
    const gone = new AbortController();
    const asked = search.servers.a.waitForRequests(1);
    const args = { query: "Who was Ada Lovelace?" };
    const { signal } = gone;
    const calling = under.service.dispatcher.call(tenant.caller, GROUNDED_RESEARCH, args, { signal });
    await asked;
    gone.abort();
    expect(await calling).toMatchObject({
      ok: false,
      error_code: "transient",
      refusal_reason: "The call was cancelled by its caller.",
      attempts: 1,
    });
  });
});
