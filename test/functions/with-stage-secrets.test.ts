import { json } from "@plumbline/sandbox/server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addStageSecrets } from "../../packages/functions/runtime/platform.ts";

let systemsManager: ScriptedServer;

beforeEach(async () => {
  const Parameters = [{ Name: "/plumbline/prod/SEARCH_A_API_KEY", Value: "key-a", Type: "SecureString" }];
  const headers = { "content-type": "application/x-amz-json-1.1" };
  systemsManager = await startScriptedServer({
    name: "ssm",
    handle: () => json({ Parameters }, 200, headers),
  });
  // As on Lambda, where the client finds all it needs in the environment.
  vi.stubEnv("AWS_ENDPOINT_URL_SSM", systemsManager.url);
  vi.stubEnv("AWS_REGION", "eu-west-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "x");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "y");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await systemsManager.close();
});

test("a function gets the secrets of its stage that it may have, beside its environment", async () => {
  const environment = { STAGE: "prod", LOG_LEVEL: "warn", STAGE_SECRETS: "SEARCH_A_API_KEY,MODEL_API_KEY" };
  expect(await addStageSecrets(environment)).toEqual({ ...environment, SEARCH_A_API_KEY: "key-a" });
  expect(systemsManager.requests).toHaveLength(1);
});

test("one that may have none asks for none", async () => {
  const environment = { STAGE: "prod" };
  expect(await addStageSecrets(environment)).toBe(environment);
  expect(systemsManager.requests).toEqual([]);
});

test("without a stage none is asked for", async () => {
  await expect(addStageSecrets({ STAGE_SECRETS: "SEARCH_A_API_KEY" })).rejects.toThrow("STAGE must be set");
});
