import { Aws } from "aws-cdk-lib";
import type { RestApi } from "aws-cdk-lib/aws-apigateway";
import { CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import type { Stack } from "sst/constructs";
import { firewallRules } from "./firewall-rules.ts";
import { problemText } from "./problem-text.ts";
import { nameInStage, type StageSettings } from "./stage.ts";
import { wholeNumberSetting } from "./whole-number-setting.ts";

/**
 * Rules of AWS's common set that count instead of blocking, as they would refuse what the API is for
 * (docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html). What a body may say
 * is decided by the service, which parses all of it, and where it may lead by the guard of its egress.
 */
const COUNTED = [
  "SizeRestrictions_BODY", // from 8 KB on; a conversation is longer
  "GenericRFI_BODY", // a URL with an address in it: a webhook, a feed
  "EC2MetaDataSSRF_BODY", // a question about that address
  "GenericLFI_BODY", // "../" in a text
  "CrossSiteScripting_BODY", // HTML in a mail
  "NoUserAgent_HEADER", // callers are programs
];

/**
 * Requests of one address in five minutes, over which the firewall answers 429: as the stage has it, or as
 * `FIREWALL_REQUESTS_PER_FIVE_MINUTES` of the deploying environment. `undefined` where the stage has no
 * firewall.
 */
export function addressLimit(
  { firewallLimit }: StageSettings,
  environment: Readonly<Record<string, string | undefined>>,
): number | undefined {
  if (firewallLimit === undefined) return undefined;
  return wholeNumberSetting(environment, "FIREWALL_REQUESTS_PER_FIVE_MINUTES", {
    least: 10,
    most: 2_000_000_000,
    otherwise: firewallLimit,
  });
}

/** The stage's web firewall in front of the API: its own rules, then AWS's common ones. */
export function webFirewall(
  stack: Stack,
  gateway: RestApi,
  { stage, requestsPerFiveMinutes }: { stage: string; requestsPerFiveMinutes: number },
): void {
  const rules = firewallRules(requestsPerFiveMinutes);
  const acl = new CfnWebACL(stack, "Firewall", {
    name: nameInStage(stage, "api"),
    scope: "REGIONAL",
    defaultAction: { allow: {} },
    // A firewall knows JSON and no `application/problem+json`.
    customResponseBodies: Object.fromEntries(
      rules.map(({ name, problem }) => [
        name,
        { contentType: "APPLICATION_JSON", content: problemText(problem) },
      ]),
    ),
    visibilityConfig: visibility(stage, "firewall"),
    rules: [
      ...rules.map(({ name, statement, problem, retryAfter }, priority) => ({
        name,
        priority,
        statement,
        action: {
          block: {
            customResponse: {
              responseCode: problem.status,
              customResponseBodyKey: name,
              ...(retryAfter && { responseHeaders: [{ name: "retry-after", value: String(retryAfter) }] }),
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

/** The samples of requests that the console shows would have callers' keys in them, and what they ask. */
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
