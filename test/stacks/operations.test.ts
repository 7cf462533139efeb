import { METRICS } from "@plumbline/core/metrics/metrics.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { timeoutOf } from "../../stacks/lambda-function.ts";
import type { FunctionName } from "../../stacks/routes.ts";
import { NAMES, type StageFunction, stageFunctions } from "./stage-functions.ts";
import type { Resource, SynthesisedApp } from "./synthesised-app.ts";
import { synthesisedStage } from "./synthesised-stage.ts";

let app: SynthesisedApp;
let functions: (name: FunctionName) => StageFunction;

beforeAll(async () => {
  app = await synthesisedStage("prod");
  functions = stageFunctions(app);
});

function only(type: string): [string, Resource] {
  const [found, ...others] = app.resources(type);
  if (!found || others.length > 0) throw new Error(`There is not one ${type}.`);
  return found;
}

/**
 * `5 minutes: Errors of AWS/Lambda {FunctionName: …}, Sum >= 1, once`; what a stack imports by the logical id
 * in its name.
 */
function described({ Properties }: Resource): string {
  const dimensions = Object(Properties.Dimensions ?? []).map(
    ({ Name, Value }: { Name: string; Value: unknown }) => `${Name}=${referenced(Value)}`,
  );
  const { Namespace, MetricName, Statistic, Threshold, EvaluationPeriods, Period, TreatMissingData } =
    Properties;
  const sign = { GreaterThanOrEqualToThreshold: ">=", LessThanThreshold: "<" }[
    String(Properties.ComparisonOperator)
  ];
  return `${Namespace} ${MetricName} {${dimensions}} ${Statistic} ${sign} ${Threshold}, ${EvaluationPeriods} x ${Period} s, ${TreatMissingData}`;
}

function referenced(value: unknown): string {
  if (typeof value === "string") return value;
  if (Object(value).Ref === "AWS::Region") return "AWS::Region";
  const imported: unknown = Object(value)["Fn::ImportValue"];
  return /ExportsOutput(?:Ref|FnGetAtt)(.+?)(?:QueueName)?[0-9A-F]{8}$/.exec(String(imported))?.[1] ?? "?";
}

/** The alarm of this name, and those of its fields that say when it is raised. */
function alarm(name: string): string {
  const found = [...app.resources("AWS::CloudWatch::Alarm").values()].find(
    ({ Properties }) => Properties.AlarmName === `prod-plumbline-${name}`,
  );
  if (!found) throw new Error(`There is no alarm ${name}.`);
  return described(found);
}

describe("the alarms of prod", () => {
  it.each(NAMES)("of %s are its errors, its throttles and nearly all of its time", (name) => {
    const of = `{FunctionName=${functions(name).id}}`;
    const once = "1 x 300 s, notBreaching";
    expect(alarm(`${name}-errors`)).toBe(`AWS/Lambda Errors ${of} Sum >= 1, ${once}`);
    expect(alarm(`${name}-throttles`)).toBe(`AWS/Lambda Throttles ${of} Sum >= 1, ${once}`);
    const most = timeoutOf(name) * 900;
    expect(alarm(`${name}-duration`)).toBe(`AWS/Lambda Duration ${of} Maximum >= ${most}, ${once}`);
    expect(functions(name).resource.Properties.Timeout).toBe(timeoutOf(name));
  });

  it("tell of a clock that stands still, where nothing measured is the bad news, but not of a figure that is late", () => {
    const { id } = functions("tick");
    expect(alarm("tick-stopped")).toBe(
      `AWS/Lambda Invocations {FunctionName=${id}} Sum < 10, 2 x 300 s, breaching`,
    );
  });

  it("tell of 5xx of the API's stage", () => {
    const [live] = only("AWS::ApiGateway::Stage");
    const [, api] = only("AWS::ApiGateway::RestApi");
    const dimensions = `{ApiName=${api.Properties.Name},Stage=${live}}`;
    expect(alarm("api-5xx")).toBe(`AWS/ApiGateway 5XXError ${dimensions} Sum >= 5, 1 x 300 s, notBreaching`);
  });

  it("tell of a share of 4xx where there are requests enough, and not of a single refusal", () => {
    const [live] = only("AWS::ApiGateway::Stage");
    const found = [...app.resources("AWS::CloudWatch::Alarm").values()].find(
      ({ Properties }) => Properties.AlarmName === "prod-plumbline-api-4xx-share",
    );
    const { Metrics, ...properties } = Object(found?.Properties);
    expect(properties).toMatchObject({ Threshold: 25, EvaluationPeriods: 3 });
    const [share, ...of] = Metrics;
    expect(share.Expression).toBe("IF(requests >= 200, 100 * refused / requests, 0)");
    const measured = of.map(({ Id, MetricStat }: Record<string, Record<string, Record<string, unknown>>>) => [
      Id,
      MetricStat?.Metric?.MetricName,
      JSON.stringify(MetricStat?.Metric?.Dimensions).includes(live),
      MetricStat?.Stat,
    ]);
    expect(measured).toEqual([
      ["requests", "Count", true, "Sum"],
      ["refused", "4XXError", true, "Sum"],
    ]);
  });

  it("tell of 429 by whoever answers it, as the access log has it", () => {
    const [, { Properties }] = only("AWS::Logs::MetricFilter");
    const { FilterPattern, MetricTransformations, LogGroupName } = Properties;
    const [live] = app.resources("AWS::ApiGateway::Stage").values();
    const log = Object(live?.Properties.AccessLogSetting).DestinationArn["Fn::GetAtt"][0];
    expect(LogGroupName).toEqual({ Ref: log });
    expect(FilterPattern).toBe('{ $.status = "429" }');
    const [counted] = Object(MetricTransformations);
    expect(counted).toMatchObject({ MetricNamespace: "Plumbline", MetricValue: "1" });
    expect(alarm("api-429")).toBe(`Plumbline ${counted.MetricName} {} Sum >= 100, 2 x 300 s, notBreaching`);
  });

  it("tell of what the firewall blocks", () => {
    const [, { Properties }] = only("AWS::WAFv2::WebACL");
    const { MetricName } = Object(Properties.VisibilityConfig);
    expect(alarm("firewall-blocks")).toBe(
      `AWS/WAFV2 BlockedRequests {Region=AWS::Region,Rule=ALL,WebACL=${MetricName}} Sum >= 1000, 2 x 300 s, notBreaching`,
    );
  });

  it("tell of what was given up in each dead-letter queue, and of work that is not taken", () => {
    const queues = [...app.resources("AWS::SQS::Queue")];
    const behind = new Map(
      queues.flatMap(([id, { Properties }]) =>
        Properties.RedrivePolicy
          ? [[id, Object(Properties.RedrivePolicy).deadLetterTargetArn["Fn::GetAtt"][0]] as const]
          : [],
      ),
    );
    const work = [...behind];
    const failures = (id: string) =>
      `AWS/SQS ApproximateNumberOfMessagesVisible {QueueName=${id}} Maximum >= 1, 1 x 300 s, notBreaching`;
    for (const [index, name] of ["feed", "inbox", "delivery"].entries()) {
      const [id, failed] = work[index] ?? [];
      const seconds =
        2 * Number(app.resources("AWS::SQS::Queue").get(id ?? "")?.Properties.VisibilityTimeout);
      expect(alarm(`${name}-age`)).toBe(
        `AWS/SQS ApproximateAgeOfOldestMessage {QueueName=${id}} Maximum >= ${seconds}, 1 x 300 s, notBreaching`,
      );
      expect(alarm(`${name}-failures`)).toBe(failures(failed));
    }
    const ofTicks = queues.map(([id]) => id).filter((id) => !work.flat().includes(id));
    expect(ofTicks.map(failures)).toEqual([alarm("ticks-failures")]);
  });

  it("tell of keys that do not open and of watches that are late, by metrics that the service has", () => {
    expect(alarm("key-refusals")).toBe(
      "Plumbline plumbline_key_refusals_total {stage=prod} Sum >= 1, 1 x 300 s, notBreaching",
    );
    expect(alarm("search-key-refusals")).toBe(
      "Plumbline plumbline_search_key_refusals_total {stage=prod} Sum >= 1, 1 x 300 s, notBreaching",
    );
    expect(alarm("watch-lag")).toBe(
      "Plumbline plumbline_watch_lag_seconds {stage=prod} Maximum >= 900, 2 x 300 s, notBreaching",
    );
    expect(Object.keys(METRICS)).toEqual(
      expect.arrayContaining(["plumbline_key_refusals_total", "plumbline_watch_lag_seconds"]),
    );
  });

  it("do not tell of keys that tenants brought, and may shut", () => {
    const alarms = JSON.stringify([...app.resources("AWS::CloudWatch::Alarm").values()]);
    expect(alarms).toContain('"plumbline_key_refusals_total"');
    expect(alarms).not.toContain("own_key");
  });

  it("are these and no others, each goes to the topic and says what it means", () => {
    const alarms = [...app.resources("AWS::CloudWatch::Alarm").values()].map(({ Properties }) => Properties);
    expect(alarms).toHaveLength(3 * NAMES.length + 1 + 1 + 3 + 2 * 3 + 1 + 1 + 2);
    const [topic] = only("AWS::SNS::Topic");
    for (const { AlarmActions, AlarmDescription, ActionsEnabled } of alarms) {
      expect(AlarmActions).toEqual([{ Ref: topic }]);
      expect(ActionsEnabled).not.toBe(false);
      expect(AlarmDescription).toMatch(/^[A-Z].{20,}\.$/);
    }
  });
});

describe("the topic of alarms", () => {
  it("is encrypted with a key that alarms may use, rotated", () => {
    const [, { Properties }] = only("AWS::SNS::Topic");
    const keyId = Object(Properties.KmsMasterKeyId)["Fn::GetAtt"][0];
    const key = app.resources("AWS::KMS::Key").get(keyId);
    expect(key?.Properties.EnableKeyRotation).toBe(true);
    expect(Object(key?.Properties.KeyPolicy).Statement).toContainEqual({
      Effect: "Allow",
      Principal: { Service: "cloudwatch.amazonaws.com" },
      Action: ["kms:Decrypt", "kms:GenerateDataKey"],
      Resource: "*",
    });
  });

  it("takes nothing but TLS, and nothing but what alarms of this account say", () => {
    const [topic] = only("AWS::SNS::Topic");
    const [, { Properties }] = only("AWS::SNS::TopicPolicy");
    expect(Properties.Topics).toEqual([{ Ref: topic }]);
    const Resource = { Ref: topic };
    expect(Object(Properties.PolicyDocument).Statement).toMatchObject([
      {
        Effect: "Deny",
        Principal: "*",
        Action: "sns:Publish",
        Resource,
        Condition: { Bool: { "aws:SecureTransport": "false" } },
      },
      {
        Effect: "Allow",
        Principal: { Service: "cloudwatch.amazonaws.com" },
        Action: "sns:Publish",
        Resource,
        Condition: { StringEquals: { "aws:SourceAccount": "my-account" } },
      },
    ]);
  });

  it("has the address that is set, and none where none is", async () => {
    const [topic] = only("AWS::SNS::Topic");
    const [, { Properties }] = only("AWS::SNS::Subscription");
    expect(Properties).toEqual({
      Protocol: "email",
      Endpoint: "on-call@plumbline.example",
      TopicArn: { Ref: topic },
    });
    const silent = await synthesisedStage("prod", { ALARM_EMAIL: "" });
    expect(silent.resources("AWS::SNS::Subscription").size).toBe(0);
    expect(silent.resources("AWS::SNS::Topic").size).toBe(1);
  });
});

describe("the dashboard", () => {
  it("shows every alarm, every function's errors, every queue and what the service measures", () => {
    const [, { Properties }] = only("AWS::CloudWatch::Dashboard");
    const text = JSON.stringify(Properties.DashboardBody);
    for (const id of app.resources("AWS::CloudWatch::Alarm").keys())
      expect(text).toContain(`["${id}","Arn"]`);
    for (const name of NAMES) expect(text).toContain(functions(name).id);
    for (const id of app.resources("AWS::SQS::Queue").keys()) expect(text).toContain(id);
    const measured = [...text.matchAll(/plumbline_\w+/g)].map(([name]) => name);
    expect(new Set(measured)).toEqual(
      new Set([
        "plumbline_watch_lag_seconds",
        "plumbline_calls_total",
        "plumbline_call_errors_total",
        "plumbline_key_refusals_total",
        "plumbline_own_key_refusals_total",
        "plumbline_search_key_refusals_total",
      ]),
    );
    for (const name of measured) expect(Object.keys(METRICS)).toContain(name);
  });
});

describe("a stage that passes", () => {
  it("wakes nobody", async () => {
    const passing = await synthesisedStage("dev");
    for (const type of ["AWS::CloudWatch::Alarm", "AWS::CloudWatch::Dashboard", "AWS::SNS::Topic"])
      expect(passing.resources(type).size).toBe(0);
    expect([...passing.stacks.keys()]).not.toContain("dev-plumbline-operations");
  });
});
