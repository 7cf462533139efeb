import { type AddressInfo, createServer, type Socket } from "node:net";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { guardConnector } from "@plumbline/core/egress/guard.ts";
import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import {
  closeAfterReading,
  cutBody,
  hangAfterHeaders,
  hangBeforeHeaders,
  hangInBody,
  json,
  type Reply,
  resetAfterReading,
  resetBeforeReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { type Agent, errors } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPool } from "../../../packages/core/egress/pool.ts";
import { PooledHttpClient } from "../../../packages/core/egress/pooled-http-client.ts";
import { startedForEach } from "../../support/started.ts";
import { call, failureOf, undiciEvent } from "./calls.ts";

const server = startedForEach(() =>
  startScriptedServer({ name: "provider", handle: () => json({ ok: true }) }),
);
let clock: ManualClock;
let pool: Agent;
let http: PooledHttpClient;

beforeEach(async () => {
  clock = new ManualClock(undefined, { autoAdvance: false });
  pool = createPool();
  http = new PooledHttpClient(pool, clock);
});

afterEach(async () => {
  await pool.destroy();
});

const EFFECTS = ["read", "write"] as const;
const LARGE_BODY = Buffer.alloc(24 * 1024 * 1024, "x");

describe.each(EFFECTS)("a %s that was not sent may be repeated", (effect) => {
  test("refused connection", async () => {
    await server.close();
    const failure = await failureOf(http.send(call(server.url, effect)));
    expect(failure).toBeInstanceOf(AdapterTransientError);
    expect(failure.message).toBe(
      `127.0.0.1:${server.port} could not be reached: the connection was refused or there is no route.`,
    );
    expect(failure.detail).toMatchObject({
      providerCode: "ECONNREFUSED",
      outcomeUnknown: false,
      permanent: false,
    });
  });

  test("every address of a name refused, which Node tells as a group of errors", async () => {
    await server.close();
    const several = createPool({
      connector: guardConnector(parseEgressAllow("127.0.0.0/8"), (_name, _options, callback) =>
        callback(null, [
          { address: "127.0.0.1", family: 4 },
          { address: "127.0.0.2", family: 4 },
        ]),
      ),
    });
    const url = `http://api.example.com:${server.port}/`;
    const failure = await failureOf(new PooledHttpClient(several, clock).send(call(url, effect)));
    await several.destroy();
    expect(failure.detail).toMatchObject({ providerCode: "ECONNREFUSED", outcomeUnknown: false });
  });

  test("connecting too slow by the pool's own bound", async () => {
    const slow = createPool({
      connector: () => (_options, callback) => callback(new errors.ConnectTimeoutError(), null),
    });
    const failure = await failureOf(new PooledHttpClient(slow, clock).send(call(server.url, effect)));
    await slow.destroy();
    expect(failure.message).toBe(`Connecting to 127.0.0.1:${server.port} took too long.`);
    expect(failure.detail).toMatchObject({ providerCode: "UND_ERR_CONNECT_TIMEOUT", outcomeUnknown: false });
  });

  test("time-out while connecting", async () => {
    const stuck = createPool({ connector: () => () => undefined });
    const failing = failureOf(new PooledHttpClient(stuck, clock).send(call(server.url, effect)));
    clock.advance(30_000);
    const failure = await failing;
    await stuck.destroy();
    expect(failure).toBeInstanceOf(AdapterTransientError);
    expect(failure.detail).toMatchObject({ providerCode: "timeout", outcomeUnknown: false });
  });

  test("a large body of which the server took only the beginning", async () => {
    server.script("", resetBeforeReading());
    const failure = await failureOf(
      http.send(call(server.url, effect, { method: "POST", body: LARGE_BODY })),
    );
    expect(failure).toBeInstanceOf(AdapterTransientError);
    expect(failure.detail).toMatchObject({ outcomeUnknown: false });
    expect(server.requests).toEqual([]);
  });

  test("a header that HTTP does not allow is the caller's mistake, told without its value", async () => {
    const failure = await failureOf(
      http.send(call(server.url, effect, { headers: { "x-note": "secret\nvalue" } })),
    );
    expect(failure).toBeInstanceOf(AdapterValidationError);
    expect(failure.message).toBe(
      `The request to 127.0.0.1:${server.port} cannot be sent: invalid x-note header.`,
    );
  });
});

describe.each(EFFECTS)("a %s that was sent and got no answer", (effect) => {
  const outcomeUnknown = effect === "write";

  test.each([
    ["reset before its few bytes were read", resetBeforeReading(), "ECONNRESET"],
    ["reset after it was read", resetAfterReading(), "ECONNRESET"],
    ["closed in good order after it was read", closeAfterReading(), "UND_ERR_SOCKET"],
  ])("%s", async (_what, reply, providerCode) => {
    server.script("", reply);
    const failure = await failureOf(http.send(call(server.url, effect)));
    expect(failure).toBeInstanceOf(AdapterTransientError);
    expect(failure.message).toBe(`127.0.0.1:${server.port} closed the connection without responding.`);
    expect(failure.detail).toMatchObject({ providerCode, outcomeUnknown, permanent: false });
    expect(failure.detail.status).toBeUndefined();
  });

  test("100 Continue without being asked to is named", async () => {
    const continuing = createServer((socket) => {
      socket.once("data", () => socket.end("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"));
    });
    await new Promise<void>((resolve) => continuing.listen(0, "127.0.0.1", resolve));
    const { port } = continuing.address() as AddressInfo;
    const failure = await failureOf(http.send(call(`http://127.0.0.1:${port}`, effect)));
    continuing.close();
    expect(failure.message).toContain("sent 100 Continue without being asked to");
    expect(failure.detail).toMatchObject({ outcomeUnknown });
  });

  test("a large body that was read whole before the reset", async () => {
    server.script("", resetAfterReading());
    const failure = await failureOf(
      http.send(call(server.url, effect, { method: "POST", body: LARGE_BODY })),
    );
    expect(failure.detail).toMatchObject({ outcomeUnknown });
    expect(server.requests[0]?.body.length).toBe(LARGE_BODY.length);
  });

  test("a time-out before the headers", async () => {
    server.script("", hangBeforeHeaders());
    const failing = failureOf(http.send(call(server.url, effect)));
    await server.waitForRequests(1);
    clock.advance(29_999);
    clock.advance(1);
    const failure = await failing;
    expect(failure).toBeInstanceOf(AdapterTransientError);
    expect(failure.message).toBe(`127.0.0.1:${server.port} did not respond within 30 s.`);
    expect(failure.detail).toMatchObject({ providerCode: "timeout", outcomeUnknown, status: undefined });
  });

  test("an answer that is not HTTP", async () => {
    const other = await listen((socket) => socket.once("data", () => socket.end("SSH-2.0-example\r\n")));
    const failure = await failureOf(http.send(call(other.url, effect)));
    other.close();
    expect(failure).toBeInstanceOf(AdapterTransientError);
    expect(failure.message).toBe(`${new URL(other.url).host} sent a response that is not HTTP.`);
    expect(failure.detail).toMatchObject({ outcomeUnknown });
  });
});

async function listen(serve: (socket: Socket) => void): Promise<{ url: string; close: () => void }> {
  const listener = createServer(serve);
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("the listener has no TCP address");
  return { url: `http://127.0.0.1:${address.port}`, close: () => listener.close() };
}

describe("partial answers", () => {
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
        `127.0.0.1:${server.port} responded with 200 but did not finish the response within 30 s.`,
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

    test.each(["length", "chunked"] as const)(
      "a success that is cut short (framed by %s)",
      async (framing) => {
        server.script("", cutBody(LONG, { afterBytes: 10, framing }));
        const failure = await failureOf(http.send(call(server.url, effect)));
        expect(failure).toBeInstanceOf(AdapterTransientError);
        expect(failure.message).toBe(
          `127.0.0.1:${server.port} responded with 200, but the response was cut off.`,
        );
        expect(failure.detail).toMatchObject({ outcomeUnknown, status: 200 });
      },
    );

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
      expect(failure.message).toBe(`The response of 127.0.0.1:${server.port} is larger than 999 bytes.`);
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
});

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
