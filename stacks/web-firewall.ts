import { Aws, Duration } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import type { Stack } from "sst/constructs";
import type { FirewallLimits } from "./firewall-limits.ts";
import { firewallRules } from "./firewall-rules.ts";
import { problemText } from "./problem-text.ts";
import { nameInStage } from "./stage.ts";

/**
 * Rules of the AWS common rule set that count instead of blocking, because they would refuse legitimate
 * requests of the API (docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html).
 * The service validates the content of bodies, and its egress guard checks their destinations.
 */
const COUNTED = [
  "SizeRestrictions_BODY", // from 8 KB on; a conversation is longer
  "GenericRFI_BODY", // a URL with an IP address: a webhook, a feed
  "EC2MetaDataSSRF_BODY", // a question about that address
  "GenericLFI_BODY", // "../" in a text
  "CrossSiteScripting_BODY", // HTML in a mail
  "NoUserAgent_HEADER", // callers are programs
];

/**
 * Creates the stage's web firewall in front of the API: its own rules, then AWS's common ones. `tokens` is
 * true if the service accepts OIDC tokens.
 */
export function webFirewall(
  stack: Stack,
  gateway: RestApi,
  { stage, limits, tokens }: { stage: string; limits: FirewallLimits; tokens: boolean },
): void {
  const rules = firewallRules(limits, { tokens });
  const acl = new CfnWebACL(stack, "Firewall", {
    name: nameInStage(stage, "api"),
    scope: "REGIONAL",
    defaultAction: { allow: {} },
    // WAF supports `application/json` but not `application/problem+json`.
    customResponseBodies: Object.fromEntries(
      rules.map(({ name, problem }) => [
        name,
        { contentType: "APPLICATION_JSON", content: problemText(problem) },
      ]),
    ),
    visibilityConfig: visibility(stage, FIREWALL),
    rules: [
      ...rules.map(({ name, statement, problem, headers = {} }, priority) => ({
        name,
        priority,
        statement,
        action: {
          block: {
            customResponse: {
              responseCode: problem.status,
              customResponseBodyKey: name,
              ...(Object.keys(headers).length > 0 && {
                responseHeaders: Object.entries(headers).map(([name, value]) => ({ name, value })),
              }),
            },
          },
        },
        visibilityConfig: visibility(stage, name),
      })),
      {
        name: "common",
        priority: rules.length,
        overrideAction: { none: {} },
        statement: {
          managedRuleGroupStatement: {
            vendorName: "AWS",
            name: "AWSManagedRulesCommonRuleSet",
            ruleActionOverrides: COUNTED.map((name) => ({ name, actionToUse: { count: {} } })),
          },
        },
        visibilityConfig: visibility(stage, "common"),
      },
    ],
    dataProtectionConfig: { dataProtections: PROTECTED },
  });
  new CfnWebACLAssociation(stack, "FirewallAssociation", {
    webAclArn: acl.attrArn,
    resourceArn: `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::/restapis/${gateway.restApiId}/stages/${gateway.deploymentStage.stageName}`,
  });
}

/** The firewall's metric name, before `nameInStage`. */
const FIREWALL = "firewall";

/** Returns the number of requests blocked by a rule of the stage's firewall. */
export function blockedRequests(stage: string): Metric {
  return new Metric({
    namespace: "AWS/WAFV2",
    metricName: "BlockedRequests",
    dimensionsMap: { WebACL: nameInStage(stage, FIREWALL), Region: Aws.REGION, Rule: "ALL" },
    statistic: Stats.SUM,
    period: Duration.minutes(5),
  });
}

/**
 * Fields to redact in the console's samples of requests, which would otherwise show callers' keys and
 * queries.
 */
const PROTECTED: CfnWebACL.DataProtectProperty[] = [
  { field: { fieldType: "SINGLE_HEADER", fieldKeys: ["authorization"] }, action: "SUBSTITUTION" },
  { field: { fieldType: "QUERY_STRING" }, action: "SUBSTITUTION" },
  { field: { fieldType: "BODY" }, action: "SUBSTITUTION" },
];

function visibility(stage: string, rule: string): CfnWebACL.VisibilityConfigProperty {
  return {
    metricName: nameInStage(stage, rule),
    cloudWatchMetricsEnabled: true,
    sampledRequestsEnabled: true,
  };
}
