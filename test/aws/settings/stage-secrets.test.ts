import { createParameterClient, readStageSecrets } from "@plumbline/aws/settings/stage-secrets.ts";
import { json, type Message } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { beforeEach, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";

const SETTINGS = ["SEARCH_A_API_KEY", "SEARCH_B_API_KEY", "MODEL_API_KEY"];
const headers = { "content-type": "application/x-amz-json-1.1" };

const systemsManager = startedForFile(() =>
  startScriptedServer({ name: "ssm", handle: () => parameters({}) }),
);

beforeEach(() => systemsManager.clear());

/**
 * Returns the answer of Systems Manager: the parameters that it has, and the names of those that it lacks.
 */
function parameters(values: Record<string, string>): Message {
  const Parameters = Object.entries(values).map(([Name, Value]) => ({ Name, Value, Type: "SecureString" }));
  const InvalidParameters = SETTINGS.map((name) => `/plumbline/prod/${name}`).filter(
    (name) => !(name in values),
  );
  return json({ Parameters, InvalidParameters }, 200, headers);
}

function client() {
  const credentials = { accessKeyId: "x", secretAccessKey: "y" };
  return createParameterClient({
    region: "eu-west-1",
    endpoint: systemsManager.url,
    credentials,
    maxAttempts: 1,
  });
}

test("those that are stored come back by the names of their settings, the others not at all", async () => {
  const stored = { "/plumbline/prod/SEARCH_A_API_KEY": "key-a", "/plumbline/prod/MODEL_API_KEY": "key-m" };
  systemsManager.script("", parameters(stored));
  expect(await readStageSecrets(client(), "prod", SETTINGS)).toEqual({
    SEARCH_A_API_KEY: "key-a",
    MODEL_API_KEY: "key-m",
  });
  const [request] = systemsManager.requests;
  expect(request?.headers["x-amz-target"]).toBe("AmazonSSM.GetParameters");
  expect(request?.json()).toEqual({
    Names: SETTINGS.map((name) => `/plumbline/prod/${name}`),
    WithDecryption: true,
  });
});

test("more than ten are read in several requests, since Systems Manager takes ten names at once", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `OAUTH_KIND_${index}_CLIENT_SECRET`);
  systemsManager.scriptAlways("", (request) => {
    const { Names } = request.json() as { Names: string[] };
    return parameters(Object.fromEntries(Names.map((name) => [name, `value of ${name}`])));
  });
  const read = await readStageSecrets(client(), "prod", names);
  expect(Object.keys(read).sort()).toEqual([...names].sort());
  expect(read.OAUTH_KIND_11_CLIENT_SECRET).toBe("value of /plumbline/prod/OAUTH_KIND_11_CLIENT_SECRET");
  expect(
    systemsManager.requests.map((request) => (request.json() as { Names: string[] }).Names.length),
  ).toEqual([10, 2]);
});

test.each([
  ["it is throttled", "ThrottlingException", 400],
  ["it is refused", "AccessDeniedException", 400],
  ["the service is down", "InternalServerError", 500],
])(
  "%s: the stage's secrets are unavailable, and nothing of the answer is told",
  async (_what, type, status) => {
    systemsManager.scriptAlways("", json({ __type: type, message: "key-a" }, status, headers));
    const reading = readStageSecrets(client(), "prod", SETTINGS);
    await expect(reading).rejects.toMatchObject({ code: "unavailable" });
    await expect(reading).rejects.not.toThrow("key-a");
  },
);
