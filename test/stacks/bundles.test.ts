import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { handler as deliverHandler } from "../../packages/functions/handlers/deliver.ts";
import type { handler as pollHandler } from "../../packages/functions/handlers/poll.ts";
import type { handler as tickHandler } from "../../packages/functions/handlers/tick.ts";
import type { StreamingHandler } from "../../packages/functions/runtime/streaming.ts";
import type { FunctionName } from "../../stacks/routes.ts";
import { fakeLambda, invoke } from "../functions/fake-lambda.ts";
import { startServiceUnderTest } from "../support/service-under-test.ts";
import { bundledFunction, bundledHandler, removeBundles } from "./bundled-function.ts";
import { type GatewayMethod, gatewayMethods } from "./gateway-methods.ts";
import { NAMES, ROUTED, stageFunctions } from "./stage-functions.ts";
import type { SynthesisedApp } from "./synthesised-app.ts";
import { synthesisedStage } from "./synthesised-stage.ts";

let app: SynthesisedApp;
let methods: GatewayMethod[];
/** Every route of the service, `METHOD /path/{id}`. */
let served: string[];

beforeAll(async () => {
  app = await synthesisedStage("dev");
  methods = gatewayMethods(app);
  const { service, close } = await startServiceUnderTest();
  served = createRoutes(service).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  await close();
});

afterAll(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await removeBundles();
});

describe("the bundles", () => {
  const handlers = new Map<FunctionName, StreamingHandler>();
  let formatsAtStart: number;

  beforeAll(async () => {
    vi.stubGlobal("awslambda", fakeLambda);
    vi.stubEnv("AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED", "true");
    const environment = {
      STAGE: "test",
      AWS_REGION: "eu-central-1",
      TABLE_NAME: "t",
      KEY_TABLE_NAME: "k",
      TENANT_DATA_KEY_ARN: "k",
      FEED_QUEUE_URL: "https://queue.invalid/1/feed",
      INBOX_QUEUE_URL: "https://queue.invalid/1/inbox",
      DELIVERY_QUEUE_URL: "https://queue.invalid/1/delivery",
      LOG_LEVEL: "error",
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    const formatted = vi.spyOn(Number.prototype, "toLocaleString");
    for (const name of ROUTED) handlers.set(name, await bundledHandler(name));
    formatsAtStart = formatted.mock.calls.length;
    formatted.mockRestore();
    // Bundling them takes half a minute, and several times that on a busy machine.
  }, 240_000);

  it("format no number when they are loaded, because the first one loads ICU's formats", () => {
    expect(formatsAtStart).toBe(0);
  });

  /** Asks the function that the template has for a method and path. */
  async function ask(method: string, path: string, templateMethod = method, templatePath = path) {
    const found = methods.find((one) => one.method === templateMethod && one.path === templatePath);
    const functions = stageFunctions(app);
    const name = ROUTED.find((one) => functions(one).id === found?.functionId);
    const handler = name && handlers.get(name);
    if (!handler) throw new Error(`No function is behind ${templateMethod} ${templatePath}.`);
    const { metadata, body, failure } = await invoke(handler, { method, path: path.replace(/[{}]/g, "") });
    expect(failure).toBeUndefined();
    return { status: metadata.statusCode, body: body.startsWith("{") ? JSON.parse(body) : body };
  }

  it("answer what is public, and ask for a key on every other route", async () => {
    const signIn = ["/approve/{id}"];
    const open = [
      "/",
      "/healthz",
      "/openapi.json",
      "/llms.txt",
      "/docs",
      "/.well-known/oauth-protected-resource/mcp",
    ];
    // Pages for whoever has a link or comes back from a provider: without either there is nothing.
    const pages = ["/connect/{token}", "/oauth/callback"];
    const byRoute: Record<string, number> = {
      "GET /docs/{page}": 404,
      "GET /console/{file}": 404,
      "POST /api/v1/visit": 415,
      "GET /api/v1/visit": 200,
      "DELETE /api/v1/visit": 204,
    };
    for (const route of served) {
      const [method = "", path = ""] = route.split(" ");
      const expected = open.includes(path)
        ? { status: 200 }
        : route in byRoute
          ? { status: byRoute[route] }
          : path === "/approve/sign-in"
            ? { status: 404, body: expect.stringContaining("only supports signing in with a key") }
            : signIn.includes(path)
              ? { status: method === "GET" ? 200 : 303 }
              : pages.includes(path)
                ? { status: 404, body: expect.stringContaining("This link does not work") }
                : { status: 401, body: { error_code: "unauthenticated" } };
      expect({ route, ...(await ask(method, path)) }).toMatchObject({ route, ...expected });
    }
  });

  it("answer a wrong method with 405 on every path that has routes", async () => {
    for (const path of new Set(served.map((route) => route.split(" ")[1] ?? ""))) {
      const wrong = served.includes(`PUT ${path}`) ? "DELETE" : "PUT";
      expect({ path, ...(await ask(wrong, path, "ANY")) }).toMatchObject({ path, status: 405 });
    }
  });

  it("answer 404 where there is nothing", async () => {
    for (const path of ["/api", "/api/v1", "/console"])
      expect(await ask("GET", path, "ANY")).toMatchObject({ status: 404 });
    expect(await ask("GET", "/api/v2/x", "ANY", "/{proxy+}")).toMatchObject({ status: 404 });
  });

  it("serve their own routes alone", async () => {
    for (const name of ROUTED.filter((other) => other !== "health")) {
      const handler = handlers.get(name);
      if (!handler) throw new Error(`No bundle of ${name}.`);
      const { metadata } = await invoke(handler, { path: "/healthz" });
      expect([name, metadata.statusCode]).toEqual([name, 404]);
    }
  });

  it("of the clock and the queues refuse events that are not for them", async () => {
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const context = { awsRequestId: "1", getRemainingTimeInMillis: () => 60_000 };
    const tick = await bundledHandler<typeof tickHandler>("tick");
    await expect(tick({ wheel: "calendar" }, context)).rejects.toThrow("The invocation failed");
    const poll = await bundledHandler<typeof pollHandler>("poll");
    const deliver = await bundledHandler<typeof deliverHandler>("deliver");
    const noBatch = { Records: [{ messageId: "m", body: "{}" }] };
    const answers = [await poll(noBatch, context), await deliver(noBatch, context)];
    written.mockRestore();
    expect(answers).toEqual(Array(2).fill({ batchItemFailures: [{ itemIdentifier: "m" }] }));
  });

  it("that read feeds have the worker beside them", async () => {
    const beside = async (name: FunctionName) =>
      existsSync(join(dirname((await bundledFunction(name)).entry), "feed-worker.js"));
    const withWorker = await Promise.all(NAMES.map(async (name) => ((await beside(name)) ? [name] : [])));
    expect(withWorker.flat().sort()).toEqual(["agent", "mcp", "poll", "tools", "watches"]);
  });
});
