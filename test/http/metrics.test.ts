import { Secret } from "@plumbline/core/access/secret.ts";
import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { modelSandboxKey } from "@plumbline/sandbox/model/model.ts";
import { describe, expect, test } from "vitest";
import { readExposition, sampleValue } from "../support/exposition.ts";
import { startedForEach } from "../support/started.ts";
import { startAgent } from "./agent-under-test.ts";
import { readAnswer } from "./api-under-test.ts";

const PROMPT = "Write a limerick about a teapot.";

const agent = startedForEach(startAgent);

const scrape = () => agent.call("GET", "/metrics", { key: agent.operatorKey });

describe("GET /metrics", () => {
  test("shows an operator what was counted, as Prometheus reads it", async () => {
    await agent.call("POST", "/api/v1/tools/connections_list", { body: { arguments: {} } });
    const { status, headers, text } = await scrape();
    expect([status, headers.get("content-type")]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
    const labels = { tool: "connections_list", outcome: "ok", tenant_id: agent.tenant.caller.tenantId };
    expect(readExposition(text).get("plumbline_calls_total")).toMatchObject({
      type: "counter",
      samples: [{ labels, value: 1 }],
    });
  });

  test("is the operator's alone, and takes nothing that it does not know", async () => {
    const refusals = [
      await agent.call("GET", "/metrics", { key: null }),
      await agent.call("GET", "/metrics"),
      await agent.call("GET", "/metrics?name[]=up", { key: agent.operatorKey }),
      await agent.call("POST", "/metrics", { key: agent.operatorKey, body: {} }),
    ];
    expect(refusals.map(({ status }) => status)).toEqual([401, 403, 400, 405]);
    for (const { text } of refusals) expect(text).not.toContain("plumbline_");
  });

  test("is no route of a platform that has no registry", async () => {
    const app = createApp(agent.service, createRoutes(agent.service));
    const answer = await app.fetch(agent.request("GET", "/metrics", { key: agent.operatorKey }));
    expect(await readAnswer(answer)).toMatchObject({ status: 404, json: { error_code: "not_found" } });
  });
});

describe("tokens of the model", () => {
  test("of every turn of a run are those that the run tells", async () => {
    agent.turns({ calls: [{ name: "connections_list", arguments: "{}" }] }, { text: "Done." });
    const { done } = await agent.run(PROMPT);
    expect(done.usage.input_tokens).toBeGreaterThan(0);
    const { text } = await scrape();
    const labels = { tenant_id: agent.tenant.caller.tenantId };
    for (const [direction, tokens] of [
      ["in", done.usage.input_tokens],
      ["out", done.usage.output_tokens],
    ] as const)
      expect(sampleValue(text, "plumbline_model_tokens_total", { ...labels, direction })).toBe(tokens);
  });

  test("of a completion are counted, too", async () => {
    expect((await agent.complete({ prompt: PROMPT })).status).toBe(200);
    const labels = { direction: "out", tenant_id: agent.tenant.caller.tenantId };
    expect(sampleValue((await scrape()).text, "plumbline_model_tokens_total", labels)).toBeGreaterThan(0);
  });
});

describe("hostile words", () => {
  test("of a model, for a tool, are in no label", async () => {
    const name = 'no_such_tool"} 1\n';
    agent.turns(
      { calls: [{ name, arguments: JSON.stringify({ token: "xoxb-secret-value" }) }] },
      { text: "Done." },
    );
    await agent.run(PROMPT);
    const { text } = await scrape();
    expect(text).not.toMatch(/no_such_tool|xoxb|teapot/);
    expect(sampleValue(text, "plumbline_calls_total")).toBe(0);
    expect(sampleValue(text, "plumbline_model_tokens_total")).toBeGreaterThan(0);
  });

  test("in the name of the operator's model are escaped", async () => {
    const id = 'odd"\\\n} 1';
    const baseUrl = agent.sandbox.model.apiUrl;
    const apiKey = new Secret(modelSandboxKey);
    const other = await startAgent({ model: { provider: "openai-compatible", id, baseUrl, apiKey } });
    agent.turns({ text: "Done." });
    await other.run(PROMPT);
    const { text } = await other.call("GET", "/metrics", { key: other.operatorKey });
    await other.close();
    expect(sampleValue(text, "plumbline_model_tokens_total", { model: id })).toBeGreaterThan(0);
    expect(text).not.toContain(modelSandboxKey);
  });
});
