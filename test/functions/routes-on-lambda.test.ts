import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { createStreamingHandler } from "../../packages/functions/runtime/streaming.ts";
import { startServiceUnderTest, type TestTenant } from "../support/service-under-test.ts";
import { startedForFile } from "../support/started.ts";
import { fakeLambda, invoke } from "./fake-lambda.ts";

const underTest = startedForFile(startServiceUnderTest);
let tenant: TestTenant;
let authorization: { authorization: string[] };

beforeAll(async () => {
  tenant = await underTest.createTenant("on Lambda");
  authorization = { authorization: [`Bearer ${tenant.apiKey.reveal()}`] };
});

function handler() {
  const { service } = underTest;
  const app = createApp(service, createRoutes(service));
  return createStreamingHandler({ app: () => app, logger: service.logger, runtime: fakeLambda });
}

function post(path: string, body: string | Buffer, headers: Record<string, string[]> = {}) {
  const json = { "content-type": ["application/json"] };
  return invoke(handler(), {
    method: "POST",
    path,
    body,
    headers: { ...json, ...authorization, ...headers },
  });
}

describe("the routes on Lambda", () => {
  it("stream a run as server-sent events", async () => {
    const messages = [{ role: "user", content: "Who is Ada Lovelace, the mathematician?" }];
    const { metadata, body, ends } = await post("/api/v1/agent/stream", JSON.stringify({ messages }));
    expect(metadata).toMatchObject({
      statusCode: 200,
      headers: { "content-type": "text/event-stream; charset=utf-8" },
    });
    const types = [...body.matchAll(/^event: (\w+)$/gm)].map(([, type]) => type);
    expect(types).toEqual(["start", "tool_use", "tool_result", "text_delta", "done"]);
    expect(ends).toBe(1);
  });

  it("answer an ungrounded run as a problem, not as a stream", async () => {
    const messages = [{ role: "user", content: "Write a limerick about a teapot." }];
    const { metadata, body } = await post("/api/v1/agent/stream", JSON.stringify({ messages }));
    expect(metadata).toMatchObject({
      statusCode: 503,
      headers: { "content-type": "application/problem+json" },
    });
    expect(JSON.parse(body)).toMatchObject({ error_code: "model_not_configured" });
  });

  it("take a body in base64 as it was", async () => {
    const credential = { kind: "chatapp_bot", label: "Zürich", token: "xoxb-1" };
    const { metadata, body } = await post("/api/v1/credentials", Buffer.from(JSON.stringify(credential)));
    expect(metadata.statusCode).toBe(201);
    expect(JSON.parse(body)).toMatchObject({ label: "Zürich" });
  });

  it("take an id from the path and values from the query", async () => {
    const path = "/api/v1/credentials/00000000-0000-4000-8000-000000000000";
    const missing = await invoke(handler(), { path, headers: authorization });
    expect(missing.metadata.statusCode).toBe(404);
    const query = { kind: ["notes"], limit: ["1"] };
    const list = await invoke(handler(), { path: "/api/v1/credentials", query, headers: authorization });
    expect(JSON.parse(list.body)).toEqual({ items: [], next_cursor: null });
    const twice = { limit: ["1", "2"] };
    const refused = await invoke(handler(), {
      path: "/api/v1/credentials",
      query: twice,
      headers: authorization,
    });
    expect(refused.metadata.statusCode).toBe(400);
  });

  it.each([
    ["text", "x".repeat(2_000_000)],
    ["base64", Buffer.alloc(2_000_000, "x")],
  ])("refuse a body of 2 MB that came as %s", async (_form, body) => {
    const refused = await post("/api/v1/tools/http_post_json", body);
    expect(refused.metadata.statusCode).toBe(413);
    expect(JSON.parse(refused.body)).toMatchObject({ error_code: "body_too_large" });
  });

  it("refuse an unknown caller, path and method in their own words", async () => {
    const stranger = await invoke(handler(), { path: "/api/v1/tools" });
    expect(stranger.metadata).toMatchObject({
      statusCode: 401,
      headers: { "www-authenticate": expect.any(String) },
    });
    const nowhere = await invoke(handler(), { path: "/api/v1" });
    expect(JSON.parse(nowhere.body)).toMatchObject({ error_code: "not_found" });
    const method = await invoke(handler(), { method: "PUT", path: "/api/v1/tools" });
    expect(method.metadata).toMatchObject({ statusCode: 405, headers: { allow: "GET" } });
  });

  it("answer HEAD without a body", async () => {
    const { metadata, body } = await invoke(handler(), { method: "HEAD", path: "/healthz" });
    expect([metadata.statusCode, body]).toEqual([200, ""]);
  });
});
