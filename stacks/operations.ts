import { Alarm, ComparisonOperator, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import type { Function as LambdaFunction, StackContext } from "sst/constructs";
import { alarmTopic } from "./alarm-topic.ts";
import { alarmsOf } from "./alarms.ts";
import type { ApiStack } from "./api.ts";
import { dashboard } from "./dashboard.ts";
import type { FunctionName } from "./routes.ts";
import { nameInStage } from "./stage.ts";
import type { WatchStack } from "./watches.ts";

/**
 * Creates the parts that report problems of the stage: its alarms, their topic (to which `ALARM_EMAIL` of the
 * deploying environment is subscribed), and the dashboard. Only for stages with alarms (stacks/stage.ts).
 */
export function operations(
  { app, stack }: StackContext,
  { gateway, functions: routed }: ApiStack,
  { queues, failedTicks, functions: others }: WatchStack,
) {
  const functions = new Map<FunctionName, LambdaFunction>([
    ...routed,
    ["tick", others.tick],
    ["poll", others.poll],
    ["deliver", others.deliver],
  ]);
  const watched = { stage: app.stage, gateway, functions, queues, failedTicks };
  const topic = alarmTopic(stack, { stage: app.stage, email: process.env.ALARM_EMAIL });
  const alarms = alarmsOf(watched).map(({ name, metric, threshold, below = false, periods = 1, says }) => {
    const alarm = new Alarm(stack, `Alarm-${name}`, {
      alarmName: nameInStage(app.stage, name),
      alarmDescription: says,
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
    alarm.addAlarmAction(new SnsAction(topic));
    return alarm;
  });
  dashboard(stack, watched, alarms);
  stack.addOutputs({ AlarmTopic: topic.topicArn });
}
