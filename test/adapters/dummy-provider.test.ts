import { startWebhook } from "@plumbline/sandbox/webhook/webhook.ts";
import { readSettings } from "@plumbline/service/settings/read-settings.ts";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { kindOption } from "../../packages/cli/kind-option.ts";
import { createDocsTables } from "../../packages/service/docs/provider-tables.ts";
import { refuseUnknownSettings, settingsFor } from "../../stacks/settings.ts";
import { type ApiUnderTest, startApi } from "../http/api-under-test.ts";
import { startedForFile } from "../support/started.ts";

// The two lists are all that a new provider is written into.
vi.mock("@plumbline/adapters/providers.ts", async (original) => {
  const { PROVIDERS } = await original<typeof import("@plumbline/adapters/providers.ts")>();
  const { gopher } = await import("./dummy-provider.ts");
  return { PROVIDERS: [...PROVIDERS, gopher] };
});
vi.mock("@plumbline/adapters/adapters.ts", async (original) => {
  const { ADAPTERS } = await original<typeof import("@plumbline/adapters/adapters.ts")>();
  const { gopher, gopherAdapter } = await import("./dummy-provider.ts");
  const entry = { providers: [gopher], tools: ["gopher_dig"], load: async () => gopherAdapter };
  return { ADAPTERS: [...ADAPTERS, entry] };
});

const SETTING = { GOPHER_BASE_URL: "https://gopher.internal" };

let api: ApiUnderTest;
let id: string;

const provider = startedForFile(startWebhook);

beforeAll(async () => {
  // The types know the real list alone.
  const endpoints: object = { gopher: { baseUrl: provider.url } };
  api = await startApi({ endpoints });
  const body = { kind: "gopher", label: "Mine", token: "a-gopher-token" };
  const { status, json } = await api.call("POST", "/api/v1/credentials", { body });
  expect([status, json.usable_for, json.warnings]).toEqual([201, ["gopher_dig"], []]);
  id = String(json.id);
});

afterAll(async () => {
  await api.close();
});

test("its address is a setting, with the provider's own as the default", () => {
  expect(readSettings({}).providers).toMatchObject({ gopher: { baseUrl: "https://gopher.example" } });
  expect(readSettings(SETTING).providers).toMatchObject({ gopher: { baseUrl: SETTING.GOPHER_BASE_URL } });
  expect(() => readSettings({ GOPHER_BASE_URL: "nowhere" })).toThrow("GOPHER_BASE_URL must be");
});

test("a deployment passes the setting on, and refuses a slip in it", () => {
  for (const name of ["tools", "mcp", "agent", "credentials"] as const)
    expect(settingsFor(name, SETTING)).toMatchObject(SETTING);
  expect(settingsFor("health", SETTING)).toEqual({});
  expect(() => refuseUnknownSettings(SETTING)).not.toThrow();
  expect(() => refuseUnknownSettings({ GOPHER_URL: "x" })).toThrow("GOPHER_URL");
});

test("its tool is listed, previewed and called", async () => {
  const { json } = await api.call("GET", "/api/v1/tools");
  expect(json.items).toContainEqual(
    expect.objectContaining({ name: "gopher_dig", credential_kinds: ["gopher"], credential_required: true }),
  );
  const dig = { arguments: { depth: 3 } };
  const preview = await api.call("POST", "/api/v1/tools/gopher_dig", { body: { ...dig, preview: true } });
  expect(preview.json).toMatchObject({
    ok: true,
    result: { requests: [{ method: "GET", url: `${provider.url}/dig?depth=3` }] },
  });
  expect(provider.requests).toEqual([]);
  const call = await api.call("POST", "/api/v1/tools/gopher_dig", { body: dig });
  expect(call.json).toMatchObject({ ok: true, result: { dug: 3 }, credential: { id, kind: "gopher" } });
  expect(provider.requests).toHaveLength(1);
});

test("its kind of credential is checked, tested and named", async () => {
  const wrong = { kind: "gopher", label: "Other", token: "t", metadata: { hull: "here" } };
  const refused = await api.call("POST", "/api/v1/credentials", { body: wrong });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("hull")]);
  const moved = await api.call("PATCH", `/api/v1/credentials/${id}`, {
    body: { metadata: { hole: "there" } },
  });
  expect([moved.status, moved.text]).toEqual([409, expect.stringContaining("metadata.hole")]);
  const tested = await api.call("POST", `/api/v1/credentials/${id}/test`);
  expect(tested.json).toMatchObject({ ok: true, account: "Mr Gopher" });
  const listed = await api.call("POST", "/api/v1/tools/connections_list", {
    body: { arguments: { kind: "gopher" } },
  });
  expect(listed.json).toMatchObject({ result: { connections: [{ id, provider: "Gopherspace" }] } });
});

test("the API's description, the command line and the pages know it", async () => {
  const { json } = await api.call("GET", "/openapi.json");
  expect(json).toMatchObject({
    components: { schemas: { CredentialKind: { enum: expect.arrayContaining(["gopher"]) } } },
  });
  expect(kindOption("the kind")[2]).toContain("gopher");
  const [providers, kinds] = await createDocsTables([]);
  expect(providers?.table).toContain("| `gopher` | Gopherspace | `GOPHER_BASE_URL` | `gopher_dig` |\n");
  expect(kinds?.table).toContain("| `gopher` | a gopher's token | `hole`: where it lives |\n");
});
