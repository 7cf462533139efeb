import { createPool } from "@plumbline/core/egress/pool.ts";
import { PooledHttpClient } from "@plumbline/core/egress/pooled-http-client.ts";
import { AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import { hangBeforeHeaders, json } from "@plumbline/sandbox/server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import type { Agent } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../support/manual-clock.ts";
import { call, failureOf } from "./calls.ts";

let server: ScriptedServer;
let clock: ManualClock;
let pool: Agent;
let http: PooledHttpClient;

beforeEach(async () => {
  server = await startScriptedServer({ name: "provider", handle: () => json({ ok: true }) });
  clock = new ManualClock(undefined, { autoAdvance: false });
  pool = createPool();
  http = new PooledHttpClient(pool, clock);
});

afterEach(async () => {
  await pool.destroy();
  await server.close();
});

const EFFECTS = ["read", "write"] as const;

describe.each(EFFECTS)("a %s that its caller cancels", (effect) => {
  test("before it began is never sent", async () => {
    const failure = await failureOf(http.send(call(server.url, effect, { signal: AbortSignal.abort() })));
    expect(failure).toBeInstanceOf(AdapterTransientError);
    expect(failure.message).toBe("The call was cancelled by its caller.");
    expect(failure.detail).toMatchObject({ providerCode: "aborted", permanent: true, outcomeUnknown: false });
    expect((await http.send(call(`${server.url}/next`, "read"))).status).toBe(200);
    expect(server.requests.map((request) => request.path)).toEqual(["/next"]);
  });

  test("while connecting is never sent, though the connection is then made", async () => {
    let connectNow: () => void = () => undefined;
    const held = createPool({
      connector: (open) => (options, callback) => {
        connectNow = () => open()(options, callback);
      },
    });
    const client = new PooledHttpClient(held, clock);
    const cancel = new AbortController();
    const failing = failureOf(
      client.send(call(`${server.url}/cancelled`, effect, { signal: cancel.signal })),
    );
    const next = client.send(call(`${server.url}/next`, "read"));
    cancel.abort();
    connectNow();
    expect((await failing).detail).toMatchObject({ providerCode: "aborted", outcomeUnknown: false });
    connectNow();
    expect((await next).status).toBe(200);
    await held.destroy();
    expect(server.requests.map((request) => request.path)).toEqual(["/next"]);
  });

  test("while it waits for an answer may have happened if it is a write", async () => {
    server.script("", hangBeforeHeaders());
    const cancel = new AbortController();
    const failing = failureOf(http.send(call(server.url, effect, { signal: cancel.signal })));
    await server.waitForRequests(1);
    cancel.abort();
    expect((await failing).detail).toMatchObject({
      providerCode: "aborted",
      outcomeUnknown: effect === "write",
    });
  });

  test("after its answer keeps its answer", async () => {
    const cancel = new AbortController();
    const answer = await http.send(call(server.url, effect, { signal: cancel.signal }));
    cancel.abort();
    clock.advance(60_000);
    expect(answer).toMatchObject({ status: 200, truncated: false });
  });
});
