import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { storeWith } from "../support/store-with.ts";
import { startApi } from "./api-under-test.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INSIDE = "wrote to /var/lib/plumbline with key 4711";

/**
 * A store of credentials whose reads of lists and whose creations break, with something secret in the error.
 */
const api = startedForFile(() =>
  startApi({
    wrapCredentialStore: (store) =>
      storeWith(store, {
        list: () => Promise.reject(new Error(INSIDE)),
        create: (record) => Promise.reject(new TypeError(`${INSIDE}: ${JSON.stringify(record)}`)),
      }),
  }),
);

describe("every answer has a request id of its own", () => {
  test.each([
    ["200", "GET", "/healthz"],
    ["400", "GET", "/api/v1/tools?nonsense=1"],
    ["401", "GET", "/api/v1/tools"],
    ["404", "GET", "/api/v1/nothing"],
    ["405", "PUT", "/api/v1/tools"],
    ["415", "POST", "/api/v1/credentials"],
    ["500", "GET", "/api/v1/credentials"],
  ])("%s %s %s", async (status, method, path) => {
    const key = status === "401" ? null : api.tenant.apiKey.reveal();
    const first = await api.call(method, path, { key });
    const second = await api.call(method, path, { key });
    expect(String(first.status)).toBe(status);
    expect(first.headers.get("x-request-id")).toMatch(UUID);
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
  });

  test("the caller's own is not taken", async () => {
    const { headers } = await api.call("GET", "/healthz", { headers: { "x-request-id": "mine" } });
    expect(headers.get("x-request-id")).toMatch(UUID);
  });
});

describe("paths and methods", () => {
  test.each(["/api/v1", "/api/v1/tools/", "/api/v2/tools", "/api/v1/credentials/a/b", "/healthz/x"])(
    "%s is a 404",
    async (path) => {
      const { status, json } = await api.call("GET", path);
      expect(status).toBe(404);
      expect(json).toMatchObject({ title: "Not found", status: 404, error_code: "not_found" });
    },
  );

  test.each([
    ["DELETE", "/healthz", "GET"],
    ["GET", "/api/v1/agent/stream", "POST"],
    ["PUT", "/api/v1/credentials", "POST, GET"],
    ["POST", "/api/v1/credentials/x", "GET, PATCH, DELETE"],
    ["PATCH", "/api/v1/tenants/x/keys", "POST, GET"],
    ["OPTIONS", "/api/v1/tools", "GET"],
  ])("%s %s is a 405 that allows %s", async (method, path, allowed) => {
    const { status, headers, json } = await api.call(method, path, { key: null });
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe(allowed);
    expect(json).toMatchObject({ status: 405, error_code: "method_not_allowed" });
  });
});

describe("an error nobody foresaw", () => {
  const credential = { kind: "chatapp_bot", label: "a", token: sampleBotToken };

  test.each([
    ["GET", undefined],
    ["POST", credential],
  ])("%s answers 500 and nothing of the inside", async (method, body) => {
    const { status, headers, json, text } = await api.call(method, "/api/v1/credentials", { body });
    expect(status).toBe(500);
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(Object.keys(json).toSorted()).toEqual(["detail", "error_code", "status", "title", "type"]);
    expect(json).toMatchObject({ title: "Internal error", status: 500, error_code: "internal" });
    expect(text).not.toMatch(/4711|\/var\/lib|xoxb|TypeError|\bat /);
  });

  test("is in the log by its class, its place and the request's id, without its words", async () => {
    api.logged.length = 0;
    const { headers } = await api.call("POST", "/api/v1/credentials", { body: credential });
    const request_id = headers.get("x-request-id");
    expect(api.logged).toContainEqual({
      time: expect.any(String),
      level: "error",
      event: "request_failed",
      request_id,
      error_name: "TypeError",
      error_stack: expect.stringContaining("answers.test.ts"),
    });
    expect(api.logged).toContainEqual(
      expect.objectContaining({ event: "request", request_id, status: 500, route: "/api/v1/credentials" }),
    );
    expect(JSON.stringify(api.logged)).not.toMatch(/4711|xoxb/);
  });
});

test("one line a request, which names the route and never the path, the key or the body", async () => {
  api.logged.length = 0;
  const key = api.tenant.apiKey.reveal();
  const { headers } = await api.call("POST", "/api/v1/tools/http_post_json?x=1", {
    body: { arguments: { url: "u" } },
  });
  expect(api.logged.filter(({ event }) => event === "request")).toEqual([
    {
      time: expect.any(String),
      level: "info",
      event: "request",
      request_id: headers.get("x-request-id"),
      tenant_id: api.tenant.caller.tenantId,
      key_id: expect.stringMatching(UUID),
      method: "POST",
      route: "/api/v1/tools/:name",
      status: 400,
      error_code: "bad_request",
      elapsed_ms: expect.any(Number),
    },
  ]);
  expect(JSON.stringify(api.logged)).not.toContain(key);
});
