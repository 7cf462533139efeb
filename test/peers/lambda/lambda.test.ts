import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { STAGE } from "@plumbline/core/records/record-state.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bundleFunction, bundleHandler } from "../../../stacks/bundle-function.ts";
import type { FunctionName } from "../../../stacks/routes.ts";
import { gatewayEvent, type SimpleRequest } from "../../functions/gateway-events.ts";
import { type LambdaProcess, lambdaRuntimeFiles, startLambda } from "./lambda-process.ts";
import type { RuntimeAnswer } from "./runtime-api.ts";
import { type StageUnderTest, startStage } from "./stage-under-test.ts";

/** undici drops a connection that was idle for this long. */
const KEEP_ALIVE_MS = 4_000;
const ERROR_TYPE = "lambda-runtime-function-error-type";
const ERROR_BODY = "lambda-runtime-function-error-body";

let folder: string;
let stage: StageUnderTest;
let processes: LambdaProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-lambda-"));
  stage = await startStage();
  await Promise.all(
    (["tools", "agent", "poll"] as const).map((name) => bundleFunction(name, join(folder, name))),
  );
  await bundleHandler("test/peers/lambda/broken-handler.ts", join(folder, "broken"));
});

beforeEach(() => {
  for (const server of [stage.kms, stage.sandbox.chatapp]) server.clear();
});

afterEach(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  processes = [];
});

afterAll(async () => {
  await stage?.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(name: FunctionName, environment: Readonly<Record<string, string>> = {}) {
  return run(name, `packages/functions/handlers/${name}.handler`, environment);
}

async function run(bundle: string, handler: string, environment: Readonly<Record<string, string>> = {}) {
  const files = lambdaRuntimeFiles();
  if (!files) throw new Error("LAMBDA_RUNTIME must name the folder where .ci/run installs aws-lambda-ric.");
  const options = { files, folder: join(folder, bundle), handler };
  const started = await startLambda({ ...options, environment: { ...stage.environment, ...environment } });
  processes.push(started);
  return started;
}

function request(method: string, path: string, body?: unknown): SimpleRequest {
  const headers = { "content-type": ["application/json"], authorization: [stage.authorization] };
  return { method, path, headers, body: body === undefined ? null : JSON.stringify(body) };
}

/** A call of a conversation of its own: the run above read outside text, and marked what its key does. */
function post(text: string) {
  const call = { arguments: { channel: "C0GENERAL", text } };
  const { headers, ...asked } = request("POST", "/api/v1/tools/chatapp_post_channel", call);
  return gatewayEvent({ ...asked, headers: { ...headers, "x-conversation-id": [`posts-${text}`] } });
}

/** An answer as API Gateway takes it apart: JSON, eight NUL bytes, the body. */
function read({ body }: RuntimeAnswer) {
  const end = body.indexOf(Buffer.alloc(8));
  if (end === -1) throw new Error(`There is no metadata in: ${body}`);
  return {
    metadata: JSON.parse(body.subarray(0, end).toString("utf8")),
    text: body.subarray(end + 8).toString("utf8"),
  };
}

describe("a function that streams", () => {
  it("sends metadata, eight NUL bytes and the body", async () => {
    const tools = await start("tools");
    const answer = await tools.invoke(gatewayEvent(request("GET", "/api/v1/tools")));
    expect(answer).toMatchObject({
      mode: "streaming",
      contentType: "application/vnd.awslambda.http-integration-response",
      trailers: {},
    });
    const { metadata, text } = read(answer);
    expect(metadata).toMatchObject({ statusCode: 200, headers: { "content-type": "application/json" } });
    expect(JSON.parse(text).items).toContainEqual(expect.objectContaining({ name: "chatapp_post_channel" }));
  });

  it("sends a run's events while they come", async () => {
    const agent = await start("agent");
    const messages = [{ role: "user", content: "Who is Ada Lovelace, the mathematician?" }];
    const answer = await agent.invoke(gatewayEvent(request("POST", "/api/v1/agent/stream", { messages })));
    const { metadata, text } = read(answer);
    expect(metadata).toMatchObject({
      statusCode: 200,
      headers: { "content-type": "text/event-stream; charset=utf-8" },
    });
    expect(text.match(/^event: \w+$/gm)?.at(-1)).toBe("event: done");
    expect(answer.chunks.filter(({ bytes }) => bytes.includes("event: ")).length).toBeGreaterThan(3);
  });

  it("answers what fails before the first byte as a problem", async () => {
    const tools = await start("tools", { TABLE_NAME: "" });
    const answer = await tools.invoke(post("never"));
    const { metadata, text } = read(answer);
    expect(metadata).toMatchObject({
      statusCode: 500,
      headers: { "content-type": "application/problem+json" },
    });
    expect(JSON.parse(text)).toMatchObject({ error_code: "internal" });
    expect(answer.trailers).toEqual({});
    expect(tools.printed().join("\n")).toContain("TABLE_NAME");
  });

  it("marks what breaks off after the first byte by trailers, without the error's message", async () => {
    const broken = await run("broken", "test/peers/lambda/broken-handler.handler");
    const answer = await broken.invoke(gatewayEvent({ path: "/application%2Fjson" }));
    expect(read(answer)).toMatchObject({ metadata: { statusCode: 200 }, text: "first bytes" });
    expect(answer.trailers[ERROR_TYPE]).toBe("Error");
    const told = Buffer.from(answer.trailers[ERROR_BODY] ?? "", "base64").toString("utf8");
    expect(told).toContain("The response was cut off after its first byte.");
    expect(told + broken.printed().join("\n")).not.toContain("may hold anything");
  });

  it("ends an event stream that breaks off with an event that says so", async () => {
    const broken = await run("broken", "test/peers/lambda/broken-handler.handler");
    const answer = await broken.invoke(gatewayEvent({ path: "/text%2Fevent-stream" }));
    expect(read(answer).text).toMatch(
      /^first bytes\n\nevent: error\ndata: \{.*"error_code":"internal".*\}\n\n$/,
    );
    expect(answer.trailers).toEqual({});
    const again = await broken.invoke(gatewayEvent({ path: "/text%2Fevent-stream" }));
    expect(read(again).metadata.statusCode).toBe(200);
  });
});

describe("a function of a queue", () => {
  it("answers in one piece which messages are to come again", async () => {
    const poll = await start("poll");
    const answer = await poll.invoke({ Records: [{ messageId: "m", body: "{}" }] });
    expect(answer).toMatchObject({ mode: "buffered", error: undefined });
    expect(JSON.parse(answer.body.toString("utf8"))).toEqual({
      batchItemFailures: [{ itemIdentifier: "m" }],
    });
  });

  it("fails as a whole without saying more than its log line", async () => {
    const poll = await start("poll", { TABLE_NAME: "" });
    const { mode, error } = await poll.invoke({ Records: [] });
    expect([mode, error?.errorMessage]).toEqual(["buffered", "The invocation failed. See its log line."]);
  });
});

describe("two invocations of one process", () => {
  it("share one connection, the stage's key and one data key", async () => {
    const tools = await start("tools");
    const before = stage.chatappRelay.opened();
    for (const text of ["first", "second"]) {
      const { metadata, text: result } = read(await tools.invoke(post(text)));
      expect({ status: metadata.statusCode, ...JSON.parse(result) }).toMatchObject({ status: 200, ok: true });
    }
    expect(stage.sandbox.chatapp.requests).toHaveLength(2);
    expect(stage.chatappRelay.opened() - before).toBe(1);
    expect(stage.kms.requests.map((asked) => asked.json())).toEqual([
      expect.objectContaining({ EncryptionContext: expect.objectContaining({ tenant_id: STAGE }) }),
      expect.objectContaining({ EncryptionContext: expect.objectContaining({ tenant_id: stage.tenantId }) }),
    ]);
  });

  it.each(["closeConnections", "forgetConnections"] as const)(
    "frozen in between, while the other side does %s, send each post exactly once",
    async (loseConnections) => {
      const tools = await start("tools");
      expect(JSON.parse(read(await tools.invoke(post("before"))).text)).toMatchObject({ ok: true });
      await tools.idle();
      tools.freeze();
      await sleep(KEEP_ALIVE_MS + 500);
      const connections = stage.chatappRelay.opened();
      for (const relay of [stage.chatappRelay, stage.tableRelay]) relay[loseConnections]();
      // Given out while it sleeps, so that the event and what became of the connections wait for it side by
      // side.
      const answer = tools.invoke(post("after"));
      await sleep(100);
      tools.thaw();
      const result = JSON.parse(read(await answer).text);
      expect(result).toMatchObject({ ok: true, attempts: 1 });
      expect(result.outcome_unknown).toBeUndefined();
      const posted = stage.sandbox.chatapp.requests.map(({ body }) => body.includes("after"));
      expect(posted).toEqual([false, true]);
      expect(stage.chatappRelay.opened() - connections).toBe(1);
      const events = tools.printed().map((line) => JSON.parse(line).event);
      expect(events).toEqual(expect.arrayContaining(["cold_start", "connections_renewed"]));
    },
  );
});
