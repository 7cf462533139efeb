import { createPool } from "@plumbline/core/egress/pool.ts";
import { PooledHttpClient } from "@plumbline/core/egress/pooled-http-client.ts";
import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import {
  cutBody,
  hangAfterHeaders,
  hangInBody,
  json,
  type Reply,
  resetAfterReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import type { Agent } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../support/manual-clock.ts";
import { call, failureOf, undiciEvent } from "./calls.ts";

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
const LONG = text("x".repeat(1000));

describe.each(EFFECTS)("a %s whose answer does not come whole", (effect) => {
  const outcomeUnknown = effect === "write";

  async function timedOut(reply: Reply, seen: Parameters<typeof undiciEvent>[0]) {
    server.script("", reply);
    const answer = http.send(call(server.url, effect));
    await undiciEvent(seen);
    clock.advance(30_000);
    return answer;
  }

  test.each([
    ["hangs after the headers", hangAfterHeaders(LONG), "undici:request:headers"],
    ["hangs in mid body", hangInBody(LONG, 10), "undici:request:bodyChunkReceived"],
  ] as const)("a success that %s", async (_what, reply, seen) => {
    const failure = await failureOf(timedOut(reply, seen));
    expect(failure).toBeInstanceOf(AdapterTransientError);
    expect(failure.message).toBe(
      `127.0.0.1:${server.port} answered 200 but did not finish its answer within 30 s.`,
    );
    expect(failure.detail).toMatchObject({ providerCode: "timeout", outcomeUnknown, status: 200 });
  });

  test("a refusal that hangs is still that refusal", async () => {
    const answer = await timedOut(
      hangInBody({ ...LONG, status: 429, headers: { "retry-after": "7" } }, 10),
      "undici:request:bodyChunkReceived",
    );
    expect(answer).toMatchObject({ status: 429, truncated: true, headers: { "retry-after": "7" } });
    expect(answer.text()).toBe("x".repeat(10));
  });

  test.each(["length", "chunked"] as const)("a success that is cut short (framed by %s)", async (framing) => {
    server.script("", cutBody(LONG, { afterBytes: 10, framing }));
    const failure = await failureOf(http.send(call(server.url, effect)));
    expect(failure).toBeInstanceOf(AdapterTransientError);
    expect(failure.message).toBe(`127.0.0.1:${server.port} answered 200 but its answer broke off.`);
    expect(failure.detail).toMatchObject({ outcomeUnknown, status: 200 });
  });

  test.each([300, 503])("a refusal (%i) that is cut short is still that refusal", async (status) => {
    server.script("", cutBody({ json: { error: "unavailable" }, status }, { afterBytes: 5 }));
    const answer = await http.send(call(server.url, effect));
    expect(answer).toMatchObject({ status, truncated: true });
    expect(answer.json()).toBeUndefined();
  });

  test("a success that is too large", async () => {
    server.script("", LONG);
    const failure = await failureOf(http.send(call(server.url, effect, { maxResponseBytes: 999 })));
    expect(failure).toBeInstanceOf(AdapterValidationError);
    expect(failure.message).toBe(`The answer of 127.0.0.1:${server.port} is larger than 999 bytes.`);
    expect(failure.detail).toMatchObject({ outcomeUnknown, status: 200 });
  });

  test("a refusal that is too large is kept as far as it goes", async () => {
    server.script("", { ...LONG, status: 400 });
    const answer = await http.send(call(server.url, effect, { maxResponseBytes: 999 }));
    expect(answer).toMatchObject({ status: 400, truncated: true });
    expect(answer.body.length).toBe(999);
  });
});

test("an answer of exactly the allowed size is whole", async () => {
  server.script("", LONG);
  const answer = await http.send(call(server.url, "read", { maxResponseBytes: 1000 }));
  expect(answer).toMatchObject({ status: 200, truncated: false });
});

describe("where the status alone is the answer, a body that", () => {
  test.each([
    ["is cut short", cutBody(LONG, { afterBytes: 10 }), 10],
    ["is too large", LONG, 500],
  ])("%s is cut and flagged", async (_what, reply, length) => {
    server.script("", reply);
    const answer = await http.send(
      call(server.url, "write", { acceptPartialBody: true, maxResponseBytes: 500 }),
    );
    expect(answer).toMatchObject({ status: 200, truncated: true });
    expect(answer.body.length).toBe(length);
  });

  test("hangs is cut and flagged", async () => {
    server.script("", hangInBody(LONG, 10));
    const answering = http.send(call(server.url, "write", { acceptPartialBody: true }));
    await undiciEvent("undici:request:bodyChunkReceived");
    clock.advance(30_000);
    expect(await answering).toMatchObject({ status: 200, truncated: true });
  });

  test("never began to be answered is still a failure", async () => {
    server.script("", resetAfterReading());
    const failure = await failureOf(http.send(call(server.url, "write", { acceptPartialBody: true })));
    expect(failure.detail).toMatchObject({ outcomeUnknown: true });
  });
});
