import { json, type Reply } from "@plumbline/sandbox/server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openService } from "../../packages/functions/runtime/open-service.ts";
import { readLazySettings } from "../../packages/functions/runtime/platform.ts";

const STORED: Record<string, string> = {
  SEARCH_A_API_KEY: "key-a",
  MODEL_API_KEY: "key-m",
  OAUTH_CRM_CLIENT_SECRET: "crm-secret",
};
const AWS_JSON = { "content-type": "application/x-amz-json-1.1" };
const environment = {
  STAGE: "prod",
  STAGE_SECRETS: "SEARCH_A_API_KEY,SEARCH_B_API_KEY,MODEL_API_KEY,OAUTH_CRM_CLIENT_SECRET",
  MODEL_PROVIDER: "anthropic",
  MODEL_ID: "m",
  OAUTH_CRM_CLIENT_ID: "crm-id",
};

let systemsManager: ScriptedServer;
let isThrottled: boolean;

/** The parameters that are stored, or a refusal for too many requests. */
function answer(body: string): Reply {
  if (isThrottled) return json({ __type: "ThrottlingException", message: "Rate exceeded" }, 400, AWS_JSON);
  const { Names }: { Names: string[] } = JSON.parse(body);
  const found = Names.filter((name) => STORED[settingOf(name)] !== undefined);
  return json({ Parameters: found.map((Name) => ({ Name, Value: STORED[settingOf(Name)] })) }, 200, AWS_JSON);
}

const settingOf = (name: string) => name.replace("/plumbline/prod/", "");
const asked = () =>
  systemsManager.requests.flatMap(({ body }) => JSON.parse(String(body)).Names.map(settingOf));

beforeEach(async () => {
  isThrottled = false;
  systemsManager = await startScriptedServer({ name: "ssm", handle: ({ body }) => answer(String(body)) });
  vi.stubEnv("AWS_ENDPOINT_URL_SSM", systemsManager.url);
  vi.stubEnv("AWS_REGION", "eu-west-1");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "x");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "y");
  vi.stubEnv("AWS_MAX_ATTEMPTS", "1");
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await systemsManager.close();
});

let refusals = 0;

function settings() {
  refusals = 0;
  const { search, model, oauth } = readLazySettings(environment, () => {
    refusals += 1;
  });
  if (typeof search !== "function") return expect.fail("The search keys were read.");
  const secretOf = (secret: unknown) =>
    typeof secret === "function"
      ? (secret as () => Promise<{ reveal(): string }>)()
      : expect.fail("It was read.");
  return { search, modelKey: () => secretOf(model?.apiKey), crm: () => secretOf(oauth.get("crm")?.secret) };
}

test("a service is opened without a question to Systems Manager, throttled or not", () => {
  isThrottled = true;
  const names = {
    TABLE_NAME: "t",
    KEY_TABLE_NAME: "k",
    TENANT_DATA_KEY_ARN: "arn:aws:kms:eu-west-1:1:key/1",
  };
  expect(openService({ ...environment, ...names })).toHaveProperty("dispatcher");
  expect(systemsManager.requests).toEqual([]);
});

test("each secret is read where it is used, by itself, and once", async () => {
  const { search, modelKey, crm } = settings();
  expect((await modelKey()).reveal()).toBe("key-m");
  expect(asked()).toEqual(["MODEL_API_KEY"]);
  expect((await crm()).reveal()).toBe("crm-secret");
  expect(asked()).toEqual(["MODEL_API_KEY", "OAUTH_CRM_CLIENT_SECRET"]);
  const found = await search();
  expect(found.a?.apiKey.reveal()).toBe("key-a");
  expect(found.b).toBeUndefined();
  await Promise.all([search(), modelKey(), crm()]);
  expect(asked().slice(2).sort()).toEqual(["SEARCH_A_API_KEY", "SEARCH_B_API_KEY"]);
});

test("a throttled read says when to come again, is counted, and is not kept", async () => {
  const { search, modelKey, crm } = settings();
  isThrottled = true;
  for (const read of [search, modelKey, crm])
    await expect(read()).rejects.toMatchObject({ code: "unavailable", status: 503, retryAfterSeconds: 2 });
  expect(refusals).toBe(3);
  isThrottled = false;
  expect((await search()).a?.baseUrl).toContain("https://");
  expect((await modelKey()).reveal()).toBe("key-m");
});
