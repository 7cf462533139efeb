import type { Secret } from "@plumbline/core/access/secret.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { beforeAll, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startApi } from "./api-under-test.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

let theirs: string;
let ours: Secret;

const api = startedForFile(startApi);

beforeAll(async () => {
  theirs = await api.addCredential({ kind: "chatapp_bot", label: "theirs", token: sampleBotToken });
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

test("it is as it was", async () => {
  const { status, json } = await api.call("GET", `/api/v1/credentials/${theirs}`);
  expect(status).toBe(200);
  expect(json).toMatchObject({ label: "theirs", status: "active", revoked_at: null, last_used_at: null });
});
