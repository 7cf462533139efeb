import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeEach, expect, test } from "vitest";
import { type RunOptions, startAgent } from "./agent-under-test.ts";
import { startedWithTenants } from "./api-under-test.ts";

const PROMPT = "Write a limerick about a teapot and post it to the general channel.";
const SECOND_TOKEN = "xoxb-second-workspace-token";

let company: string;
let personal: string;

const agent = startedWithTenants(startAgent);

beforeEach(async () => {
  const { tokens } = agent.sandbox.chatapp.workspace;
  const holder = tokens.get(sampleBotToken);
  if (holder) tokens.set(SECOND_TOKEN, holder);
  company = await agent.connect({ kind: "chatapp_bot", label: "Company", token: sampleBotToken });
  personal = await agent.connect({ kind: "chatapp_user", label: "Personal", token: SECOND_TOKEN });
});

/** Runs a model that posts once, through the account given or the only one that fits. */
async function runPost(more: RunOptions, args: object = {}) {
  const message = { channel: "C0GENERAL", text: "The engine is ready.", ...args };
  const calls = [{ name: "chatapp_post_channel", arguments: JSON.stringify(message) }];
  agent.turns({ calls }, { text: "Done." });
  const { chunks } = await agent.run(PROMPT, more);
  return chunks.find(({ type }) => type === "tool_result");
}

test("a run uses the account that its request chose, of several that fit", async () => {
  expect(await runPost({})).toMatchObject({ is_error: true, error_code: "validation" });
  for (const id of [personal, company])
    expect(await runPost({ credential_ids: [id] })).toMatchObject({ is_error: false, credential: { id } });
});

test("the model learns of the chosen accounts only, and can use no other", async () => {
  const result = await runPost({ credential_ids: [personal.toUpperCase()] }, { credential_id: company });
  expect(result).toMatchObject({ is_error: true, error_code: "authentication" });
  const [asked] = agent.asked();
  expect(asked?.system).toContain(personal);
  expect(asked?.system).not.toContain(company);
});

test("a run resumed after approval uses the chosen account, which the approval shows", async () => {
  await agent.setPolicy({ approval: { chatapp_post_channel: "always" } });
  const waiting = await runPost({ credential_ids: [personal] });
  expect(waiting).toMatchObject({ is_error: true, error_code: "approval_required" });
  const { key } = await agent.newKey({ scopes: ["approvals:grant"] });
  const { json } = await agent.call("GET", "/api/v1/approvals?status=waiting", { key });
  const [{ id, credential }] = json.items as [{ id: string; credential: object }];
  expect(credential).toMatchObject({ id: personal, label: "Personal" });
  await agent.call("POST", `/api/v1/approvals/${id}`, { key, body: { decision: "approve" } });
  const resumed = await agent.call("POST", "/api/v1/agent/stream", { body: { resume: id } });
  expect(resumed.text).toContain('"label":"Personal"');
});

test("an account that does not exist, or is another tenant's, is refused before the run begins", async () => {
  const other = (await agent.createTenant("other")).apiKey.reveal();
  const foreign = await agent.connect({ kind: "chatapp_bot", label: "Theirs", token: sampleBotToken }, other);
  for (const id of [foreign, "00000000-0000-4000-8000-000000000000"]) {
    const asked = { messages: [{ role: "user", content: PROMPT }], credential_ids: [company, id] };
    const { status, json } = await agent.call("POST", "/api/v1/agent/stream", { body: asked });
    expect([status, json.errors]).toEqual([
      400,
      [{ path: "credential_ids.1", message: "is not the id of a credential" }],
    ]);
  }
  expect(agent.asked()).toEqual([]);
});
