import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { BlockedDestinationError, guardConnector, type LookupAll } from "@plumbline/core/egress/guard.ts";
import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { json, redirect } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import type { Agent, buildConnector } from "undici";
import { afterEach, describe, expect, test } from "vitest";
import { createPool } from "../../../packages/core/egress/pool.ts";
import { PooledHttpClient } from "../../../packages/core/egress/pooled-http-client.ts";
import { startedForEach } from "../../support/started.ts";
import { call, failureOf } from "./calls.ts";
import { resolver } from "./resolver.ts";

const server = startedForEach(() =>
  startScriptedServer({ name: "receiver", handle: () => json({ ok: true }) }),
);
const pools: Agent[] = [];

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.destroy()));
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

describe("literals", () => {
  test.each([
    "http://127.0.0.1",
    "http://2130706433",
    "http://[::1]",
    "http://[::ffff:127.0.0.1]",
    "http://0",
    "http://169.254.169.254",
  ])("%s is refused without asking the resolver", async (origin) => {
    const { lookup, asked } = resolver(["127.0.0.1"]);
    const failure = await failureOf(
      guardedClient("", lookup).send(call(`${origin}:${server.port}/`, "write")),
    );
    expect(failure).toBeInstanceOf(AdapterValidationError);
    expect(failure.detail).toMatchObject({ providerCode: "blocked_destination" });
    expect(asked).toEqual([]);
    expect(server.requests).toEqual([]);
  });

  test("an exempt one is reached without asking the resolver", async () => {
    const { lookup, asked } = resolver(new Error("asked"));
    const answer = await guardedClient(exemptServer(), lookup).send(call(`${server.url}/hook`, "write"));
    expect(answer.status).toBe(200);
    expect(asked).toEqual([]);
  });

  test("an exemption holds for its port alone", async () => {
    const { lookup } = resolver(["127.0.0.1"]);
    const http = guardedClient(`127.0.0.1:${server.port === 9 ? 10 : 9}`, lookup);
    expect(await failureOf(http.send(call(`${server.url}/`, "write")))).toBeInstanceOf(
      AdapterValidationError,
    );
  });

  test("many refused at once are all refused", async () => {
    const http = guardedClient("", resolver(["127.0.0.1"]).lookup);
    const calls = Array.from({ length: 100 }, () => failureOf(http.send(call(`${server.url}/`, "write"))));
    const failures = await Promise.all(calls);
    expect(failures.every((failure) => failure instanceof AdapterValidationError)).toBe(true);
  });
});

describe("names", () => {
  test("one that resolves to an allowed address is reached, and the Host header stays the name", async () => {
    const { lookup, asked } = resolver(["127.0.0.1"]);
    const http = guardedClient(exemptServer(), lookup);
    const answer = await http.send(call(`http://hooks.example.com:${server.port}/hook`, "write"));
    expect(answer.status).toBe(200);
    expect(asked).toEqual(["hooks.example.com"]);
    expect(server.requests[0]?.headers.host).toBe(`hooks.example.com:${server.port}`);
  });

  test("one with a trailing dot is judged like any other", async () => {
    const { lookup, asked } = resolver(["127.0.0.1"]);
    const url = `http://hooks.example.com.:${server.port}/`;
    expect((await guardedClient(exemptServer(), lookup).send(call(url, "write"))).status).toBe(200);
    expect(await failureOf(guardedClient("", lookup).send(call(url, "write")))).toBeInstanceOf(
      AdapterValidationError,
    );
    expect(asked).toEqual(["hooks.example.com.", "hooks.example.com."]);
  });

  test.each([
    ["a private address", ["10.0.0.5"]],
    ["cloud metadata", ["169.254.169.254"]],
    ["an IPv6 private address", ["fd00:ec2::254"]],
    ["a mapped loopback address", ["::ffff:127.0.0.1"]],
    ["a link-local address with a zone id", ["fe80::1%eth0"]],
    ["a public address and a private one", ["93.184.216.34", "10.0.0.5"]],
    ["an exempt address and a private one", ["127.0.0.1", "127.0.0.2"]],
    ["something that is no address", ["elsewhere.example.com"]],
  ])("one that resolves to %s is refused", async (_what, addresses) => {
    const { lookup } = resolver(addresses);
    const http = guardedClient(exemptServer(), lookup);
    const failure = await failureOf(http.send(call(`http://hooks.example.com:${server.port}/`, "write")));
    expect(failure).toBeInstanceOf(AdapterValidationError);
    expect(failure.message).toBe(
      "Requests to hooks.example.com are not allowed: only public hosts can be reached.",
    );
    expect(failure.detail).toMatchObject({ providerCode: "blocked_destination" });
    expect(server.requests).toEqual([]);
  });

  test.each(["localhost", "app.localhost", "receiver.local", "metadata.google.internal", "intranet"])(
    "%s is refused by its name, though its address is exempt",
    async (name) => {
      const { lookup, asked } = resolver(["127.0.0.1"]);
      const http = guardedClient("127.0.0.0/8", lookup);
      expect(await failureOf(http.send(call(`http://${name}:${server.port}/`, "write")))).toBeInstanceOf(
        AdapterValidationError,
      );
      expect(asked).toEqual([]);
    },
  );

  test.each([["127.0.0.1"], ["127.0.0.1", "127.0.0.2"]])(
    "an exempt one is reached, though it resolves to %s inside",
    async (...addresses) => {
      const { lookup, asked } = resolver(addresses);
      const http = guardedClient(`localhost:${server.port}, hooks.example.com`, lookup);
      for (const host of ["LOCALHOST", "hooks.example.com."])
        expect((await http.send(call(`http://${host}:${server.port}/hook`, "write"))).status).toBe(200);
      expect(asked).toEqual(["localhost", "hooks.example.com."]);
    },
  );

  test("another one at the address of an exempt one is refused, and so is the address", async () => {
    const { lookup } = resolver(["127.0.0.1"]);
    const http = guardedClient("hooks.example.com", lookup);
    expect((await http.send(call(`http://hooks.example.com:${server.port}/`, "write"))).status).toBe(200);
    for (const host of ["other.example.com", "localhost", "127.0.0.1"])
      expect(await failureOf(http.send(call(`http://${host}:${server.port}/`, "write")))).toBeInstanceOf(
        AdapterValidationError,
      );
    expect(server.requests).toHaveLength(1);
  });

  test.each(["ENOTFOUND", "EAI_AGAIN"])(
    "one that cannot be resolved (%s) is a network failure, nothing sent",
    async (code) => {
      const { lookup } = resolver(Object.assign(new Error(`getaddrinfo ${code}`), { code }));
      const failure = await failureOf(
        guardedClient("", lookup).send(call("http://gone.example.com/", "write")),
      );
      expect(failure).toBeInstanceOf(AdapterTransientError);
      expect(failure.message).toBe("The host name gone.example.com could not be resolved.");
      expect(failure.detail).toMatchObject({ providerCode: code, outcomeUnknown: false });
    },
  );

  test("one without any address is one that cannot be resolved", async () => {
    const failure = await failureOf(
      guardedClient("", resolver([]).lookup).send(call("http://gone.example.com/", "read")),
    );
    expect(failure.message).toBe("The host name gone.example.com could not be resolved.");
  });
});

test("calls in a row share one connection, judged once when it was opened", async () => {
  const { lookup, asked } = resolver(["127.0.0.1"], ["127.0.0.2"]);
  const http = guardedClient(exemptServer(), lookup);
  for (const path of ["a", "b", "c"]) {
    expect((await http.send(call(`http://hooks.example.com:${server.port}/${path}`, "write"))).status).toBe(
      200,
    );
    await nextTurn(); // undici lends a connection again one turn after its answer
  }
  expect(asked).toEqual(["hooks.example.com"]);
});

test.each([301, 302, 303, 307, 308] as const)(
  "a redirect (%d) is an answer and is not followed",
  async (status) => {
    const inside = await startScriptedServer({ name: "inside", handle: () => json({ secret: true }) });
    try {
      server.script("POST /hook", redirect(`${inside.url}/`, status));
      const http = guardedClient(
        `${exemptServer()},127.0.0.1:${inside.port}`,
        resolver(["127.0.0.1"]).lookup,
      );
      const answer = await http.send(call(`${server.url}/hook`, "write"));
      expect(answer.status).toBe(status);
      expect(answer.headers.location).toBe(`${inside.url}/`);
      expect(inside.requests).toEqual([]);
    } finally {
      await inside.close();
    }
  },
);

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
