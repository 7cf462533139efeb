import {
  Alarm,
  AlarmRule,
  AlarmState,
  ComparisonOperator,
  CompositeAlarm,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { Function as LambdaFunction, StackContext } from "sst/constructs";
import { alarmTopics } from "./alarm-topic.ts";
import { createAlarms } from "./alarms.ts";
import type { ApiStack } from "./api.ts";
import { monthlyBudget } from "./budget.ts";
import { dashboard } from "./dashboard.ts";
import type { FunctionName } from "./routes.ts";
import { nameInStage } from "./stage.ts";
import type { StorageStack } from "./storage.ts";
import type { WatchStack } from "./watches.ts";
import { wholeNumberSetting } from "./whole-number-setting.ts";

/** Concurrent Lambda invocations of an account, unless AWS has raised the limit. */
const USUAL_CONCURRENCY = 1_000;

/**
 * Creates the parts that report problems of the stage: its alarms, their topics (to which `ALARM_EMAIL` and
 * `WARNING_EMAIL` of the deploying environment are subscribed), the budget, and the dashboard. Only for
 * stages with alarms (stacks/stage.ts).
 */
export function operations(
  { app, stack }: StackContext,
  { table, keyTable }: StorageStack,
  { gateway, functions: routed }: ApiStack,
  { queues, failedTicks, functions: others }: WatchStack,
) {
  const { stage } = app;
  const { ALARM_EMAIL: urgent, WARNING_EMAIL: warning = urgent } = process.env;
  const functions = new Map<FunctionName, LambdaFunction>([
    ...routed,
    ["tick", others.tick],
    ["poll", others.poll],
    ["deliver", others.deliver],
  ]);
  const watched = {
    ...{ stage, gateway, functions, queues, failedTicks },
    tableNames: [table.tableName, keyTable.tableName],
    accountConcurrency: wholeNumberSetting(process.env, "ACCOUNT_CONCURRENCY", {
      ...{ least: 10, most: 1_000_000, otherwise: USUAL_CONCURRENCY },
    }),
  };
  const topics = alarmTopics(stack, stage, { urgent, warning });
  const described = createAlarms(watched).map((description) => {
    const { name, metric, threshold, below = false, periods = 1, text, severity = "warning" } = description;
    const alarm = new Alarm(stack, `Alarm-${name}`, {
      alarmName: nameInStage(stage, name),
      alarmDescription: text,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: below
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      // Most metrics have no data while all is well. For those that must not stop, missing data is the
      // problem.
      treatMissingData: below ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(topics[severity]));
    return { alarm, description };
  });
  const refused = new CompositeAlarm(stack, "CustomersRefused", {
    compositeAlarmName: nameInStage(stage, "customers-refused"),
    alarmDescription:
      "Customers are refused. The other alarms that are raised say by whom: the API, Lambda, KMS or the firewall.",
    alarmRule: AlarmRule.anyOf(
      ...described.flatMap(({ alarm, description }) =>
        description.refusesCustomers ? [AlarmRule.fromAlarm(alarm, AlarmState.ALARM)] : [],
      ),
    ),
  });
  refused.addAlarmAction(new SnsAction(topics.urgent));
  monthlyBudget(stack, stage, topics, process.env);
  dashboard(stack, watched, [refused, ...described.map(({ alarm }) => alarm)]);
  stack.addOutputs({ AlarmTopic: topics.urgent.topicArn, WarningTopic: topics.warning.topicArn });
}
