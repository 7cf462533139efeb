import { DEFAULT_REQUEST_RATES } from "@plumbline/core/fairness/request-rates.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { Resource } from "./synthesised-app.ts";
import { synthesisedStage } from "./synthesised-stage.ts";

const COSTLY = [
  "POST /~1api~1v1~1autonomy~1research~1complete",
  "POST /~1api~1v1~1autonomy~1research~1check",
  "POST /~1api~1v1~1agent~1stream",
  "POST /~1api~1v1~1agent~1runs~1{id}~1stop",
  "PUT /~1api~1v1~1agent~1runs~1{id}~1rating",
  "PATCH /~1api~1v1~1chats~1{id}",
  "DELETE /~1api~1v1~1conversations~1{id}",
  "DELETE /~1api~1v1~1conversations",
  "POST /~1api~1v1~1tools~1{name}",
  "POST /~1api~1v1~1approvals~1{id}",
  "DELETE /~1api~1v1~1allowances~1{id}",
  "POST /~1approve~1{id}",
  "POST /~1mcp",
];

async function deployed(stage: string, settings?: Record<string, string>) {
  const app = await synthesisedStage(stage, settings);
  const [live, ...others] = app.resources("AWS::ApiGateway::Stage").values();
  if (!live || others.length > 0) throw new Error("The API has not one stage.");
  return { app, live };
}

/** Path and method, requests a second, burst. */
function throttles({ Properties }: Resource): unknown[] {
  return Object(Properties.MethodSettings).map((one: Record<string, unknown>) => [
    `${one.HttpMethod} ${one.ResourcePath}`,
    one.ThrottlingRateLimit,
    one.ThrottlingBurstLimit,
  ]);
}

function ownRules(app: Awaited<ReturnType<typeof deployed>>["app"]): Record<string, unknown>[] {
  const [acl] = app.resources("AWS::WAFv2::WebACL").values();
  return acl ? Object(acl.Properties.Rules) : [];
}

describe.each([
  ["dev", { all: [100, 200], costly: [40, 80], days: 14 }],
  ["prod", { all: [1_000, 2_000], costly: [200, 400], days: 90 }],
])("the API of %s as it is deployed", (stage, { all, costly, days }) => {
  let app: Awaited<ReturnType<typeof deployed>>["app"];
  let live: Resource;

  beforeAll(async () => {
    ({ app, live } = await deployed(stage));
  });

  it("has a throttle for all requests, and a lower one for each method that costs", () => {
    expect(throttles(live)).toEqual([["* /*", ...all], ...COSTLY.map((method) => [method, ...costly])]);
  });

  it("has throttles above what one tenant, one key and one address may send", () => {
    const perSecond = throttles(live).map((one) => Number(Object(one)[1]));
    const ofOne = [DEFAULT_REQUEST_RATES.perTenant / 60];
    for (const { Statement } of ownRules(app)) {
      const limit = Object(Statement).RateBasedStatement;
      if (limit) ofOne.push(limit.Limit / limit.EvaluationWindowSec);
    }
    expect(ofOne).toHaveLength(stage === "prod" ? 4 : 1);
    expect(Math.min(...perSecond)).toBeGreaterThanOrEqual(2 * Math.max(...ofOne));
  });

  it("traces, and writes no bodies to any log", () => {
    expect(live.Properties.TracingEnabled).toBe(true);
    for (const settings of Object(live.Properties.MethodSettings))
      expect([settings.DataTraceEnabled, settings.LoggingLevel ?? "OFF"]).toEqual([false, "OFF"]);
  });

  it("has an access log of one JSON line a request, which names no person and no secret", () => {
    const { DestinationArn, Format } = Object(live.Properties.AccessLogSetting);
    const [logGroup] = DestinationArn["Fn::GetAtt"];
    expect(app.resources("AWS::Logs::LogGroup").get(logGroup)?.Properties.RetentionInDays).toBe(days);
    expect(Format).not.toContain("\n");
    expect(JSON.parse(Format)).toEqual({
      time: "$context.requestTimeEpoch",
      request_id: "$context.requestId",
      function_request_id: "$context.integration.requestId",
      trace_id: "$context.xrayTraceId",
      method: "$context.httpMethod",
      route: "$context.resourcePath",
      tls: "$context.tlsVersion",
      status: "$context.status",
      gateway_error: "$context.error.responseType",
      firewall: "$context.wafResponseCode",
      transfer_mode: "$context.integration.responseTransferMode",
      headers_ms: "$context.integration.timeToAllHeaders",
      first_byte_ms: "$context.integration.timeToFirstContent",
      elapsed_ms: "$context.responseLatency",
      answer_bytes: "$context.responseLength",
    });
  });
});

describe("throttles", () => {
  it("are set for a stage by its settings", async () => {
    const { live } = await deployed("dev", {
      THROTTLE_REQUESTS_PER_SECOND: "7",
      THROTTLE_BURST: "8",
      THROTTLE_COSTLY_REQUESTS_PER_SECOND: "2",
      THROTTLE_COSTLY_BURST: "3",
    });
    expect(throttles(live)).toEqual([["* /*", 7, 8], ...COSTLY.map((method) => [method, 2, 3])]);
  });

  it.each([
    ["THROTTLE_BURST", "0", "from 1 to 5000"],
    ["THROTTLE_COSTLY_REQUESTS_PER_SECOND", "10001", "from 1 to 10000"],
    ["THROTTLE_REQUESTS_PER_SECOND", "many", "from 1 to 10000"],
    ["THROTTLE_BRUST", "5", "THROTTLE_BRUST"],
  ])("are not set by %s=%s", async (name, value, why) => {
    await expect(synthesisedStage("dev", { [name]: value })).rejects.toThrow(why);
  });
});
