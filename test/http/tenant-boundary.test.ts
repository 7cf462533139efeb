import type { Secret } from "@plumbline/core/access/secret.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { startFeeds } from "@plumbline/sandbox/feeds/feeds.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startApi } from "./api-under-test.ts";

const UNKNOWN = "00000000-0000-4000-8000-000000000000";

let ours: Secret;
const theirs = { credentials: "", watches: "" };

const feeds = startedForFile(startFeeds);
const api = startedForFile(() => startApi({ egressAllow: `127.0.0.1:${feeds.port}` }));

beforeAll(async () => {
  theirs.credentials = await api.addCredential({
    kind: "chatapp_bot",
    label: "theirs",
    token: sampleBotToken,
  });
  const body = { type: "feed", url: `${feeds.url}/rss.xml`, deliver_to: `${feeds.url}/hook` };
  const begun = await api.call("POST", "/api/v1/watches", { body });
  expect(begun.status).toBe(201);
  theirs.watches = String(begun.json.id);
  ours = (await api.createTenant("second")).apiKey;
});

describe.each<[noun: keyof typeof theirs, method: string, suffix: string, body?: object]>([
  ["credentials", "GET", ""],
  ["credentials", "PATCH", "", { label: "mine" }],
  ["credentials", "DELETE", ""],
  ["credentials", "POST", "/test"],
  ["watches", "GET", ""],
  ["watches", "GET", "/events"],
  ["watches", "PATCH", "", { paused: true }],
  ["watches", "DELETE", ""],
  ["watches", "GET", "/deliveries"],
  ["watches", "POST", "/deliveries"],
  ["watches", "POST", "/deliveries/dlv_1/replay"],
  ["watches", "POST", "/replay", { since: "2020-01-01T00:00:00Z" }],
  ["watches", "POST", "/secret"],
])("another tenant's %s", (noun, method, suffix, body) => {
  test(`${method}${suffix} answers as of one that never was, and leaves it as it was`, async () => {
    const key = ours.reveal();
    const ask = (id: string) => api.call(method, `/api/v1/${noun}/${id}${suffix}`, { key, body });
    const [other, unknown] = [await ask(theirs[noun]), await ask(UNKNOWN)];
    expect(other.status).toBe(404);
    expect(other.text).toBe(unknown.text);
    const perRequest = ["x-request-id", "ratelimit-remaining"];
    const [otherHeaders, unknownHeaders] = [other, unknown].map(({ headers }) =>
      [...headers].filter(([name]) => !perRequest.includes(name)),
    );
    expect(otherHeaders).toEqual(unknownHeaders);
    const { status, json } = await api.call("GET", `/api/v1/${noun}/${theirs[noun]}`);
    expect(status).toBe(200);
    expect(json).toMatchObject(
      noun === "watches"
        ? { paused_at: null, health: { status: "active" } }
        : { label: "theirs", status: "active", revoked_at: null, last_used_at: null },
    );
  });
});

test.each(["credentials", "watches"])("another tenant's %s are in no list", async (noun) => {
  const { json } = await api.call("GET", `/api/v1/${noun}`, { key: ours.reveal() });
  expect(json.items).toEqual([]);
});
