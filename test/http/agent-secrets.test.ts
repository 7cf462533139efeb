import { beforeEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { modelCall, startAgent } from "./agent-under-test.ts";

const PROMPT = "Write a limerick about a teapot.";

const agent = startedForFile(startAgent);

beforeEach(() => agent.clear());

const hook = (number: number, more: object = {}) =>
  modelCall("http_post_json", { url: `${agent.sandbox.webhook.url}/${number}`, body: { number }, ...more });
const DONE = { text: "Done." };

describe("a secret argument", () => {
  const TOKEN = "s3cret-of-the-webhook";

  test("is shown in no chunk", async () => {
    agent.turns({ calls: [hook(1, { bearer_token: TOKEN })] }, DONE);
    const run = await agent.run(PROMPT);
    expect(run.of("tool_use")[0]?.arguments).toMatchObject({
      bearer_token: "[redacted]",
      body: { number: 1 },
    });
    expect(agent.sandbox.webhook.requests[0]?.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(JSON.stringify(run.chunks)).not.toContain(TOKEN);
    expect(JSON.stringify(agent.logged)).not.toContain(TOKEN);
  });

  test.each([
    ["half an object", `{"bearer_token":"${TOKEN}","url"`],
    ["an object within a text", JSON.stringify(JSON.stringify({ bearer_token: TOKEN }))],
    ["a list", JSON.stringify([{ bearer_token: TOKEN }])],
    ["wrong beside it", JSON.stringify({ bearer_token: TOKEN, url: 7 })],
    ["of the wrong type", JSON.stringify({ bearer_token: { TOKEN }, url: "https://a.example", body: 1 })],
  ])("is shown in none of a malformed call either: %s", async (_what, args) => {
    agent.turns({ calls: [{ name: "http_post_json", arguments: args }] }, DONE);
    const run = await agent.run(PROMPT);
    expect(run.of("tool_result")[0]).toMatchObject({ is_error: true, error_code: "validation" });
    expect(JSON.stringify(run.chunks)).not.toContain(TOKEN);
    expect(JSON.stringify(agent.logged)).not.toContain(TOKEN);
  });

  test("is hidden in a call of a tool that does not exist", async () => {
    agent.turns({ calls: [modelCall("send_anything", { password: TOKEN })] }, DONE);
    expect(JSON.stringify((await agent.run(PROMPT)).chunks)).not.toContain(TOKEN);
  });
});
