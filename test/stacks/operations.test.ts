import { readFile } from "node:fs/promises";
import { METRICS } from "@plumbline/core/metrics/metrics.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { getTimeoutSeconds } from "../../stacks/lambda-function.ts";
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
function described(Properties: Resource["Properties"]): string {
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
  return described(propertiesOf(name));
}

/** The expression of an alarm and the metrics in it, by their IDs. */
function computed(name: string) {
  const found = propertiesOf(name);
  const [{ Expression }, ...metrics] = Object(found.Metrics);
  const measured = metrics.map(
    ({ Id, MetricStat }: Record<string, Record<string, Record<string, unknown>>>) => {
      const { Namespace, MetricName, Dimensions = [] } = MetricStat?.Metric ?? {};
      const of = Object(Dimensions).map(({ Value }: { Value: unknown }) => referenced(Value));
      return [Id, `${Namespace} ${MetricName} of ${of}, ${MetricStat?.Stat}`];
    },
  );
  return { Expression, measured: Object.fromEntries(measured), ...found };
}

function propertiesOf(name: string): Resource["Properties"] {
  const found = [...app.resources("AWS::CloudWatch::Alarm").values()].find(
    ({ Properties }) => Properties.AlarmName === `prod-plumbline-${name}`,
  );
  if (!found) throw new Error(`There is no alarm ${name}.`);
  return found.Properties;
}

describe("the alarms of prod", () => {
  it.each(NAMES)("of %s are its errors, its throttles and nearly all of its time", (name) => {
    const of = `{FunctionName=${functions(name).id}}`;
    const once = "1 x 300 s, notBreaching";
    expect(alarm(`${name}-errors`)).toBe(`AWS/Lambda Errors ${of} Sum >= 1, ${once}`);
    expect(alarm(`${name}-throttles`)).toBe(`AWS/Lambda Throttles ${of} Sum >= 1, ${once}`);
    const most = getTimeoutSeconds(name) * 900;
    expect(alarm(`${name}-duration`)).toBe(`AWS/Lambda Duration ${of} Maximum >= ${most}, ${once}`);
    expect(functions(name).resource.Properties.Timeout).toBe(getTimeoutSeconds(name));
  });

  it("tell of a clock that stands still, of 5xx, of deliveries that wait, of keys, and of who refuses", () => {
    const [live] = only("AWS::ApiGateway::Stage");
    const [, api] = only("AWS::ApiGateway::RestApi");
    const [, acl] = only("AWS::WAFv2::WebACL");
    const { MetricName: firewall } = Object(acl.Properties.VisibilityConfig);
    const queues = [...app.resources("AWS::SQS::Queue").keys()];
    const [delivery] = queues.filter((id) => /^Deliveries[0-9A-F]{8}$/.test(id));
    const once = "1 x 300 s, notBreaching";
    const expected = {
      // Nothing measured is the bad news here, but one figure may be late.
      "tick-stopped": `AWS/Lambda Invocations {FunctionName=${functions("tick").id}} Sum < 10, 2 x 300 s, breaching`,
      "api-5xx": `AWS/ApiGateway 5XXError {ApiName=${api.Properties.Name},Stage=${live}} Sum >= 5, ${once}`,
      "firewall-blocks": `AWS/WAFV2 BlockedRequests {Region=AWS::Region,Rule=ALL,WebACL=${firewall}} Sum >= 1000, 2 x 300 s, notBreaching`,
      "delivery-backlog": `AWS/SQS ApproximateNumberOfMessagesVisible {QueueName=${delivery}} Maximum >= 1000, 3 x 300 s, notBreaching`,
      "dead-deliveries": `Plumbline plumbline_deliveries_total {outcome=dead,stage=prod} Sum >= 10, ${once}`,
      "account-concurrency": `AWS/Lambda ClaimedAccountConcurrency {} Maximum >= 800, ${once}`,
      "parameter-refusals": `Plumbline plumbline_parameter_refusals_total {stage=prod} Sum >= 1, ${once}`,
      "key-refusals": `Plumbline plumbline_key_refusals_total {stage=prod} Sum >= 1, ${once}`,
      "search-key-refusals": `Plumbline plumbline_search_key_refusals_total {stage=prod} Sum >= 1, ${once}`,
      "watch-lag":
        "Plumbline plumbline_watch_lag_seconds {stage=prod} Maximum >= 900, 2 x 300 s, notBreaching",
    };
    const found = Object.keys(expected).map((name) => [name, alarm(name)]);
    expect(Object.fromEntries(found)).toEqual(expected);
    const ours = Object.values(expected).flatMap((text) => /plumbline_\w+/.exec(text)?.[0] ?? []);
    expect(Object.keys(METRICS)).toEqual(expect.arrayContaining(ours));
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

  it("tell of a queue that nothing reads, where nothing measured is the bad news", () => {
    const work = [...app.resources("AWS::SQS::Queue")].flatMap(([id, { Properties }]) =>
      Properties.RedrivePolicy ? [id] : [],
    );
    for (const [index, name] of ["feed", "inbox", "delivery"].entries()) {
      const { Expression, measured, ...rest } = computed(`${name}-unread`);
      expect(Expression).toBe("SUM(METRICS())");
      expect(measured).toEqual({
        empty: `AWS/SQS NumberOfEmptyReceives of ${work[index]}, Sum`,
        received: `AWS/SQS NumberOfMessagesReceived of ${work[index]}, Sum`,
      });
      expect(rest).toMatchObject({
        ...{ ComparisonOperator: "LessThanThreshold", Threshold: 1, EvaluationPeriods: 3 },
        TreatMissingData: "breaching",
      });
    }
  });

  it("tell of what the account and the tables refuse", async () => {
    const small = await synthesisedStage("prod", { ACCOUNT_CONCURRENCY: "10" });
    const thresholds = [...small.resources("AWS::CloudWatch::Alarm").values()].flatMap(({ Properties }) =>
      Properties.MetricName === "ClaimedAccountConcurrency" ? [Properties.Threshold] : [],
    );
    expect(thresholds).toEqual([8]);
    const { Expression, measured, ...rest } = computed("table-throttles");
    const [main, keys] = [...app.resources("AWS::DynamoDB::Table").keys()];
    expect(Expression).toBe("SUM(METRICS())");
    expect(measured).toEqual({
      r0: `AWS/DynamoDB ReadThrottleEvents of ${main}, Sum`,
      w0: `AWS/DynamoDB WriteThrottleEvents of ${main}, Sum`,
      r1: `AWS/DynamoDB ReadThrottleEvents of ${keys}, Sum`,
      w1: `AWS/DynamoDB WriteThrottleEvents of ${keys}, Sum`,
    });
    expect(rest).toMatchObject({
      ...{ ComparisonOperator: "GreaterThanOrEqualToThreshold", Threshold: 10, EvaluationPeriods: 1 },
      TreatMissingData: "notBreaching",
    });
  });

  it("tell once that customers are refused, whichever alarm says so", () => {
    const [, { Properties }] = only("AWS::CloudWatch::CompositeAlarm");
    const rule = JSON.stringify(Properties.AlarmRule);
    const ids = [...app.resources("AWS::CloudWatch::Alarm")].filter(([id]) => rule.includes(`"${id}"`));
    const serving = NAMES.filter((name) => !["tick", "poll", "deliver"].includes(name));
    expect(ids.map(([, one]) => one.Properties.AlarmName).sort()).toEqual(
      [...serving.map((name) => `${name}-throttles`), "api-5xx", "api-429", "key-refusals"]
        .map((name) => `prod-plumbline-${name}`)
        .sort(),
    );
    expect(rule).toMatch(/^\{"Fn::Join":\["",\["\(ALARM\(/);
    expect(rule.match(/ OR /g)).toHaveLength(ids.length - 1);
    expect(Properties).toMatchObject({
      AlarmName: "prod-plumbline-customers-refused",
      AlarmActions: [{ Ref: topics().urgent }],
      AlarmDescription: expect.stringMatching(/^Customers are refused\./),
    });
  });

  it("do not tell of keys that tenants brought, and may shut", () => {
    const alarms = JSON.stringify([...app.resources("AWS::CloudWatch::Alarm").values()]);
    expect(alarms).toContain('"plumbline_key_refusals_total"');
    expect(alarms).not.toContain("own_key");
  });

  it("are these and no others, each goes to the topic of its severity and says what it means", () => {
    const alarms = [...app.resources("AWS::CloudWatch::Alarm").values()].map(({ Properties }) => Properties);
    expect(alarms).toHaveLength(3 * NAMES.length + 1 + 1 + 3 + 3 * 3 + 1 + 1 + 2 + 3 + 2);
    const { urgent, warning } = topics();
    const URGENT = ["account-concurrency", "key-refusals", "watch-lag", "tick-stopped"];
    const isUrgent = (name: string) => URGENT.includes(name) || name.endsWith("-unread");
    for (const { AlarmName, AlarmActions, AlarmDescription, ActionsEnabled } of alarms) {
      const name = String(AlarmName).replace("prod-plumbline-", "");
      expect([name, AlarmActions]).toEqual([name, [{ Ref: isUrgent(name) ? urgent : warning }]]);
      expect(ActionsEnabled).not.toBe(false);
      expect(AlarmDescription).toMatch(/^[A-Z].{20,}\.$/);
    }
  });

  it("each has a row in the runbook, marked where it is urgent", async () => {
    const runbook = await readFile("docs/operations.md", "utf8");
    const rows = runbook.split("\n").filter((line) => line.startsWith("| `"));
    const { urgent } = topics();
    const all = ["Alarm", "CompositeAlarm"].flatMap((type) => [
      ...app.resources(`AWS::CloudWatch::${type}`).values(),
    ]);
    for (const { Properties } of all) {
      const name = String(Properties.AlarmName).replace("prod-plumbline-", "");
      const [of = ""] = /-(?:errors|throttles|duration)$/.exec(name) ?? [];
      const named = NAMES.some((fn) => name === fn + of) ? `…${of}` : name;
      const [row = ""] = rows.filter((line) => line.split("|")[1]?.includes(`\`${named}\``));
      expect([name, row.split("|")[1]?.includes("**!**")]).toEqual([
        name,
        JSON.stringify(Properties.AlarmActions).includes(urgent),
      ]);
    }
  });
});

/** The logical IDs of the topics by severity. */
function topics(): { urgent: string; warning: string } {
  const all = [...app.resources("AWS::SNS::Topic")];
  const idOf = (name: string) =>
    all.find(([, { Properties }]) => Properties.TopicName === `prod-plumbline-${name}`)?.[0] ?? "";
  expect(all).toHaveLength(2);
  return { urgent: idOf("alarms"), warning: idOf("warnings") };
}

describe("the monthly budget", () => {
  it("is reported when it will be spent, and urgently when it is", async () => {
    const limited = await synthesisedStage("prod", { MONTHLY_BUDGET: "500" });
    const [budget] = limited.resources("AWS::Budgets::Budget").values();
    const Properties = budget?.Properties ?? {};
    expect(Properties.Budget).toMatchObject({
      ...{ BudgetName: "prod-plumbline-monthly", BudgetType: "COST", TimeUnit: "MONTHLY" },
      BudgetLimit: { Amount: 500, Unit: "USD" },
    });
    const { urgent, warning } = topics();
    const reported = (NotificationType: string, Address: string) => ({
      Notification: {
        ...{ NotificationType, ComparisonOperator: "GREATER_THAN" },
        ...{ Threshold: 100, ThresholdType: "PERCENTAGE" },
      },
      Subscribers: [{ SubscriptionType: "SNS", Address: { Ref: Address } }],
    });
    expect(Properties.NotificationsWithSubscribers).toEqual([
      reported("FORECASTED", warning),
      reported("ACTUAL", urgent),
    ]);
    expect(app.resources("AWS::Budgets::Budget").size).toBe(0);
  });

  it.each(["0", "1e3", "12.50", "$5"])("is no %j", async (set) => {
    await expect(synthesisedStage("prod", { MONTHLY_BUDGET: set })).rejects.toThrow("MONTHLY_BUDGET must be");
  });
});

describe("the topics of alarms", () => {
  it("are encrypted with one key, which is rotated", () => {
    const [keyId, ...others] = new Set(
      [...app.resources("AWS::SNS::Topic").values()].map(
        ({ Properties }) => Object(Properties.KmsMasterKeyId)["Fn::GetAtt"][0],
      ),
    );
    expect(others).toEqual([]);
    expect(app.resources("AWS::KMS::Key").get(keyId)?.Properties.EnableKeyRotation).toBe(true);
  });

  it("have the addresses that are set, and none where none is", async () => {
    const subscribed = (of: SynthesisedApp) =>
      [...of.resources("AWS::SNS::Subscription").values()].map(({ Properties }) => Properties);
    const { urgent, warning } = topics();
    const mail = (Endpoint: string, Ref: string) => ({ Protocol: "email", Endpoint, TopicArn: { Ref } });
    const ON_CALL = "on-call@plumbline.example";
    expect(subscribed(app)).toEqual([mail(ON_CALL, urgent), mail(ON_CALL, warning)]);
    const apart = await synthesisedStage("prod", { WARNING_EMAIL: "team@plumbline.example" });
    expect(subscribed(apart)).toEqual([mail(ON_CALL, urgent), mail("team@plumbline.example", warning)]);
    const silent = await synthesisedStage("prod", { ALARM_EMAIL: "" });
    expect(subscribed(silent)).toEqual([]);
    expect(silent.resources("AWS::SNS::Topic").size).toBe(2);
  });
});

describe("the dashboard", () => {
  it("shows every alarm, every function's errors, every queue and what the service measures", () => {
    const [, { Properties }] = only("AWS::CloudWatch::Dashboard");
    const text = JSON.stringify(Properties.DashboardBody);
    for (const type of ["Alarm", "CompositeAlarm"])
      for (const id of app.resources(`AWS::CloudWatch::${type}`).keys())
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

  it("begins with a row for the alarms, and has two graphs in each row below", () => {
    const [, { Properties }] = only("AWS::CloudWatch::Dashboard");
    const places = [...JSON.stringify(Properties.DashboardBody).matchAll(/\\"(x|y|width|height)\\":(\d+)/g)];
    const numbers = places.map(([, , number]) => Number(number));
    const graphs = numbers.slice(4);
    expect(numbers.slice(0, 4).toSorted()).toEqual([0, 0, 24, 6].toSorted());
    expect(graphs.length % 8).toBe(0);
    expect(new Set(graphs)).toEqual(
      new Set([12, 6, 0, ...Array.from({ length: graphs.length / 8 }, (_, row) => 6 * (row + 1))]),
    );
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
