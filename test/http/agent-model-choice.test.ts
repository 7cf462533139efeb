import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeEach, expect, test } from "vitest";
import { modelCall, modelPost, readRun, startAgent } from "./agent-under-test.ts";
import { startedWithTenants } from "./api-under-test.ts";
import { StreamReader } from "./stream-reader.ts";

const STREAM = "/api/v1/agent/stream";
const PROMPT = "Write a limerick about a teapot and post it to C0GENERAL.";
const LAST_WORD = "A teapot is a fine thing to write about.";

const agent = startedWithTenants(() => startAgent({ modelChoices: "small,large" }));
let approver: string;

beforeEach(async () => {
  await agent.connect({ kind: "chatapp_bot", token: sampleBotToken });
  approver = (await agent.newKey({ scopes: ["approvals:grant"] })).key;
  await agent.setPolicy({ approval: { chatapp_post_channel: "always" } });
});

/** The model that each request was sent to, oldest first, without those that ask for destinations. */
const used = () =>
  agent.sandbox.model.requests
    .map((request) => request.json() as { model: string; response_format?: unknown })
    .filter((body) => body.response_format === undefined)
    .map(({ model }) => model);

async function stopped(model: string) {
  agent.turns({ calls: [modelPost("Hello")] }, { text: LAST_WORD });
  const run = await agent.run(PROMPT, { model });
  const [{ approval_id: id = "" } = {}] = run.of("approval_required");
  await agent.call("POST", `/api/v1/approvals/${id}`, { key: approver, body: { decision: "approve" } });
  return { id, runId: run.of("start")[0]?.run_id };
}

async function resume(id: string, { more = {}, fetch = agent.fetch } = {}) {
  const response = await fetch(agent.request("POST", STREAM, { body: { resume: id, ...more } }));
  expect(response.status).toBe(200);
  return readRun(await new StreamReader(response.body).rest());
}

const timelineModel = async (runId: string | undefined) =>
  (await agent.call("GET", `/api/v1/agent/runs/${runId}/timeline`)).json.model;

test("a run is written by the model that it names, or by the first, and reports which", async () => {
  agent.turns({ text: LAST_WORD });
  const runs = [];
  for (const model of ["large", "truthful", undefined, "small"])
    runs.push(await agent.run("Write a limerick about a teapot.", model === undefined ? {} : { model }));
  const expected = ["large", "truthful", "truthful", "small"];
  expect(used()).toEqual(expected);
  expect(runs.map((run) => run.of("start")[0]?.model)).toEqual(expected);
  expect(await timelineModel(runs[0]?.of("start")[0]?.run_id)).toBe("large");
});

test("what a user names for writing is read by the default model, whichever writes", async () => {
  const url = `${agent.sandbox.webhook.url}/in`;
  agent.spans({ write_to: [url] });
  agent.turns({ calls: [modelCall("http_post_json", { url, body: 1 })] }, { text: LAST_WORD });
  const prompt = `Write a limerick about a teapot. ${url} wants it.`;
  await agent.run(prompt, { model: "large", outside_text: ["A page."] });
  expect(used()).toEqual(["large", "large"]);
  const all = agent.sandbox.model.requests.map((request) => Object(request.json()).model);
  expect(new Set(all)).toEqual(new Set(["large", "truthful"]));
});

test("another name is refused with the names that are accepted", async () => {
  const messages = [{ role: "user", content: "hello" }];
  const { status, json } = await agent.call("POST", STREAM, { body: { messages, model: "huge" } });
  expect(status).toBe(400);
  expect(json).toMatchObject({
    detail: expect.stringContaining("send one of truthful, small, large."),
    errors: [{ path: "model", message: "must be one of truthful, small, large" }],
  });
  expect(used()).toEqual([]);
});

test("a UI message names it too, and repeating the request replays its run", async () => {
  agent.turns({ text: LAST_WORD });
  const body = { messages: [{ role: "user", content: "Write a limerick about a teapot." }] };
  const send = (model: string) =>
    agent.fetch(
      agent.request("POST", `${STREAM}?protocol=ui-message`, {
        body: { ...body, model },
        headers: { "idempotency-key": "once" },
      }),
    );
  const first = await (await send("small")).text();
  expect(first).toContain('"model":"small"');
  expect(await (await send("small")).text()).toBe(first);
  expect((await send("large")).status).toBe(409);
  expect(used()).toEqual(["small"]);
});

test("a run that waited resumes with its model, or with another that the request names", async () => {
  const own = await stopped("large");
  expect((await resume(own.id)).of("start")[0]).toMatchObject({ model: "large" });
  expect(used()).toEqual(["large", "large"]);

  agent.sandbox.model.clear();
  const other = await stopped("large");
  const on = await resume(other.id, { more: { model: "small" } });
  expect(on.of("start")[0]).toMatchObject({ model: "small" });
  expect(on.of("start")[0]).not.toHaveProperty("unavailable_model");
  expect(used()).toEqual(["large", "small"]);
  expect(await timelineModel(other.runId)).toBe("small");
});

test("the default model resumes a run whose model is no longer configured, and the run says so", async () => {
  const { id, runId } = await stopped("large");
  const later = { ...agent.service, models: agent.service.models.slice(0, 2) };
  const app = createApp(later, createRoutes(later), agent.metrics);
  const fetch: typeof agent.fetch = (request) =>
    Promise.resolve(app.fetch(request, { baseUrl: "http://plumbline.test" }));
  const run = await resume(id, { fetch });
  expect(run.of("start")[0]).toMatchObject({ model: "truthful", unavailable_model: "large" });
  expect(run.text).toContain(LAST_WORD);
  expect(used()).toEqual(["large", "truthful"]);
  expect(await timelineModel(runId)).toBe("truthful");
});
