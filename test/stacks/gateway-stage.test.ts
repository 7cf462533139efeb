import { DEFAULT_REQUEST_RATES } from "@plumbline/core/fairness/request-rates.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { COSTLY_ENDPOINTS } from "../../packages/http/endpoints/list.ts";
import type { Resource } from "./synthesised-app.ts";
import { synthesisedStage } from "./synthesised-stage.ts";

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
  ["dev", { days: 14 }],
  ["prod", { days: 90 }],
])("the API of %s as it is deployed", (stage, { days }) => {
  let app: Awaited<ReturnType<typeof deployed>>["app"];
  let live: Resource;

  beforeAll(async () => {
    ({ app, live } = await deployed(stage));
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

  it("has an access log that is kept as long as the stage's others", () => {
    const [logGroup] = Object(live.Properties.AccessLogSetting).DestinationArn["Fn::GetAtt"];
    expect(app.resources("AWS::Logs::LogGroup").get(logGroup)?.Properties.RetentionInDays).toBe(days);
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
    const [all, ...costly] = throttles(live);
    expect(all).toEqual(["* /*", 7, 8]);
    expect(costly).toEqual(COSTLY_ENDPOINTS.map(() => [expect.any(String), 2, 3]));
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
