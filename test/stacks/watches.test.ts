import { INTERVALS } from "@plumbline/watches/service/watch.ts";
import { beforeAll, describe, expect, it } from "vitest";
import type { FunctionName } from "../../stacks/routes.ts";
import { NAMES, type StageFunction, stageFunctions } from "./stage-functions.ts";
import type { SynthesisedApp } from "./synthesised-app.ts";
import { synthesisedStage } from "./synthesised-stage.ts";

describe.each(["dev", "prod"])("watches of %s", (stage) => {
  let app: SynthesisedApp;
  let functions: (name: FunctionName) => StageFunction;

  beforeAll(async () => {
    app = await synthesisedStage(stage, {
      WATCH_POLLS_AT_ONCE: "30",
      WATCH_DELIVERIES_AT_ONCE: "40",
      WATCH_RESERVED_CONCURRENCY: "on",
    });
    functions = stageFunctions(app);
  });

  const TICKS = [{ wheel: "feed" }, { wheel: "inbox" }, { due: "deliveries" }];
  const propertiesOf = (type: string) =>
    [...app.resources(type).values()].map(({ Properties }) => Properties);
  const arnOf = (id: string | undefined) => ({ "Fn::GetAtt": [id, "Arn"] });
  /** The queues that work is taken from: polls of feeds, polls of inboxes, deliveries. */
  const workQueues = () =>
    [...app.resources("AWS::SQS::Queue")].filter(([, { Properties }]) => Properties.RedrivePolicy);

  const RECEIVERS = ["poll", "poll", "deliver"] as const;

  it("have a queue a wheel and one of deliveries, and behind each one for what fails five times, kept for two weeks", () => {
    expect(workQueues()).toHaveLength(RECEIVERS.length);
    for (const [index, [, { Properties }]] of workQueues().entries()) {
      const timeout = Number(functions(RECEIVERS[index] ?? "poll").resource.Properties.Timeout);
      const { VisibilityTimeout, RedrivePolicy } = Properties;
      expect(VisibilityTimeout).toBeGreaterThanOrEqual(6 * timeout);
      const { deadLetterTargetArn, maxReceiveCount } = Object(RedrivePolicy);
      expect(maxReceiveCount).toBe(5);
      const behind = app.resources("AWS::SQS::Queue").get(deadLetterTargetArn["Fn::GetAtt"][0]);
      expect(behind?.Properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
    }
  });

  it("keep looks for as long as the longest interval of a watch, after which others of the same watches stand behind", () => {
    const days = workQueues().map(([, { Properties }]) => Number(Properties.MessageRetentionPeriod) / 86_400);
    expect(days).toEqual([1, 1, 4]);
    expect(days[0]).toBe(Math.max(...INTERVALS) / (24 * 60));
  });

  it("are ticked every minute, each wheel and deliveries by a rule of their own", () => {
    const tick = arnOf(functions("tick").id);
    const rules = [...app.resources("AWS::Events::Rule")];
    const targets = rules.map(([, { Properties }]) => {
      expect(Properties).toMatchObject({ ScheduleExpression: "rate(1 minute)", State: "ENABLED" });
      return Object(Properties.Targets)[0];
    });
    expect(targets).toEqual(
      TICKS.map((event) => ({
        Id: expect.any(String),
        Arn: tick,
        Input: JSON.stringify(event),
        RetryPolicy: { MaximumRetryAttempts: 2 },
        DeadLetterConfig: { Arn: expect.anything() },
      })),
    );
  });

  it("are ticked once a minute and rule: a tick that fails, or waits for a minute, is put aside and not tried again", () => {
    const [[failures] = [], ...others] = [...app.resources("AWS::SQS::Queue")].filter(([id]) =>
      id.startsWith("TickFailures"),
    );
    expect(others).toEqual([]);
    expect(propertiesOf("AWS::Lambda::EventInvokeConfig")).toEqual([
      {
        FunctionName: { Ref: functions("tick").id },
        Qualifier: "$LATEST",
        MaximumRetryAttempts: 0,
        MaximumEventAgeInSeconds: 60,
        DestinationConfig: { OnFailure: { Destination: arnOf(failures) } },
      },
    ]);
  });

  it("are taken from every queue, several messages together, so often at once, and what failed comes again", () => {
    const mappings = propertiesOf("AWS::Lambda::EventSourceMapping");
    expect(mappings).toMatchObject(
      workQueues().map(([id], index) => ({
        FunctionName: { Ref: functions(RECEIVERS[index] ?? "poll").id },
        EventSourceArn: arnOf(id),
        BatchSize: [4, 4, 5][index],
        FunctionResponseTypes: ["ReportBatchItemFailures"],
        ScalingConfig: { MaximumConcurrency: [30, 30, 40][index] },
      })),
    );
  });

  it("have concurrency of their own where that is set, and no other function has", () => {
    const reserved = NAMES.flatMap((name) => {
      const { ReservedConcurrentExecutions: count } = functions(name).resource.Properties;
      return count === undefined ? [] : [[name, count]];
    });
    expect(Object.fromEntries(reserved)).toEqual({ tick: 15, poll: 60, deliver: 40 });
  });

  it("are taken only once that is allowed", () => {
    // Lambda refuses a queue whose messages the role may not receive at that moment.
    const receiving = [...app.resources("AWS::IAM::Policy")].filter(([, policy]) =>
      JSON.stringify(policy).includes("sqs:ReceiveMessage"),
    );
    for (const name of new Set(RECEIVERS)) {
      const { resource } = functions(name);
      const roleId = Object(resource.Properties.Role)["Fn::GetAtt"][0];
      const [policyId] = receiving.find(([, policy]) => JSON.stringify(policy).includes(`"${roleId}"`)) ?? [];
      expect(resource.DependsOn).toContain(policyId);
    }
    expect(receiving).toHaveLength(2);
  });

  it("have their queues named to who sends to them, and to nobody else", () => {
    const URLS = ["FEED_QUEUE_URL", "INBOX_QUEUE_URL", "DELIVERY_QUEUE_URL"];
    const named = NAMES.map((name) => {
      const { Variables } = Object(functions(name).resource.Properties.Environment);
      return [name, URLS.filter((url) => url in Variables).map((url) => Variables[url])] as const;
    });
    const [feed, inbox, delivery] = workQueues().map(([Ref]) => ({ Ref }));
    expect(Object.fromEntries(named.filter(([, urls]) => urls.length > 0))).toEqual({
      // In another stack.
      watches: [{ "Fn::ImportValue": expect.stringContaining(String(delivery?.Ref)) }],
      tick: [feed, inbox, delivery],
      poll: [delivery],
    });
  });
});
