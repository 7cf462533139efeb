import { CfnBudget } from "aws-cdk-lib/aws-budgets";
import type { Topic } from "aws-cdk-lib/aws-sns";
import type { Stack } from "sst/constructs";
import type { Severity } from "./alarm-topic.ts";
import { nameInStage } from "./stage.ts";
import { wholeNumberSetting } from "./whole-number-setting.ts";

/** Percentages of the budget at which the forecast or the actual cost is reported. */
const NOTIFICATIONS = [
  { threshold: 100, notificationType: "FORECASTED", severity: "warning" },
  { threshold: 100, notificationType: "ACTUAL", severity: "urgent" },
] as const;

/**
 * Creates a budget of the account's monthly cost, if `MONTHLY_BUDGET` of the deploying environment sets it in
 * dollars. It covers the whole account, because AWS separates costs by stage only if tags are activated for
 * billing.
 */
export function monthlyBudget(
  stack: Stack,
  stage: string,
  topics: Readonly<Record<Severity, Topic>>,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  const amount = wholeNumberSetting(environment, "MONTHLY_BUDGET", {
    least: 1,
    most: 10_000_000,
    otherwise: 0,
  });
  if (amount === 0) return;
  new CfnBudget(stack, "MonthlyBudget", {
    budget: {
      budgetName: nameInStage(stage, "monthly"),
      budgetType: "COST",
      timeUnit: "MONTHLY",
      budgetLimit: { amount, unit: "USD" },
    },
    notificationsWithSubscribers: NOTIFICATIONS.map(({ severity, ...reported }) => ({
      notification: { ...reported, comparisonOperator: "GREATER_THAN", thresholdType: "PERCENTAGE" },
      subscribers: [{ subscriptionType: "SNS", address: topics[severity].topicArn }],
    })),
  });
}
