import { describe, expect, it } from "vitest";
import { LONGEST_BODY, numberAbove } from "../../stacks/body-limit.ts";
import { synthesisedStage } from "./synthesised-stage.ts";

async function firewall(settings?: Record<string, string>) {
  const app = await synthesisedStage("prod", settings);
  const [[id, acl] = [], ...others] = app.resources("AWS::WAFv2::WebACL");
  expect(others).toEqual([]);
  const rules: Record<string, unknown>[] = Object(acl?.Properties.Rules);
  const ruleNamed = (name: string) => Object(rules.find(({ Name }) => Name === name));
  return { app, id, acl, rules, ruleNamed };
}

describe("the web firewall of prod", () => {
  it("is in front of the API, and lets through what no rule blocks", async () => {
    const { app, id, acl, rules } = await firewall();
    expect(acl?.Properties).toMatchObject({ Scope: "REGIONAL", DefaultAction: { Allow: {} } });
    const [association, ...more] = app.resources("AWS::WAFv2::WebACLAssociation").values();
    expect(more).toEqual([]);
    const [api] = app.resources("AWS::ApiGateway::RestApi").keys();
    const [live] = app.resources("AWS::ApiGateway::Stage").keys();
    expect(association?.Properties.WebACLArn).toEqual({ "Fn::GetAtt": [id, "Arn"] });
    expect(Object(association?.Properties.ResourceArn)["Fn::Join"][1]).toEqual([
      "arn:",
      { Ref: "AWS::Partition" },
      ":apigateway:",
      { Ref: "AWS::Region" },
      "::/restapis/",
      { Ref: api },
      "/stages/",
      { Ref: live },
    ]);
    expect(rules.map(({ Name, Priority }) => [Name, Priority])).toEqual([
      ["requests-of-one-address", 0],
      ["body-too-large", 1],
      ["common", 2],
    ]);
  });

  it("answers 429 to an address that asks too often", async () => {
    const rule = (await firewall()).ruleNamed("requests-of-one-address");
    expect(rule.Statement.RateBasedStatement).toEqual({
      AggregateKeyType: "IP",
      EvaluationWindowSec: 300,
      Limit: 20_000,
    });
    expect(rule.Action.Block.CustomResponse).toEqual({
      ResponseCode: 429,
      CustomResponseBodyKey: "requests-of-one-address",
      ResponseHeaders: [{ Name: "retry-after", Value: "300" }],
    });
    const set = (await firewall({ FIREWALL_REQUESTS_PER_FIVE_MINUTES: "500" })).ruleNamed(
      "requests-of-one-address",
    );
    expect(set.Statement.RateBasedStatement.Limit).toBe(500);
  });

  it("answers 413 to a body that says it is too large", async () => {
    const rule = (await firewall()).ruleNamed("body-too-large");
    expect(rule.Action.Block.CustomResponse).toEqual({
      ResponseCode: 413,
      CustomResponseBodyKey: "body-too-large",
    });
    expect(rule.Statement.RegexMatchStatement).toEqual({
      FieldToMatch: { SingleHeader: { Name: "content-length" } },
      RegexString: numberAbove(LONGEST_BODY),
      TextTransformations: [{ Priority: 0, Type: "NONE" }],
    });
    expect(numberAbove(LONGEST_BODY).length).toBeLessThanOrEqual(512); // as much as a rule may have
  });

  it("has AWS's common rules, of which those count that would refuse what callers may say", async () => {
    const rule = (await firewall()).ruleNamed("common");
    expect(rule.OverrideAction).toEqual({ None: {} });
    expect(rule.Statement.ManagedRuleGroupStatement).toEqual({
      VendorName: "AWS",
      Name: "AWSManagedRulesCommonRuleSet",
      RuleActionOverrides: [
        "SizeRestrictions_BODY",
        "GenericRFI_BODY",
        "EC2MetaDataSSRF_BODY",
        "GenericLFI_BODY",
        "CrossSiteScripting_BODY",
        "NoUserAgent_HEADER",
      ].map((Name) => ({ Name, ActionToUse: { Count: {} } })),
    });
  });

  it("keeps keys, questions and bodies out of the samples it shows", async () => {
    const { acl, rules } = await firewall();
    expect(acl?.Properties.DataProtectionConfig).toEqual({
      DataProtections: [
        { Field: { FieldType: "SINGLE_HEADER", FieldKeys: ["authorization"] }, Action: "SUBSTITUTION" },
        { Field: { FieldType: "QUERY_STRING" }, Action: "SUBSTITUTION" },
        { Field: { FieldType: "BODY" }, Action: "SUBSTITUTION" },
      ],
    });
    for (const { VisibilityConfig } of rules)
      expect(VisibilityConfig).toMatchObject({ CloudWatchMetricsEnabled: true });
  });

  it("is not there for stages that pass", async () => {
    const app = await synthesisedStage("dev");
    expect(app.resources("AWS::WAFv2::WebACL").size).toBe(0);
  });
});

describe("numberAbove", () => {
  it.each([0, 8, 98, 199, 1_048_576])("of %d repeats nothing no times and nothing once", (limit) => {
    expect(numberAbove(limit)).not.toMatch(/\{[01]\}/);
    expect(numberAbove(limit)).toContain("[0-9]");
  });

  it.each([0, 9, 10, 199, 900, 1_048_576, 999_999])("matches what is above %d, and nothing else", (limit) => {
    const pattern = new RegExp(numberAbove(limit));
    const around = [-1, 0, 1, 2, 9, 10, 11, 99, 100, 1000].map((step) => limit + step);
    const others = [0, 1, 7, 10, 99, 512, 1024, 524_288, 1_000_000, 9_999_999, 10_485_760, 99_999_999_999];
    for (const number of [...around, ...others].filter((one) => one >= 0)) {
      expect([number, pattern.test(String(number))]).toEqual([number, number > limit]);
      expect([number, pattern.test(`00${number}`)]).toEqual([number, number > limit]);
    }
    for (const text of ["", "-5000000", "9e9", " 9999999", "9999999x"])
      expect(pattern.test(text)).toBe(false);
  });
});
