import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import type { Agent } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPool } from "../../../packages/core/egress/pool.ts";
import { PooledHttpClient } from "../../../packages/core/egress/pooled-http-client.ts";
import { startedForEach } from "../../support/started.ts";
import { call } from "./calls.ts";

const server = startedForEach(() =>
  startScriptedServer({ name: "provider", handle: () => json({ ok: true }) }),
);
let pool: Agent;
let http: PooledHttpClient;

beforeEach(async () => {
  pool = createPool();
  http = new PooledHttpClient(pool, new ManualClock());
});

afterEach(async () => {
  await pool.destroy();
});

describe("an exchange", () => {
  test("sends the method, path, query, headers and body as given, with a user agent and no wish for compression", async () => {
    await http.send(
      call(`${server.url}/a%20b?q=1&q=2#part`, "write", {
        method: "PUT",
        headers: { authorization: "Bearer token", "content-type": "text/plain" },
        body: "grüße",
      }),
    );
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "PUT", path: "/a%20b", text: "grüße" });
    expect(request?.query.getAll("q")).toEqual(["1", "2"]);
    expect(request?.headers).toMatchObject({
      authorization: "Bearer token",
      "content-type": "text/plain",
      "content-length": "7",
    });
    expect(request?.headers["user-agent"]).toMatch(/^Plumbline\//);
    expect(request?.headers["accept-encoding"]).toBe("identity");
  });

  test("gives back lower-case header names and the body as it was", async () => {
    server.script("", json({ grüße: "ja" }, 201, { "X-Request-Id": "abc" }));
    const answer = await http.send(call(server.url, "read"));
    expect(answer).toMatchObject({ status: 201, ok: true, truncated: false });
    expect(answer.headers["x-request-id"]).toBe("abc");
    expect(answer.json()).toEqual({ grüße: "ja" });
  });

  test("has no JSON when the answer is not JSON", async () => {
    server.script("", { status: 502, body: "<h1>502</h1>" });
    const answer = await http.send(call(server.url, "read"));
    expect(answer).toMatchObject({ status: 502, ok: false });
    expect(answer.json()).toBeUndefined();
  });
});
