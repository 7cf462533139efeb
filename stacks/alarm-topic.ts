import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Effect, PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Stack } from "sst/constructs";
import { nameInStage } from "./stage.ts";

const CLOUDWATCH = new ServicePrincipal("cloudwatch.amazonaws.com");

/**
 * Creates the target of a stage's alarms: an encrypted topic that accepts only TLS and only alarms of this
 * account. AWS asks `email` to confirm. The topic has its own key, because CloudWatch may not use the
 * AWS-managed key for SNS (docs.aws.amazon.com/sns/latest/dg/sns-key-management.html).
 */
export function alarmTopic(
  stack: Stack,
  { stage, email }: { stage: string; email: string | undefined },
): Topic {
  const key = new Key(stack, "AlarmKey", {
    alias: `plumbline/${stage}/alarms`,
    description: `Encrypts what the alarms of stage ${stage} say`,
    enableKeyRotation: true,
    pendingWindow: Duration.days(7),
    removalPolicy: RemovalPolicy.DESTROY,
  });
  key.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      principals: [CLOUDWATCH],
      actions: ["kms:Decrypt", "kms:GenerateDataKey"],
      resources: ["*"], // in a key's policy: this key
    }),
  );
  const topic = new Topic(stack, "Alarms", {
    topicName: nameInStage(stage, "alarms"),
    masterKey: key,
    enforceSSL: true,
  });
  topic.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      principals: [CLOUDWATCH],
      actions: ["sns:Publish"],
      resources: [topic.topicArn],
      conditions: { StringEquals: { "aws:SourceAccount": stack.account } },
    }),
  );
  if (email) topic.addSubscription(new EmailSubscription(email));
  return topic;
}
