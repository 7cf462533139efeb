import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTableInput } from "@plumbline/aws/dynamodb/table.ts";
import type { StreamingHandler } from "@plumbline/functions/lambda-runtime.ts";
import type { handler as pollHandler } from "@plumbline/functions/poll.ts";
import type { handler as tickHandler } from "@plumbline/functions/tick.ts";
import { allRoutes } from "@plumbline/http/all-routes.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { permissions } from "../../stacks/permissions.ts";
import { type FunctionName, GATEWAY_ROUTES } from "../../stacks/routes.ts";
import { checkStage, removalPolicy } from "../../stacks/stage.ts";
import { fakeLambda, invoke } from "../functions/fake-lambda.ts";
import { startServiceUnderTest } from "../support/service-under-test.ts";
import { type GatewayMethod, gatewayMethods } from "./gateway-methods.ts";
import { type Resource, type SynthesisedApp, synthesise } from "./synthesised-app.ts";

/** SST's own function for custom resources, one a stack; nothing of ours calls it. */
const SST_HANDLER = /^CustomResourceHandler/;
const ROUTED = [...new Set(GATEWAY_ROUTES.map(({ function: name }) => name))];
const NAMES: readonly FunctionName[] = [...ROUTED, "tick", "poll"];

let folder: string;
let app: SynthesisedApp;
let methods: GatewayMethod[];
/** Every route of the service, `METHOD /path/{id}`. */
let served: string[];

beforeAll(async () => {
  vi.stubEnv("SEARCH_A_API_KEY", "key-a");
  vi.stubEnv("JSII_DEPRECATED", "quiet"); // as SST's own command does: its constructs use what CDK deprecates
  folder = await mkdtemp(join(tmpdir(), "plumbline-synthesis-"));
  app = await synthesise("test", folder);
  methods = gatewayMethods(app);
  const { service, close } = await startServiceUnderTest();
  served = allRoutes(service).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  await close();
}, 60_000);

afterAll(async () => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await rm(folder, { recursive: true, force: true });
});

/** Our functions by name: `Research45C4ADF7` is `research`. */
function functions(): Map<FunctionName, { id: string; resource: Resource }> {
  const all = [...app.resources("AWS::Lambda::Function")].filter(([id]) => !SST_HANDLER.test(id));
  return new Map(
    all.map(([id, resource]) => {
      const name = NAMES.find(
        (known) => resource.Properties.Handler === `packages/functions/${known}.handler`,
      );
      if (name === undefined) throw new Error(`${id} is a function of no known name.`);
      return [name, { id, resource }];
    }),
  );
}

describe("the API", () => {
  it("has every route of the service, and no other", () => {
    const explicit = methods
      .filter(({ method }) => method !== "ANY")
      .map(({ method, path }) => `${method} ${path}`);
    expect(explicit.sort()).toEqual([...served].sort());
  });

  it("sends what is no route to a function too, on every path", () => {
    const any = methods.filter(({ method }) => method === "ANY").map(({ path }) => path);
    const all = [...new Set(methods.map(({ path }) => path))];
    expect(any.sort()).toEqual(all.sort());
    expect(any).toEqual(expect.arrayContaining(["/", "/{proxy+}", "/api/v1"]));
    const resources = app.resources("AWS::ApiGateway::Resource").size;
    expect(all).toHaveLength(resources + 1);
  });

  it("streams every answer", () => {
    for (const { integration, uri, functionId } of methods) {
      expect(integration).toMatchObject({
        Type: "AWS_PROXY",
        IntegrationHttpMethod: "POST",
        ResponseTransferMode: "STREAM",
        TimeoutInMillis: 900_000,
      });
      expect(uri).toBe(
        `arn:<AWS::Partition>:apigateway:<AWS::Region>:lambda:path/2021-11-15/functions/<${functionId}.Arn>/response-streaming-invocations`,
      );
    }
  });

  it("is regional and may call each function", () => {
    const [api] = [...app.resources("AWS::ApiGateway::RestApi").values()];
    expect(api?.Properties.EndpointConfiguration).toEqual({ Types: ["REGIONAL"] });
    const callers = [...app.resources("AWS::Lambda::Permission").values()]
      .map(({ Properties }) => Properties)
      .filter(({ Principal }) => Principal !== "events.amazonaws.com");
    const arns = ROUTED.map((name) => ({ "Fn::GetAtt": [functions().get(name)?.id, "Arn"] }));
    expect(callers.map(({ FunctionName }) => FunctionName)).toEqual(expect.arrayContaining(arns));
    expect(callers).toHaveLength(arns.length);
    for (const { Action, Principal, SourceArn } of callers) {
      expect([Action, Principal]).toEqual(["lambda:InvokeFunction", "apigateway.amazonaws.com"]);
      expect(JSON.stringify(SourceArn)).toContain("execute-api");
    }
  });
});

describe("the functions", () => {
  it.each(NAMES)("%s runs on Node 24, arm64, with a log group of its own that is kept a month", (name) => {
    const { Properties } = functions().get(name)?.resource ?? {};
    expect(Properties).toMatchObject({ Runtime: "nodejs24.x", Architectures: ["arm64"] });
    const logGroup = Object(Properties?.LoggingConfig).LogGroup.Ref;
    expect(app.resources("AWS::Logs::LogGroup").get(logGroup)?.Properties.RetentionInDays).toBe(30);
  });

  it.each(NAMES)("%s is given the stage's resources and the settings it uses", (name) => {
    const { Properties } = functions().get(name)?.resource ?? {};
    const { Variables } = Object(Properties?.Environment);
    expect(Variables).toMatchObject({
      STAGE: "test",
      TABLE_NAME: expect.anything(),
      TENANT_DATA_KEY_ARN: expect.anything(),
    });
    const searches = ["research", "agent", "tools", "mcp"].includes(name);
    expect(Variables.SEARCH_A_API_KEY).toBe(searches ? "key-a" : undefined);
  });

  it.each(NAMES)("%s may do what stacks/permissions.ts says, and report traces", (name) => {
    const { Properties } = functions().get(name)?.resource ?? {};
    const roleId = Object(Properties?.Role)["Fn::GetAtt"][0];
    expect(app.resources("AWS::IAM::Role").get(roleId)?.Properties.ManagedPolicyArns).toBeUndefined();
    const policies = [...app.resources("AWS::IAM::Policy").values()].filter(({ Properties: { Roles } }) =>
      JSON.stringify(Roles).includes(`"${roleId}"`),
    );
    const statements = policies.flatMap(
      ({ Properties: { PolicyDocument } }) => Object(PolicyDocument).Statement,
    );
    const expected = permissions(name, {
      stage: "test",
      tableArn: "t",
      keyArn: "k",
      queueArns: ["f", "i"],
      logGroupArn: "l",
      modelArns: [],
    });
    expect(statements.map(({ Action }) => [Action].flat())).toEqual([
      ...expected.map(({ actions }) => actions),
      // X-Ray knows no resources (docs.aws.amazon.com/service-authorization/latest/reference/list_awsx-ray.html).
      ["xray:PutTraceSegments", "xray:PutTelemetryRecords"],
    ]);
    expect(statements.map(({ Resource }) => (Resource === "*" ? "*" : "one"))).toEqual([
      ...expected.map(() => "one"),
      "*",
    ]);
    expect(JSON.stringify(statements.map(({ Action }) => Action))).not.toContain("*");
  });

  it("are the only ones with rights, beside SST's own handler", () => {
    const withManaged = [...app.resources("AWS::IAM::Role")].filter(
      ([, role]) => role.Properties.ManagedPolicyArns,
    );
    // SST makes it in every stack; the managed policy lets it write logs, and nothing attaches more to it.
    expect(withManaged.every(([id]) => SST_HANDLER.test(id))).toBe(true);
    expect(app.resources("AWS::IAM::Policy").size).toBe(NAMES.length);
  });
});

describe("watches", () => {
  const WHEELS = ["feed", "inbox"];
  const propertiesOf = (type: string) =>
    [...app.resources(type).values()].map(({ Properties }) => Properties);
  const arnOf = (id: string | undefined) => ({ "Fn::GetAtt": [id, "Arn"] });
  /** Ids of the queues that polls are taken from, those of feeds first. */
  const pollQueues = () =>
    [...app.resources("AWS::SQS::Queue")].filter(([, { Properties }]) => Properties.RedrivePolicy);

  it("have a queue a wheel, and behind it one for what fails five times, kept for two weeks", () => {
    expect(pollQueues()).toHaveLength(2);
    const timeout = Number(functions().get("poll")?.resource.Properties.Timeout);
    for (const [, { Properties }] of pollQueues()) {
      const { VisibilityTimeout, RedrivePolicy } = Properties;
      expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * timeout);
      const { deadLetterTargetArn, maxReceiveCount } = Object(RedrivePolicy);
      expect(maxReceiveCount).toBe(5);
      const behind = app.resources("AWS::SQS::Queue").get(deadLetterTargetArn["Fn::GetAtt"][0]);
      expect(behind?.Properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
    }
  });

  it("have queues that are encrypted, and closed to who does not come over TLS", () => {
    const queues = [...app.resources("AWS::SQS::Queue")];
    expect(queues).toHaveLength(5);
    const policies = propertiesOf("AWS::SQS::QueuePolicy");
    for (const [id, { Properties }] of queues) {
      expect(Properties.SqsManagedSseEnabled).toBe(true);
      const [policy] = policies.filter(
        ({ Queues }) => JSON.stringify(Queues) === JSON.stringify([{ Ref: id }]),
      );
      expect(Object(policy?.PolicyDocument).Statement).toContainEqual(
        expect.objectContaining({
          Action: "sqs:*",
          Effect: "Deny",
          Condition: { Bool: { "aws:SecureTransport": "false" } },
        }),
      );
    }
  });

  it("are ticked every minute, each wheel by a rule of its own that may call the tick alone", () => {
    const tick = arnOf(functions().get("tick")?.id);
    const rules = [...app.resources("AWS::Events::Rule")];
    const targets = rules.map(([, { Properties }]) => {
      expect(Properties).toMatchObject({ ScheduleExpression: "rate(1 minute)", State: "ENABLED" });
      return Object(Properties.Targets)[0];
    });
    expect(targets).toEqual(
      WHEELS.map((wheel) => ({
        Id: expect.any(String),
        Arn: tick,
        Input: JSON.stringify({ wheel }),
        RetryPolicy: { MaximumRetryAttempts: 2 },
        DeadLetterConfig: { Arn: expect.anything() },
      })),
    );
    const permitted = propertiesOf("AWS::Lambda::Permission").filter(
      ({ Principal }) => Principal === "events.amazonaws.com",
    );
    expect(permitted.map(({ FunctionName, SourceArn }) => [FunctionName, SourceArn])).toEqual(
      rules.map(([id]) => [tick, arnOf(id)]),
    );
  });

  it("are polled from both queues, four messages together, twenty times at once, and what failed comes again", () => {
    const mappings = propertiesOf("AWS::Lambda::EventSourceMapping");
    expect(mappings).toMatchObject(
      pollQueues().map(([id]) => ({
        FunctionName: { Ref: functions().get("poll")?.id },
        EventSourceArn: arnOf(id),
        BatchSize: 4,
        FunctionResponseTypes: ["ReportBatchItemFailures"],
        ScalingConfig: { MaximumConcurrency: 20 },
      })),
    );
  });

  it("are polled only once that is allowed", () => {
    // Lambda refuses a queue whose messages the role may not receive at that moment.
    const policies = [...app.resources("AWS::IAM::Policy")];
    const [policyId] =
      policies.find(([, policy]) => JSON.stringify(policy).includes("sqs:ReceiveMessage")) ?? [];
    expect(functions().get("poll")?.resource.DependsOn).toContain(policyId);
  });

  it("have their queues named to the tick, and to nobody else", () => {
    const named = NAMES.filter((name) => {
      const { Variables } = Object(functions().get(name)?.resource.Properties.Environment);
      return "FEED_QUEUE_URL" in Variables || "INBOX_QUEUE_URL" in Variables;
    });
    expect(named).toEqual(["tick"]);
    const { Variables } = Object(functions().get("tick")?.resource.Properties.Environment);
    expect([Variables.FEED_QUEUE_URL, Variables.INBOX_QUEUE_URL]).toEqual(
      pollQueues().map(([Ref]) => ({ Ref })),
    );
  });
});

describe("storage", () => {
  it("is one table, keyed as the stores expect, recoverable to a point in time, rid of what has expired", () => {
    const tables = [...app.resources("AWS::DynamoDB::Table").values()];
    expect(tables).toHaveLength(1);
    const { TableName: _name, ...schema } = createTableInput("plumbline");
    expect(tables[0]?.Properties).toMatchObject({
      ...schema,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      TimeToLiveSpecification: { AttributeName: "ttl", Enabled: true },
    });
  });

  it("is one key, rotated, with the longest wait before it is gone", () => {
    const keys = [...app.resources("AWS::KMS::Key").values()];
    expect(keys).toHaveLength(1);
    expect(keys[0]?.Properties).toMatchObject({ EnableKeyRotation: true, PendingWindowInDays: 30 });
  });

  it("goes with a stage that is not kept", () => {
    const [table] = [...app.resources("AWS::DynamoDB::Table").values()];
    expect(table).toMatchObject({
      DeletionPolicy: "Delete",
      Properties: { DeletionProtectionEnabled: false },
    });
    expect(["prod", "production", "dev"].map(removalPolicy)).toEqual(["retain", "retain", "destroy"]);
  });

  it("is made under no stage name that the functions would refuse", () => {
    expect(() => checkStage("test")).not.toThrow();
    for (const stage of ["Prod", "a_b", "", "x".repeat(33)])
      expect(() => checkStage(stage)).toThrow("must be a short lower-case name");
  });
});

describe("the bundles", () => {
  const handlers = new Map<FunctionName, StreamingHandler>();

  beforeAll(() => {
    vi.stubGlobal("awslambda", fakeLambda);
    vi.stubEnv("AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED", "true");
    const environment = {
      STAGE: "test",
      AWS_REGION: "eu-central-1",
      TABLE_NAME: "t",
      TENANT_DATA_KEY_ARN: "k",
      LOG_LEVEL: "error",
    };
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    for (const name of ROUTED) handlers.set(name, app.loadHandler(name));
  });

  /** Asks the function that the template has for a method and path. */
  async function ask(method: string, path: string, templateMethod = method, templatePath = path) {
    const found = methods.find((one) => one.method === templateMethod && one.path === templatePath);
    const [name] = [...functions()].find(([, { id }]) => id === found?.functionId) ?? [];
    const handler = name && handlers.get(name);
    if (!handler) throw new Error(`No function is behind ${templateMethod} ${templatePath}.`);
    const { metadata, body, failure } = await invoke(handler, { method, path: path.replace(/[{}]/g, "") });
    expect(failure).toBeUndefined();
    return { status: metadata.statusCode, body: body.startsWith("{") ? JSON.parse(body) : body };
  }

  it("answer what is public, and ask for a key on every other route", async () => {
    const open = ["/healthz", "/openapi.json", "/docs", "/.well-known/oauth-protected-resource/mcp"];
    for (const route of served) {
      const [method = "", path = ""] = route.split(" ");
      const expected = open.includes(path)
        ? { status: 200 }
        : { status: 401, body: { error_code: "unauthenticated" } };
      expect({ route, ...(await ask(method, path)) }).toMatchObject({ route, ...expected });
    }
  });

  it("answer a wrong method with 405 on every path that has routes", async () => {
    for (const path of new Set(served.map((route) => route.split(" ")[1] ?? ""))) {
      expect({ path, ...(await ask("PUT", path, "ANY")) }).toMatchObject({ path, status: 405 });
    }
  });

  it("answer 404 where there is nothing", async () => {
    for (const path of ["/", "/api", "/api/v1"])
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

  it("of the clock and the queues refuse what is none of theirs", async () => {
    vi.stubEnv("FEED_QUEUE_URL", "https://queue.invalid/1/feed");
    vi.stubEnv("INBOX_QUEUE_URL", "https://queue.invalid/1/inbox");
    const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    const context = { awsRequestId: "1", getRemainingTimeInMillis: () => 60_000 };
    const tick = app.loadHandler<typeof tickHandler>("tick");
    await expect(tick({ wheel: "calendar" }, context)).rejects.toThrow("The invocation failed");
    const poll = app.loadHandler<typeof pollHandler>("poll");
    const answer = await poll({ Records: [{ messageId: "m", body: "{}" }] }, context);
    written.mockRestore();
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: "m" }] });
  });

  it("that read feeds have the worker beside them", () => {
    const withWorker = NAMES.filter((name) => existsSync(join(app.bundleOf(name), "feed-worker.js")));
    expect(withWorker.sort()).toEqual(["agent", "mcp", "poll", "tools", "watches"]);
  });

  it("of the tick holds no provider, no key and no model", () => {
    // esbuild names each file above its code.
    const heldBy = (name: FunctionName) =>
      ["undici", "@aws-sdk/client-kms", "imapflow", "@ai-sdk/provider", "@aws-sdk/client-sqs"].filter(
        (module) =>
          readFileSync(join(app.bundleOf(name), `${name}.mjs`), "utf8").includes(
            `// node_modules/${module}/`,
          ),
      );
    expect(heldBy("tick")).toEqual(["@aws-sdk/client-sqs"]);
    expect(heldBy("poll")).toEqual(["undici", "@aws-sdk/client-kms", "imapflow", "@ai-sdk/provider"]);
  });
});
