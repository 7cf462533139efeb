import { afterAll, beforeAll } from "vitest";
import { ACCOUNT } from "./aws-stub.ts";
import { type BuiltStage, buildStage, REGION } from "./built-stage.ts";
import { testTemplates } from "./template-tests.ts";

let built: BuiltStage;

beforeAll(async () => {
  // All that adds resources.
  built = await buildStage("prod", {
    ALARM_EMAIL: "on-call@plumbline.example",
    DOMAIN_NAME: "api.plumbline.example",
    CERTIFICATE_ARN: `arn:aws:acm:${REGION}:${ACCOUNT}:certificate/00000000-0000-0000-0000-000000000000`,
  });
}, 180_000);

afterAll(() => built?.remove());

testTemplates(() => built);
