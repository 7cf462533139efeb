import { createModel, type ModelSettings } from "@plumbline/agent/model/configured-model.ts";
import type { AwsAccess } from "@plumbline/agent/model/drivers.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { Deadline } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import type { StreamRequest } from "@plumbline/core/egress/streaming-http-client.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { beforeEach, expect, test } from "vitest";
import { seededRandom } from "../../support/seeded-random.ts";
import { failureOf } from "./model-under-test.ts";

const apiKey = new Secret("key-0123456789-of-the-model");
const credentials = async () => ({
  accessKeyId: "AKIAEXAMPLE",
  secretAccessKey: "example",
  sessionToken: "role",
});

let sent: StreamRequest[];

beforeEach(() => {
  sent = [];
});

/** A model whose requests go nowhere. */
function model(settings: ModelSettings, aws?: AwsAccess) {
  return createModel(settings, {
    http: {
      openStream: async (request) => {
        sent.push(request);
        throw new AdapterValidationError("Nothing leaves this test.");
      },
    },
    clock: new ManualClock(),
    random: seededRandom("model"),
    aws,
  });
}

const ask = (settings: ModelSettings, aws?: AwsAccess) =>
  failureOf(
    model(settings, aws).stream({
      system: "",
      messages: [{ role: "user", text: "Hello" }],
      tools: [],
      deadline: Deadline.in(60_000, new ManualClock()),
    }),
  );

test.each([
  ["anthropic", { provider: "anthropic", id: "m", apiKey }, "https://api.anthropic.com/v1/messages"],
  [
    "a base URL with a path",
    { provider: "openai-compatible", id: "m", baseUrl: "https://models.example/team/v1/" },
    "https://models.example/team/v1/chat/completions",
  ],
  [
    "Bedrock in the account's region",
    { provider: "bedrock", id: "eu.maker.model-v1:0" },
    "https://bedrock-runtime.eu-west-3.amazonaws.com/model/eu.maker.model-v1%3A0/converse-stream",
  ],
] as const)("%s is asked at its address", async (_what, settings, url) => {
  await ask(settings, { region: "eu-west-3", credentials });
  expect(sent[0]?.url.href).toBe(url);
});

test.each([
  ["the account's region", undefined, "eu-west-3"],
  ["the region its address names", "https://bedrock-runtime.us-east-1.amazonaws.com", "us-east-1"],
  ["the account's region behind a gateway", "https://models.example/bedrock", "eu-west-3"],
])("Bedrock is signed for %s, with the role's session", async (_what, baseUrl, region) => {
  await ask({ provider: "bedrock", id: "m", baseUrl }, { region: "eu-west-3", credentials });
  expect(sent[0]?.headers?.authorization).toContain(`/${region}/bedrock/aws4_request`);
  expect(sent[0]?.headers?.["x-amz-security-token"]).toBe("role");
});

test("an account that gives no credentials makes the model unavailable", async () => {
  const { error } = await ask(
    { provider: "bedrock", id: "m" },
    { region: "eu-west-3", credentials: () => Promise.reject(new TypeError("no role")) },
  );
  expect(error).toMatchObject({
    code: "model_unavailable",
    message: "The service could not get access to the model.",
    detail: { providerCode: "TypeError" },
  });
  expect(sent).toEqual([]);
});

test.each([
  [{ provider: "openai-compatible", id: "m" }, "MODEL_BASE_URL must be set for openai-compatible"],
  [{ provider: "anthropic", id: "m" }, "MODEL_API_KEY must be set for anthropic"],
  [{ provider: "bedrock", id: "m" }, "Bedrock is reached with the AWS account"],
  [{ provider: "bedrock", id: "m", apiKey }, "Bedrock is reached with the AWS account"],
  [{ provider: "bedrock", id: "m", baseUrl: "https://models.example" }, "Bedrock is reached with"],
] as const)("%o is refused at once", (settings, message) => {
  expect(() => model(settings)).toThrow(ConfigurationError);
  expect(() => model(settings)).toThrow(message);
});
