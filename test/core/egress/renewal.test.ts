import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { type Egress, openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPool } from "../../../packages/core/egress/pool.ts";
import { PooledHttpClient } from "../../../packages/core/egress/pooled-http-client.ts";
import { call, failureOf } from "./calls.ts";

const ANSWER = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nkeep-alive: timeout=600\r\n\r\nok";
/** Time for which the pool keeps an unused connection. */
const KEEP_ALIVE_MS = 4_000;

let server: Server;
let url: string;
let clock: ManualClock;
let egress: Egress;
let connections: Socket[];
/** Requests that were taken. */
let taken: string[];
/**
 * As a server does that has forgotten its connections while nobody listened to it: whatever comes on one is
 * met with a reset.
 */
let forgotten: Set<Socket>;
/** Answers that are held back until told. */
let held: (() => void)[] | undefined;

beforeEach(async () => {
  connections = [];
  taken = [];
  forgotten = new Set();
  held = undefined;
  server = createServer((socket) => {
    connections.push(socket);
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      if (forgotten.has(socket)) {
        socket.resetAndDestroy();
        return;
      }
      taken.push(String(bytes).split(" ")[1] ?? "");
      if (held) held.push(() => socket.write(ANSWER));
      else socket.write(ANSWER);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no TCP address.");
  url = `http://127.0.0.1:${address.port}`;
  clock = new ManualClock(undefined, { autoAdvance: false });
  egress = openEgress({ clock, allow: parseEgressAllow(`127.0.0.1:${address.port}`) });
});

afterEach(async () => {
  for (const socket of connections) socket.destroy();
  await egress.close();
  await new Promise((resolve) => server.close(resolve));
});

/** One piece of work: it ends, and the process rests for so long. */
async function workThenRest(ms: number): Promise<void> {
  egress.wake();
  await egress.provider.send(call(`${url}/before`, "write"));
  await egress.guarded.send(call(`${url}/before`, "write"));
  egress.rest();
  clock.advance(ms);
}

describe("after a rest longer than connections are kept", () => {
  test.each(["provider", "guarded"] as const)(
    "a write of %s goes out on a new connection, once, and is answered",
    async (pool) => {
      await workThenRest(KEEP_ALIVE_MS + 1);
      forgotten = new Set(connections);
      expect(egress.wake()).toBe(true);
      expect((await egress[pool].send(call(`${url}/after`, "write"))).status).toBe(200);
      expect(taken).toEqual(["/before", "/before", "/after"]);
      expect(connections).toHaveLength(3);
    },
  );

  test("the old connections are closed", async () => {
    await workThenRest(KEEP_ALIVE_MS + 1);
    const closed = connections.map((socket) => once(socket, "end"));
    egress.wake();
    await Promise.all(closed);
  });

  test("a request that was left under way still ends on its own", async () => {
    held = [];
    const answer = egress.provider.send(call(`${url}/under-way`, "read"));
    while (held.length === 0) await new Promise(setImmediate);
    egress.rest();
    clock.advance(KEEP_ALIVE_MS + 1);
    expect(egress.wake()).toBe(true);
    for (const reply of held) reply();
    expect((await answer).status).toBe(200);
  });

  test("without being told, nobody knows what became of the write", async () => {
    await workThenRest(KEEP_ALIVE_MS + 1);
    forgotten = new Set(connections);
    const failure = await failureOf(egress.provider.send(call(`${url}/after`, "write")));
    expect(failure.detail.outcomeUnknown).toBe(true);
  });
});

test("after a shorter rest the connections are used again", async () => {
  await workThenRest(KEEP_ALIVE_MS);
  expect(egress.wake()).toBe(false);
  await egress.provider.send(call(`${url}/after`, "write"));
  expect(connections).toHaveLength(2);
});

test("work that follows no rest keeps its connections, however long it takes", async () => {
  expect(egress.wake()).toBe(false);
  await egress.provider.send(call(`${url}/before`, "write"));
  clock.advance(60 * KEEP_ALIVE_MS);
  expect(egress.wake()).toBe(false);
  await egress.provider.send(call(`${url}/after`, "write"));
  expect(connections).toHaveLength(1);
});

describe("a server that ends its idle connections", () => {
  test.each(["end", "resetAndDestroy"] as const)("by %s costs no write", async (ends) => {
    for (let at = 0; at < 5; at++) {
      expect((await egress.provider.send(call(`${url}/${at}`, "write"))).status).toBe(200);
      const [socket] = connections.slice(-1);
      socket?.[ends]();
      if (socket && !socket.closed) await once(socket, "close");
      // The event loop learns of the end in its next turn at the latest.
      await new Promise(setImmediate);
    }
    expect(taken).toEqual(["/0", "/1", "/2", "/3", "/4"]);
    expect(connections).toHaveLength(5);
  });
});

test("a write that waits for a connection which then dies is sent on another one, once", async () => {
  const pool = createPool({ connectionsPerOrigin: 1 });
  const http = new PooledHttpClient(pool, clock);
  held = [];
  const first = failureOf(http.send(call(`${url}/first`, "write")));
  const second = http.send(call(`${url}/second`, "write"));
  while (held.length === 0) await new Promise(setImmediate);
  held = undefined;
  connections[0]?.resetAndDestroy();
  expect((await first).detail.outcomeUnknown).toBe(true);
  expect((await second).status).toBe(200);
  expect(taken).toEqual(["/first", "/second"]);
  await pool.close();
});
