import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { Effect, PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Stack } from "sst/constructs";
import { nameInStage } from "./stage.ts";

/** The urgency of an alarm: `urgent` wakes people, `warning` can wait for the next morning. */
export type Severity = "urgent" | "warning";

/** Services that publish to the topics: CloudWatch alarms and AWS Budgets. */
const SENDERS = ["cloudwatch.amazonaws.com", "budgets.amazonaws.com"].map(
  (service) => new ServicePrincipal(service),
);

/**
 * Creates the targets of a stage's alarms: one encrypted topic per severity, which accepts only TLS and only
 * messages of this account. There are two topics because CloudWatch sends no message attributes by which a
 * subscription could filter severities. Each recipient has to confirm the subscription by e-mail. The topics
 * have their own key, because CloudWatch cannot use the AWS-managed key for SNS
 * (docs.aws.amazon.com/sns/latest/dg/sns-key-management.html).
 */
export function alarmTopics(
  stack: Stack,
  stage: string,
  emails: Readonly<Record<Severity, string | undefined>>,
): Readonly<Record<Severity, Topic>> {
  const masterKey = new Key(stack, "AlarmKey", {
    alias: `plumbline/${stage}/alarms`,
    description: `Encrypts what the alarms of stage ${stage} say`,
    enableKeyRotation: true,
    pendingWindow: Duration.days(7),
    removalPolicy: RemovalPolicy.DESTROY,
  });
  masterKey.addToResourcePolicy(
    new PolicyStatement({
      effect: Effect.ALLOW,
      principals: [...SENDERS],
      actions: ["kms:Decrypt", "kms:GenerateDataKey"],
      resources: ["*"], // in a key's policy: this key
    }),
  );
  const topic = (id: string, name: string, email: string | undefined): Topic => {
    const created = new Topic(stack, id, {
      topicName: nameInStage(stage, name),
      masterKey,
      enforceSSL: true,
    });
    created.addToResourcePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: [...SENDERS],
        actions: ["sns:Publish"],
        resources: [created.topicArn],
        conditions: { StringEquals: { "aws:SourceAccount": stack.account } },
      }),
    );
    if (email) created.addSubscription(new EmailSubscription(email));
    return created;
  };
  return {
    urgent: topic("Alarms", "alarms", emails.urgent),
    warning: topic("Warnings", "warnings", emails.warning),
  };
}
