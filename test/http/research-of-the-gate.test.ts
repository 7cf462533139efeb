import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";

const api = startedForFile(startAgent);

const PROMPT = "Who was Ada Lovelace?";

/** Research comes first, and the model is not offered the tool. */
async function expectGrounded(key: string): Promise<void> {
  api.clear();
  const { chunks } = await api.run(PROMPT, { call: { key } });
  const [result] = chunks.filter(({ type }) => type === "tool_result");
  expect(result).toMatchObject({ name: "grounded_research", is_error: false });
  const asked = api.asked();
  expect(asked.length).toBeGreaterThan(0);
  for (const { tools } of asked) expect(tools).not.toContain("grounded_research");
}

describe("a prompt that needs research is researched", () => {
  test("for a key whose list of tools leaves grounded_research out", async () => {
    await expectGrounded((await api.newKey({ allowed_tools: ["connections_list"] })).key);
  });

  test("for a key that may only run the agent", async () => {
    const { key } = await api.newKey({ scopes: ["agent"], allowed_tools: [] });
    const { chunks } = await api.run(PROMPT, { call: { key } });
    expect(chunks).toContainEqual(expect.objectContaining({ type: "tool_result", is_error: false }));
  });

  test("under a policy that leaves grounded_research out, in a run and in a completion", async () => {
    await api.call("PUT", "/api/v1/policy", { body: { allowed_tools: ["connections_list"] } });
    await expectGrounded(api.tenant.apiKey.reveal());
    const { status, json } = await api.complete({ prompt: PROMPT });
    expect(status).toBe(200);
    expect(json.outcome).toMatchObject({ ok: true });
    const called = await api.call("POST", "/api/v1/tools/grounded_research", {
      body: { arguments: { query: PROMPT } },
    });
    expect(called.status).toBe(403);
    await api.call("PUT", "/api/v1/policy", { body: {} });
  });
});
