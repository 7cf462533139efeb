import { DEFAULT_REQUEST_RATES } from "@plumbline/core/fairness/request-rates.ts";
import { OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { findEndpoint } from "@plumbline/http/endpoints/list.ts";
import { describe, expect, it } from "vitest";
import { MAX_BODY_BYTES, matchNumberAbove } from "../../stacks/body-limit.ts";
import { firewallLimits } from "../../stacks/firewall-limits.ts";
import { bearerPattern, keylessPathPattern } from "../../stacks/firewall-patterns.ts";
import { DEFAULT_REQUESTS_OF_TENANT, stageSettings } from "../../stacks/stage.ts";
import { capacityOf, type FirewallRequest, holds } from "./firewall-reader.ts";
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
      ["requests-of-one-key", 1],
      ["requests-without-key", 2],
      ["no-key", 3],
      ["body-too-large", 4],
      ["common", 5],
    ]);
  });

  it("knows how many requests the service allows a tenant where no setting says it", () => {
    expect(DEFAULT_REQUESTS_OF_TENANT).toBe(DEFAULT_REQUEST_RATES.perTenant);
  });

  it.each([
    [{ REQUESTS_PER_MINUTE: "5000" }, 10_000],
    [{ REQUESTS_PER_MINUTE: "1" }, 10], // the firewall's least
    [{ REQUESTS_PER_MINUTE: "5000", FIREWALL_KEY_REQUESTS_PER_MINUTE: "7000" }, 7_000],
  ])("lets a key send what two processes allow its tenant, unless told otherwise: %j", (settings, limit) => {
    expect(firewallLimits(stageSettings("prod"), settings)?.perKey).toBe(limit);
  });

  it.each([
    ["FIREWALL_KEY_REQUESTS_PER_MINUTE", "9"],
    ["FIREWALL_ANONYMOUS_REQUESTS_PER_MINUTE", "9"],
    ["REQUESTS_PER_MINUTE", "many"],
  ])("has no limits of %s=%s", (name, value) => {
    expect(() => firewallLimits(stageSettings("prod"), { [name]: value })).toThrow(name);
  });

  it("has the limits that are set", async () => {
    const { rules } = await firewall({
      FIREWALL_REQUESTS_PER_FIVE_MINUTES: "500",
      FIREWALL_KEY_REQUESTS_PER_MINUTE: "60",
      FIREWALL_ANONYMOUS_REQUESTS_PER_MINUTE: "50",
    });
    const limits = rules.flatMap(({ Statement }) => Object(Statement).RateBasedStatement?.Limit ?? []);
    expect(limits).toEqual([500, 60, 50]);
  });

  it("answers 429 sooner to an address that sends no key, and does not count a browser's preflight", async () => {
    const rule = (await firewall()).ruleNamed("requests-without-key").Statement;
    const { ScopeDownStatement } = rule.RateBasedStatement;
    const post = { method: "POST", path: "/live/mcp" };
    expect(holds(ScopeDownStatement, post)).toBe(true);
    expect(holds(ScopeDownStatement, { ...post, headers: { authorization: KEY } })).toBe(false);
    expect(holds(ScopeDownStatement, { ...post, method: "OPTIONS" })).toBe(false);
  });

  it("has room: its capacity is below what is in the price", async () => {
    const { rules } = await firewall(ISSUER);
    const ours = rules.filter(({ Name }) => Name !== "common").map(({ Statement }) => capacityOf(Statement));
    const all = rules.map(({ Statement }) => capacityOf(Statement)).reduce((one, other) => one + other);
    expect(ours).toEqual([2, 52, 10, 11, 3]);
    expect(all).toBe(778);
    expect(all).toBeLessThanOrEqual(1_500);
  });

  it("answers 413 to a body that says it is too large", async () => {
    const rule = (await firewall()).ruleNamed("body-too-large");
    expect(rule.Statement.RegexMatchStatement).toEqual({
      FieldToMatch: { SingleHeader: { Name: "content-length" } },
      RegexString: matchNumberAbove(MAX_BODY_BYTES),
      TextTransformations: [{ Priority: 0, Type: "NONE" }],
    });
    expect(matchNumberAbove(MAX_BODY_BYTES).length).toBeLessThanOrEqual(512); // as much as a rule may have
  });

  it("measures what each rule blocks", async () => {
    const { rules } = await firewall();
    for (const { VisibilityConfig } of rules)
      expect(VisibilityConfig).toMatchObject({ CloudWatchMetricsEnabled: true });
  });

  it("is not there for stages that pass", async () => {
    const app = await synthesisedStage("dev");
    expect(app.resources("AWS::WAFv2::WebACL").size).toBe(0);
  });
});

const KEY = `Bearer plk_${"a-Z_9".repeat(8)}abc`;
const TOKEN = "Bearer eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln";
const ISSUER = { AUTH_ISSUER: "https://login.example", AUTH_AUDIENCE: "plumbline" };

describe("without a key", () => {
  async function turnsAway(request: FirewallRequest, settings?: Record<string, string>): Promise<boolean> {
    return holds((await firewall(settings)).ruleNamed("no-key").Statement, request);
  }

  it.each(OPERATIONS.filter(({ id }) => findEndpoint(id).function !== "none"))(
    "$method $path is turned away exactly where it asks for a caller",
    async ({ id, method, path: listed, access }) => {
      const path = listed.replace(/:\w+/g, "a1-b2");
      const needsKey = access !== "public" && id !== "postMcp";
      for (const prefix of ["", "/live"]) {
        const request = { method, path: prefix + path };
        expect(await turnsAway(request)).toBe(needsKey);
        expect(await turnsAway({ ...request, headers: { authorization: KEY } })).toBe(false);
        expect(await turnsAway({ ...request, method: "OPTIONS" })).toBe(false);
      }
    },
  );

  it.each([
    "/live/api/v1/new",
    "/consolex",
    "/console/app.js/x",
    "/mcpx",
    "//mcp",
    "/connect/a/b",
    "/mcp/../api/v1/tools",
    "/openapi_json",
  ])("%s is turned away, as nothing says that it is public", async (path) => {
    expect(await turnsAway({ method: "GET", path })).toBe(true);
  });

  it("a visit to the console is as good as a key", async () => {
    const visit = `__Host-plumbline_console=${"a".repeat(120)}.m1.k1.${"b".repeat(43)}`;
    const asks = (cookie: string) => turnsAway({ method: "GET", path: "/api/v1/tools", headers: { cookie } });
    expect(await asks(visit)).toBe(false);
    expect(await asks(`theme=dark; ${visit}`)).toBe(false);
    expect(await asks("__Host-plumbline_console=short")).toBe(true);
    expect(await asks(`x${visit}`)).toBe(true);
  });

  it("a client may look for whatever metadata there might be", async () => {
    const path = "/live/.well-known/oauth-authorization-server";
    expect(await turnsAway({ method: "GET", path })).toBe(false);
  });

  it.each([KEY, KEY.replace("plk", "plo"), KEY.replace("plk", "pls"), KEY.replace("Bearer ", "bEARER   ")])(
    "is not what %s is",
    async (authorization) => {
      const request = { method: "POST", path: "/api/v1/agent/stream", headers: { authorization } };
      expect(await turnsAway(request)).toBe(false);
    },
  );

  it.each([
    "",
    "Bearer",
    "Bearer plk_",
    "Bearer plx_0123456789abcdef",
    "Basic cGxrXzEyMzQ=",
    `x ${KEY}`,
    "plk_0123456789abcdef",
  ])("is what %s is", async (authorization) => {
    const request = { method: "POST", path: "/api/v1/agent/stream", headers: { authorization } };
    expect(await turnsAway(request)).toBe(true);
    expect(await turnsAway(request, ISSUER)).toBe(true);
  });

  it("is what a token of an issuer is, unless the stage has an issuer", async () => {
    const request = { method: "POST", path: "/api/v1/agent/stream", headers: { authorization: TOKEN } };
    expect(await turnsAway(request)).toBe(true);
    expect(await turnsAway(request, ISSUER)).toBe(false);
  });

  it("is looked for by patterns that are as short as a rule may have them", async () => {
    expect(bearerPattern({ tokens: true }).length).toBeLessThanOrEqual(512);
    expect(keylessPathPattern().length).toBeLessThanOrEqual(512);
  });
});

describe("numberAbove", () => {
  it.each([0, 8, 98, 199, 1_048_576])("of %d repeats nothing no times and nothing once", (limit) => {
    expect(matchNumberAbove(limit)).not.toMatch(/\{[01]\}/);
    expect(matchNumberAbove(limit)).toContain("[0-9]");
  });

  it.each([0, 9, 10, 199, 900, 1_048_576, 999_999])("matches what is above %d, and nothing else", (limit) => {
    const pattern = new RegExp(matchNumberAbove(limit));
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
