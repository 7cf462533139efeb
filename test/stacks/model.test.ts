import { App, Stack } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";
import { modelArns } from "../../stacks/model.ts";

const stack = new Stack(new App(), "Api", { env: { account: "111111111111", region: "eu-west-1" } });
const arnsFor = (environment: Record<string, string>) =>
  modelArns(stack, environment).map((arn) => arn.replace(/^arn:[^:]*:/, "arn:aws:"));

describe("the models a function may ask with its own role", () => {
  it("are the one that MODEL_ID names", () => {
    expect(arnsFor({ MODEL_PROVIDER: "bedrock", MODEL_ID: "anthropic.some-model-v1:0" })).toEqual([
      "arn:aws:bedrock:eu-west-1::foundation-model/anthropic.some-model-v1:0",
    ]);
  });

  it("are an inference profile and its model wherever the profile sends a call", () => {
    expect(arnsFor({ MODEL_PROVIDER: "bedrock", MODEL_ID: "eu.anthropic.some-model-v1:0" })).toEqual([
      "arn:aws:bedrock:eu-west-1:111111111111:inference-profile/eu.anthropic.some-model-v1:0",
      "arn:aws:bedrock:*::foundation-model/anthropic.some-model-v1:0",
    ]);
  });

  it.each([[{}], [{ MODEL_PROVIDER: "anthropic", MODEL_ID: "some-model", MODEL_API_KEY: "key" }]])(
    "are none for %j",
    (environment: Record<string, string>) => {
      expect(arnsFor(environment)).toEqual([]);
    },
  );
});
