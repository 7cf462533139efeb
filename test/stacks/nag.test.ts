import { beforeAll, describe, expect, it } from "vitest";
import { NAG_SUPPRESSIONS, type NagSuppression } from "../../stacks/nag-suppressions.ts";
import type { Finding } from "./nag-findings.ts";
import { synthesisedStage } from "./synthesised-stage.ts";

/** All that a stage may have. */
const EVERYTHING = {
  MODEL_PROVIDER: "bedrock",
  MODEL_ID: "eu.anthropic.some-model-v1:0",
  DOMAIN_NAME: "api.plumbline.example",
  CERTIFICATE_ARN: "arn:aws:acm:eu-west-1:111111111111:certificate/1a-b",
};
const APPLICATION_PROFILE = {
  MODEL_PROVIDER: "bedrock",
  MODEL_ID: "arn:aws:bedrock:eu-west-1:111111111111:application-inference-profile/a1b2c3d4e5f6",
};
const STAGES = [
  ["dev", {}],
  ["dev", APPLICATION_PROFILE],
  ["prod", EVERYTHING],
] as const;

let findings: readonly Finding[];

beforeAll(async () => {
  const apps = await Promise.all(STAGES.map(([stage, settings]) => synthesisedStage(stage, settings)));
  findings = apps.flatMap((app) => app.findings);
});

function explains({ rule, path, finding }: NagSuppression, found: Finding): boolean {
  return (
    rule === found.rule && path.test(found.path) && (finding?.test(found.finding) ?? found.finding === "")
  );
}

describe("cdk-nag", () => {
  it("looks at all of it", () => {
    expect(new Set(findings.map(({ stack }) => stack))).toEqual(
      new Set([
        ...["storage", "watches", "api"].map((name) => `dev-plumbline-${name}`),
        ...["storage", "watches", "api", "operations"].map((name) => `prod-plumbline-${name}`),
      ]),
    );
  });

  it("finds nothing that is not explained", () => {
    const unexplained = findings.filter((found) => !NAG_SUPPRESSIONS.some((one) => explains(one, found)));
    expect(unexplained).toEqual([]);
  });

  it("finds all that is explained", () => {
    const unused = NAG_SUPPRESSIONS.filter((one) => !findings.some((found) => explains(one, found)));
    expect(unused).toEqual([]);
  });

  it("has each thing explained once, in a sentence", () => {
    for (const found of findings)
      expect(NAG_SUPPRESSIONS.filter((one) => explains(one, found))).toHaveLength(1);
    for (const { reason } of NAG_SUPPRESSIONS) expect(reason).toMatch(/^[A-Z].{40,}\.$/);
  });
});
