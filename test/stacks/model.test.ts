import { buildBedrockUrl, findRegion } from "@plumbline/agent/model/drivers.ts";
import { App, Stack } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";
import { bedrockRegion, modelGrants } from "../../stacks/model.ts";
import { synthesisedStage } from "./synthesised-stage.ts";

const stack = new Stack(new App(), "Api", { env: { account: "111111111111", region: "eu-west-1" } });
const withoutToken = (arn: string) => arn.replace(/^arn:\$\{[^:]*:/, "arn:aws:");

/** Each grant as its ARN, or as an ARN and what it is asked through. */
function grantsFor(environment: Record<string, string>): (string | string[])[] {
  return modelGrants(stack, environment).map(({ arn, through }) =>
    through === undefined ? withoutToken(arn) : [arn, through].map(withoutToken),
  );
}
const grantsOf = (id: string, more = {}) => grantsFor({ MODEL_PROVIDER: "bedrock", MODEL_ID: id, ...more });

const IN_REGION = "arn:aws:bedrock:eu-west-1:";
const EVERYWHERE = "arn:aws:bedrock:*::foundation-model/";

describe("what a function may ask on Bedrock with its own role", () => {
  it.each([
    "anthropic.some-model-v1:0",
    "ai21.jamba-1-5-mini-v1:0",
    "zai.glm-4.7",
    "deepseek.v3.2",
    "qwen.qwen3.5-next",
    "openai.gpt-oss-120b-1:0",
    "minimax.minimax-m2.1",
  ])("is the model %s that MODEL_ID names", (id) => {
    expect(grantsOf(id)).toEqual([`${IN_REGION}:foundation-model/${id}`]);
  });

  it.each([
    "us.amazon.nova-lite-v1:0",
    "eu.anthropic.some-model-v1:0",
    "apac.anthropic.some-model-v1:0",
    "ca.amazon.nova-lite-v1:0",
    "us-gov.anthropic.some-model-v1:0",
    "global.anthropic.some-model-v1:0",
    "us.zai.glm-4.7",
    "us.ai21.jamba-1-5-mini-v1:0",
  ])("is the inference profile %s and by way of it its model, wherever it sends a call", (id) => {
    const profile = `${IN_REGION}111111111111:inference-profile/${id}`;
    const model = id.slice(id.indexOf(".") + 1);
    expect(grantsOf(id)).toEqual([profile, [`${EVERYWHERE}${model}`, profile]]);
  });

  it.each([
    ["inference-profile/eu.anthropic.some-model-v1:0", "anthropic.some-model-v1:0"],
    ["application-inference-profile/a1b2c3d4e5f6", "*"],
  ])("is for the ARN of %s the same", (profile, models) => {
    const arn = `arn:aws:bedrock:us-east-1:222222222222:${profile}`;
    expect(grantsOf(arn)).toEqual([arn, [`${EVERYWHERE}${models}`, arn]]);
  });

  it("is what another ARN names", () => {
    const arn = `${IN_REGION}111111111111:provisioned-model/abc`;
    expect(grantsOf(arn)).toEqual([arn]);
  });

  it("is in the region of the endpoint that MODEL_BASE_URL names", () => {
    const more = { MODEL_BASE_URL: buildBedrockUrl("us-east-1") };
    expect(grantsOf("anthropic.some-model", more)).toEqual([
      "arn:aws:bedrock:us-east-1::foundation-model/anthropic.some-model",
    ]);
    expect(grantsOf("us.anthropic.some-model", more)[0]).toBe(
      "arn:aws:bedrock:us-east-1:111111111111:inference-profile/us.anthropic.some-model",
    );
    const proxied = { MODEL_BASE_URL: "https://models.example" };
    expect(grantsOf("anthropic.some-model", proxied)).toEqual(grantsOf("anthropic.some-model"));
  });

  it.each([[{}], [{ MODEL_PROVIDER: "anthropic", MODEL_ID: "some-model", MODEL_API_KEY: "key" }]])(
    "is nothing for %j",
    (environment: Record<string, string>) => {
      expect(grantsFor(environment)).toEqual([]);
    },
  );

  it("is also each choice, for the agent alone", async () => {
    const choices = "eu.anthropic.small-model, anthropic.large-model";
    expect(grantsOf("amazon.model", { MODEL_CHOICES: choices })).toEqual(
      ["amazon.model", "eu.anthropic.small-model", "anthropic.large-model"].flatMap((id) => grantsOf(id)),
    );
    const app = await synthesisedStage("dev", {
      MODEL_PROVIDER: "bedrock",
      MODEL_ID: "amazon.model",
      MODEL_CHOICES: choices,
    });
    const policies = [...app.resources("AWS::IAM::Policy")].map(([id, { Properties }]) => ({
      id: id.replace(/Role.*/, ""),
      text: JSON.stringify(Properties),
    }));
    const withAccess = (model: string) =>
      policies.filter(({ text }) => text.includes(model)).map(({ id }) => id);
    expect(withAccess("foundation-model/amazon.model")).toEqual(["Research", "Agent", "Tools", "Mcp"]);
    expect(withAccess("foundation-model/anthropic.small-model")).toEqual(["Agent"]);
    expect(withAccess("foundation-model/anthropic.large-model")).toEqual(["Agent"]);
  });

  it("is in the policies of who asks a model, and by way of a profile only with it", async () => {
    const arn = "arn:aws:bedrock:eu-west-1:111111111111:application-inference-profile/a1b2c3d4e5f6";
    const app = await synthesisedStage("dev", { MODEL_PROVIDER: "bedrock", MODEL_ID: arn });
    const asking = [...app.resources("AWS::IAM::Policy")].flatMap(([id, { Properties }]) =>
      Object(Properties.PolicyDocument)
        .Statement.filter(({ Action }: { Action: unknown }) => String(Action).startsWith("bedrock:"))
        .map(({ Condition }: { Condition: unknown }) => [id.replace(/Role.*/, ""), Condition]),
    );
    const condition = { ArnEquals: { "bedrock:InferenceProfileArn": arn } };
    expect(asking).toEqual(
      ["Research", "Agent", "Tools", "Mcp"].flatMap((id) => [
        [id, undefined],
        [id, condition],
      ]),
    );
  });
});

it.each([
  ...["eu-west-1", "us-gov-west-1", "cn-north-1"].map(buildBedrockUrl),
  "https://bedrock-runtime-fips.us-east-1.amazonaws.com/",
  "https://BEDROCK-RUNTIME.us-east-1.amazonaws.com:443/some/path",
  "https://bedrock-runtime.us-east-1.amazonaws.com.example",
  "https://models.example",
])("the region of %s is read as the driver reads it", (url) => {
  expect(bedrockRegion(url)).toBe(findRegion(url));
});
