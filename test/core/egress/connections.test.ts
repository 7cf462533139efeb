import { getEventListeners } from "node:events";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { PERMITS_PER_ORIGIN } from "@plumbline/core/fairness/process-shares.ts";
import { hangBeforeHeaders, json, type Reply, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import type { Agent } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPool } from "../../../packages/core/egress/pool.ts";
import { PooledHttpClient } from "../../../packages/core/egress/pooled-http-client.ts";
import { startedForEach } from "../../support/started.ts";
import { call, failureOf } from "./calls.ts";

const LIMIT = 256;

const server = startedForEach(() =>
  startScriptedServer({ name: "provider", handle: () => json({ ok: true }) }),
);
let clock: ManualClock;
let pool: Agent;
let http: PooledHttpClient;
let connections: number;

function startPool(connectionsPerOrigin?: number): Agent {
  return createPool({
    connectionsPerOrigin,
    connector: (open) => {
      const connect = open();
      return (options, callback) => {
        connections += 1;
        connect(options, callback);
      };
    },
  });
}

beforeEach(async () => {
  clock = new ManualClock(undefined, { autoAdvance: false });
  connections = 0;
  pool = startPool(LIMIT);
  http = new PooledHttpClient(pool, clock);
});

afterEach(async () => {
  await pool.destroy();
});

/** Answers that are held back until told. */
function gate(): { reply: () => Promise<Reply>; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { reply: () => opened.then(() => json({ ok: true })), open };
}

describe("one after another", () => {
  test("calls share one connection, each made as soon as the one before is answered", async () => {
    for (let index = 0; index < 5; index += 1) {
      expect((await http.send(call(server.url, "write"))).status).toBe(200);
    }
    expect(connections).toBe(1);
  });

  test("calls share it though their bodies fill the socket", async () => {
    const body = Buffer.alloc(8 * 1024 * 1024, "x");
    for (let index = 0; index < 2; index += 1) {
      expect((await http.send(call(server.url, "write", { body }))).status).toBe(200);
    }
    expect(connections).toBe(1);
  });

  test("a shared connection's earlier traffic does not count as this request being sent", async () => {
    await http.send(call(server.url, "write"));
    server.script("", resetAfterReading());
    expect((await failureOf(http.send(call(server.url, "write")))).detail.outcomeUnknown).toBe(true);
    await server.close();
    expect((await failureOf(http.send(call(server.url, "write")))).detail.outcomeUnknown).toBe(false);
  });

  test("a connection the server ends is replaced without a failure", async () => {
    server.script("", json({ ok: true }, 200, { connection: "close" }));
    await http.send(call(server.url, "write"));
    expect((await http.send(call(server.url, "write"))).status).toBe(200);
    expect(connections).toBe(2);
  });
});

describe("more at once than there are connections", () => {
  const many = Array.from({ length: 300 }, (_, index) => `/${index}`);

  test("use as many connections as are allowed, and all are answered", async () => {
    const held = gate();
    server.scriptAlways("", held.reply);
    const answers = many.map((path) => http.send(call(server.url + path, "write")));
    await server.waitForRequests(LIMIT);
    held.open();
    expect((await Promise.all(answers)).every((answer) => answer.status === 200)).toBe(true);
    expect(connections).toBe(LIMIT);
  });

  test.each(["/0", "/299"])("and one (%s) is reset: that one alone may have happened", async (path) => {
    server.script(`POST ${path}`, resetAfterReading());
    const outcomes = await Promise.allSettled(
      many.map((each) => http.send(call(server.url + each, "write"))),
    );
    const failed = outcomes.flatMap((outcome, index) =>
      outcome.status === "rejected" ? [[many[index], outcome.reason]] : [],
    );
    expect(failed).toEqual([
      [path, expect.objectContaining({ detail: expect.objectContaining({ outcomeUnknown: true }) })],
    ]);
  });

  test("and none is answered: those that waited for a connection were not sent", async () => {
    server.scriptAlways("", hangBeforeHeaders());
    const failing = many.map((path) => failureOf(http.send(call(server.url + path, "write"))));
    await server.waitForRequests(LIMIT);
    clock.advance(30_000);
    const failures = await Promise.all(failing);
    expect(failures.filter((failure) => failure.detail.outcomeUnknown)).toHaveLength(LIMIT);
    expect(failures.filter((failure) => !failure.detail.outcomeUnknown)).toHaveLength(many.length - LIMIT);

    server.clear();
    expect((await http.send(call(`${server.url}/next`, "write"))).status).toBe(200);
    expect(server.requests.map((request) => request.path)).toEqual(["/next"]);
  });

  test("and the port is closed: all are refused at once, none was sent", async () => {
    await server.close();
    const failures = await Promise.all(
      many.map((path) => failureOf(http.send(call(server.url + path, "write")))),
    );
    expect(new Set(failures.map((failure) => failure.detail.providerCode))).toEqual(
      new Set(["ECONNREFUSED"]),
    );
    expect(failures.every((failure) => failure.detail.outcomeUnknown === false)).toBe(true);
  });

  test("a call cancelled while it waits is not sent and costs no connection", async () => {
    const held = gate();
    server.scriptAlways("", held.reply);
    const answers = many.slice(0, LIMIT).map((path) => http.send(call(server.url + path, "write")));
    const cancel = new AbortController();
    const cancelled = failureOf(
      http.send(call(`${server.url}/cancelled`, "write", { signal: cancel.signal })),
    );
    await server.waitForRequests(LIMIT);
    cancel.abort();
    expect((await cancelled).detail).toMatchObject({ providerCode: "aborted", outcomeUnknown: false });
    held.open();
    await Promise.all(answers);
    await Promise.all(answers.map(() => http.send(call(`${server.url}/next`, "write"))));
    expect(server.requests.some((request) => request.path === "/cancelled")).toBe(false);
    expect(connections).toBe(LIMIT);
  });
});

test("permits that tenants share at one origin never fill its connections", async () => {
  const shipped = startPool();
  const client = new PooledHttpClient(shipped, clock);
  server.scriptAlways("POST /hanging", hangBeforeHeaders());
  const hanging = Array.from({ length: PERMITS_PER_ORIGIN }, () =>
    failureOf(client.send(call(`${server.url}/hanging`, "write"))),
  );
  await server.waitForRequests(PERMITS_PER_ORIGIN);
  expect((await client.send(call(`${server.url}/next`, "write"))).status).toBe(200);
  clock.advance(30_000);
  await Promise.all(hanging);
  await shipped.destroy();
});

test("a finished call leaves no timer and no listener behind", async () => {
  const timers = new Set<object>();
  const counting: Clock = {
    now: () => 0,
    monotonic: () => 0,
    wait: () => Promise.reject(new Error("nothing waits here")),
    after() {
      const timer = {};
      timers.add(timer);
      return () => timers.delete(timer);
    },
  };
  const client = new PooledHttpClient(pool, counting);
  const { signal } = new AbortController();
  const running = client.send(call(server.url, "write", { signal }));
  expect([timers.size, getEventListeners(signal, "abort").length]).toEqual([1, 1]);
  await running;
  expect([timers.size, getEventListeners(signal, "abort").length]).toEqual([0, 0]);
  server.script("", resetAfterReading());
  await failureOf(client.send(call(server.url, "write", { signal })));
  expect([timers.size, getEventListeners(signal, "abort").length]).toEqual([0, 0]);
});
