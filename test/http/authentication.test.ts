import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { startApi } from "./api-under-test.ts";

const api = startedForFile(startApi);

describe("a caller without a good key", () => {
  const unknownKey = `plk_${"A".repeat(43)}`;

  test.each([
    ["no header", undefined],
    ["an empty header", ""],
    ["another scheme", `Basic ${unknownKey}`],
    ["no key behind the scheme", "Bearer "],
    ["two keys", `Bearer ${unknownKey} ${unknownKey}`],
    ["something that is no key", "Bearer xoxb-1"],
    ["a key that is too short", "Bearer plk_AAAA"],
    ["an unknown key", `Bearer ${unknownKey}`],
    ["a JWT", "Bearer eyJhbGciOiJub25lIn0.eyJ0ZW5hbnRfaWQiOiJ4In0."],
  ])("%s is a 401 that says how to authenticate", async (_what, authorization) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await api.call("GET", "/api/v1/tools", { key: null, headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(answer.json).toEqual({
      type: "urn:plumbline:problem:unauthenticated",
      title: "Not authenticated",
      status: 401,
      detail: expect.any(String),
      error_code: "unauthenticated",
    });
    if (authorization) expect(answer.text).not.toContain(unknownKey);
  });

  test.each([
    ["no key", null],
    ["a wrong key", unknownKey],
  ])("%s: the refusal says where a key is, and which header it goes into", async (_what, key) => {
    const { detail } = (await api.call("GET", "/api/v1/tools", { key })).json;
    expect(detail).toContain("`Authorization: Bearer plk_…`");
    expect(detail).toContain(".plumbline/agent-key");
    expect(detail).toContain("npx --no plumbline key create TENANT NAME");
  });

  test("the scheme is read in any case", async () => {
    const authorization = `bEARER ${api.tenant.apiKey.reveal()}`;
    expect((await api.call("GET", "/api/v1/tools", { key: null, headers: { authorization } })).status).toBe(
      200,
    );
  });

  test("a key is refused from the second on at which it expires", async () => {
    const expires_at = new Date(api.clock.now() + 60_000).toISOString();
    const { key } = await api.newKey({ expires_at });
    api.clock.advance(59_000);
    expect((await api.call("GET", "/api/v1/tools", { key })).status).toBe(200);
    api.clock.advance(1_000);
    expect((await api.call("GET", "/api/v1/tools", { key })).status).toBe(401);
  });
});

test("a key revoked while a slow body came does nothing any more", async () => {
  const { key, path: revokePath } = await api.newKey();
  let calls = 0;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (calls++ > 0) return controller.close();
    api.clock.advance(2_000);
    expect((await api.call("DELETE", revokePath, { key: api.operatorKey })).status).toBe(200);
    controller.enqueue(Buffer.from('{"arguments":{}}'));
  };
  // Nothing is read ahead: the body comes only once the service asks for it.
  const raw = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 });
  expect((await api.call("POST", "/api/v1/tools/connections_list", { key, raw })).status).toBe(401);
});
