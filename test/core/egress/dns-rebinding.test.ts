import { Socket } from "node:net";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { BlockedDestinationError, guardConnector, type LookupAll } from "@plumbline/core/egress/guard.ts";
import { createPool } from "@plumbline/core/egress/pool.ts";
import { PooledHttpClient } from "@plumbline/core/egress/pooled-http-client.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import type { Agent, buildConnector } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../support/manual-clock.ts";
import { call, failureOf } from "./calls.ts";
import { resolver } from "./resolver.ts";

let server: ScriptedServer;
const pools: Agent[] = [];

beforeEach(async () => {
  server = await startScriptedServer({ name: "receiver", handle: () => json({ ok: true }) });
});

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.destroy()));
  await server.close();
});

function guardedClient(allow: string, lookup: LookupAll): PooledHttpClient {
  const pool = createPool({ connector: guardConnector(parseEgressAllow(allow), lookup) });
  pools.push(pool);
  return new PooledHttpClient(pool, new ManualClock());
}

/** Only the server's own port is exempt, as an operator would write it. */
function exemptServer(): string {
  return `127.0.0.1:${server.port}`;
}

describe("DNS rebinding", () => {
  test("every new connection is judged by its own answer", async () => {
    server.scriptAlways("", json({ ok: true }, 200, { connection: "close" }));
    const { lookup, asked } = resolver(["127.0.0.1"], ["127.0.0.2"]);
    const http = guardedClient(exemptServer(), lookup);
    const url = `http://rebind.example.com:${server.port}/`;
    expect((await http.send(call(url, "write"))).status).toBe(200);
    expect(await failureOf(http.send(call(url, "write")))).toBeInstanceOf(AdapterValidationError);
    expect(asked).toHaveLength(2);
    expect(server.requests).toHaveLength(1);
  });

  test("the connection goes to the very addresses that were judged", async () => {
    const { lookup, asked } = resolver(["93.184.216.34", "2606:4700::6810:85e5"], ["127.0.0.1"]);
    const connected = new Socket();
    Object.defineProperty(connected, "remoteAddress", { value: "93.184.216.34" });
    let used: unknown;
    const connect = guardConnector(
      parseEgressAllow(""),
      lookup,
    )((checked) => (options, callback) => {
      checked?.(options.hostname, { all: true }, (error, addresses) => {
        used = error ?? addresses;
        callback(null, connected);
      });
    });
    expect(await opened(connect, "rebind.example.com")).toBe(connected);
    expect(used).toEqual([
      { address: "93.184.216.34", family: 4 },
      { address: "2606:4700::6810:85e5", family: 6 },
    ]);
    expect(asked).toHaveLength(1);
  });

  test("a resolver's answer is given in the old form where that is asked for", async () => {
    const { lookup } = resolver(["93.184.216.34", "2606:4700::6810:85e5"]);
    const connected = new Socket();
    Object.defineProperty(connected, "remoteAddress", { value: "93.184.216.34" });
    let used: unknown[] = [];
    const connect = guardConnector(
      parseEgressAllow(""),
      lookup,
    )((checked) => (options, callback) => {
      checked?.(options.hostname, {}, (...answer) => {
        used = answer;
        callback(null, connected);
      });
    });
    await opened(connect, "rebind.example.com");
    expect(used).toEqual([null, "93.184.216.34", 4]);
  });

  test("a socket that ended up at a blocked address is destroyed, whatever the resolver had said", async () => {
    const stray = new Socket();
    Object.defineProperty(stray, "remoteAddress", { value: "127.0.0.1" });
    const connect = guardConnector(
      parseEgressAllow(""),
      resolver(["93.184.216.34"]).lookup,
    )(() => (_options, callback) => callback(null, stray));
    expect(await opened(connect, "rebind.example.com")).toBeInstanceOf(BlockedDestinationError);
    expect(stray.destroyed).toBe(true);
  });

  test("a socket that cannot tell where it went is not used, and that is a lost connection", async () => {
    const closed = new Socket();
    const connect = guardConnector(
      parseEgressAllow(""),
      resolver(["93.184.216.34"]).lookup,
    )(() => (_options, callback) => callback(null, closed));
    expect(await opened(connect, "rebind.example.com")).toMatchObject({ code: "ECONNRESET" });
    expect(closed.destroyed).toBe(true);
  });
});

function opened(connect: buildConnector.connector, hostname: string): Promise<Socket | Error> {
  return new Promise((resolve) => {
    connect({ hostname, protocol: "https:", port: "" }, (error, socket) => resolve(error ?? socket));
  });
}
