import type { Secret } from "@plumbline/core/access/secret.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { itemsOf, startApi } from "./api-under-test.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

let theirs: string;
let ours: Secret;

const api = startedForFile(startApi);

beforeAll(async () => {
  const body = { kind: "chatapp_bot", label: "theirs", token: sampleBotToken };
  theirs = String((await api.call("POST", "/api/v1/credentials", { body })).json.id);
  ours = (await api.createTenant("second")).apiKey;
});

test.each([
  ["GET", "", undefined],
  ["PATCH", "", { label: "mine" }],
  ["DELETE", "", undefined],
  ["POST", "/test", undefined],
])("%s of another tenant's credential%s answers as of one that never was", async (method, suffix, body) => {
  const key = ours.reveal();
  const ask = (id: string) => api.call(method, `/api/v1/credentials/${id}${suffix}`, { key, body });
  const [other, unknown] = [await ask(theirs), await ask(UNKNOWN)];
  expect(other.status).toBe(404);
  expect(other.text).toBe(unknown.text);
  const perRequest = ["x-request-id", "ratelimit-remaining"];
  const [otherHeaders, unknownHeaders] = [other, unknown].map(({ headers }) =>
    [...headers].filter(([name]) => !perRequest.includes(name)),
  );
  expect(otherHeaders).toEqual(unknownHeaders);
});

test("a tool called with it answers as with one that never existed, and the provider is not asked", async () => {
  const key = ours.reveal();
  const ask = async (credential_id: string) => {
    const body = { arguments: { credential_id, to: "U0ADA", text: "Hello" } };
    return (await api.call("POST", "/api/v1/tools/chatapp_dm", { key, body })).text;
  };
  const other = await ask(theirs);
  expect(JSON.parse(other)).toMatchObject({ ok: false, error_code: "authentication" });
  expect(other).toBe(await ask(UNKNOWN));
  expect(api.sandbox.chatapp.requests).toEqual([]);
});

test("lists and the model's own list show one's own alone", async () => {
  const key = ours.reveal();
  expect(itemsOf(await api.call("GET", "/api/v1/credentials", { key }))).toEqual([]);
  const listed = await api.call("POST", "/api/v1/tools/connections_list", { key, body: { arguments: {} } });
  expect(listed.text).not.toContain(theirs);
});

test("the same label is free for every tenant", async () => {
  const key = (await api.createTenant("third")).apiKey.reveal();
  const body = { kind: "chatapp_bot", label: "theirs", token: sampleBotToken };
  expect((await api.call("POST", "/api/v1/credentials", { key, body })).status).toBe(201);
});

test("it is as it was", async () => {
  const { status, json } = await api.call("GET", `/api/v1/credentials/${theirs}`);
  expect(status).toBe(200);
  expect(json).toMatchObject({ label: "theirs", status: "active", revoked_at: null, last_used_at: null });
});
