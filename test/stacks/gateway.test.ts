import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServiceUnderTest } from "../support/service-under-test.ts";
import { type GatewayMethod, gatewayMethods } from "./gateway-methods.ts";
import type { SynthesisedApp } from "./synthesised-app.ts";
import { synthesisedStage } from "./synthesised-stage.ts";

/** Every route of the service, `METHOD /path/{id}`. */
let served: string[];

beforeAll(async () => {
  const { service, close } = await startServiceUnderTest();
  served = createRoutes(service).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`);
  await close();
});

afterAll(() => {
  served = [];
});

describe.each(["dev", "prod"])("the API of %s", (stage) => {
  let app: SynthesisedApp;
  let methods: GatewayMethod[];

  beforeAll(async () => {
    app = await synthesisedStage(stage);
    methods = gatewayMethods(app);
  });

  it("has every route of the service, and no other", () => {
    const explicit = methods
      .filter(({ method }) => method !== "ANY")
      .map(({ method, path }) => `${method} ${path}`);
    expect(explicit.sort()).toEqual([...served].sort());
  });

  it("sends what is no route to a function too, on every path", () => {
    const any = methods.filter(({ method }) => method === "ANY").map(({ path }) => path);
    const all = [...new Set(methods.map(({ path }) => path))];
    expect(any.sort()).toEqual(all.sort());
    expect(any).toEqual(expect.arrayContaining(["/", "/{proxy+}", "/api/v1"]));
    const resources = app.resources("AWS::ApiGateway::Resource").size;
    expect(all).toHaveLength(resources + 1);
  });

  it("streams every answer", () => {
    expect(methods.length).toBeGreaterThan(served.length);
    for (const { integration, uri, functionId } of methods) {
      expect(integration).toMatchObject({
        Type: "AWS_PROXY",
        IntegrationHttpMethod: "POST",
        ResponseTransferMode: "STREAM",
        TimeoutInMillis: 900_000,
      });
      expect(uri).toBe(
        `arn:<AWS::Partition>:apigateway:<AWS::Region>:lambda:path/2021-11-15/functions/<${functionId}.Arn>/response-streaming-invocations`,
      );
    }
  });

  it("tells where it is, so that a path can be put behind it", () => {
    const outputs = app.stacks.get(`${stage}-plumbline-api`)?.Outputs ?? {};
    const [, parts] = Object(outputs.ApiUrl?.Value)["Fn::Join"];
    const [live] = app.resources("AWS::ApiGateway::Stage").keys();
    expect(parts.at(-1)).toEqual({ Ref: live });
    expect(Object.keys(outputs).filter((name) => name.startsWith("ApiEndpoint"))).toEqual([]);
  });

  it("leaves to the account what an account has one of, and has no domain that is not set", () => {
    expect(app.resources("AWS::ApiGateway::Account").size).toBe(0);
    expect(app.resources("AWS::ApiGateway::DomainName").size).toBe(0);
  });
});

describe("the API of a stage with a domain", () => {
  const certificate = "arn:aws:acm:eu-west-1:111111111111:certificate/1a-b";
  const settings = { DOMAIN_NAME: "api.plumbline.example", CERTIFICATE_ARN: certificate };

  it("is served at the domain's root, with the same TLS, and nowhere else", async () => {
    const app = await synthesisedStage("prod", settings);
    const [[domain, { Properties } = { Properties: {} }] = []] = app.resources("AWS::ApiGateway::DomainName");
    expect(Properties).toMatchObject({
      DomainName: "api.plumbline.example",
      RegionalCertificateArn: certificate,
      EndpointConfiguration: { Types: ["REGIONAL"] },
      SecurityPolicy: "SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09",
      EndpointAccessMode: "BASIC",
    });
    const [[api, gateway] = []] = app.resources("AWS::ApiGateway::RestApi");
    expect(gateway?.Properties.DisableExecuteApiEndpoint).toBe(true);
    const mappings = [...app.resources("AWS::ApiGateway::BasePathMapping").values()];
    expect(mappings.map((one) => one.Properties)).toEqual([
      { DomainName: { Ref: domain }, RestApiId: { Ref: api }, Stage: { Ref: expect.any(String) } },
    ]);
    const outputs = app.stacks.get("prod-plumbline-api")?.Outputs;
    expect(outputs?.ApiUrl?.Value).toBe("https://api.plumbline.example");
    expect(Object.keys(outputs ?? {}).filter((name) => name.startsWith("ApiEndpoint"))).toEqual([]);
    expect(outputs?.DomainTarget?.Value).toEqual({ "Fn::GetAtt": [domain, "RegionalDomainName"] });
  });

  it.each([
    [{ DOMAIN_NAME: settings.DOMAIN_NAME }, "set together"],
    [{ CERTIFICATE_ARN: certificate }, "set together"],
    [{ ...settings, DOMAIN_NAME: "https://api.plumbline.example" }, "DOMAIN_NAME must be"],
    [{ ...settings, DOMAIN_NAME: "api.plumbline.example/v1" }, "DOMAIN_NAME must be"],
    [{ ...settings, CERTIFICATE_ARN: "my certificate" }, "CERTIFICATE_ARN must be"],
  ])("is not made of %j", async (wrong: Record<string, string>, why) => {
    await expect(synthesisedStage("prod", wrong)).rejects.toThrow(why);
  });
});
