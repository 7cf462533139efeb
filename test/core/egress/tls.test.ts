import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { createServer, type Server } from "node:tls";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { guardConnector } from "@plumbline/core/egress/guard.ts";
import { createTrustContext } from "@plumbline/core/egress/trust-context.ts";
import { AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import { json, resetAfterReading, resetBeforeReading } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import type { Agent } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createPool, type PoolOptions } from "../../../packages/core/egress/pool.ts";
import { PooledHttpClient } from "../../../packages/core/egress/pooled-http-client.ts";
import { startedForEach } from "../../support/started.ts";
import { call, failureOf } from "./calls.ts";

// openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj "/CN=Plumbline
// test fixture"
//   -addext "subjectAltName=DNS:hooks.example.com,IP:127.0.0.1" -keyout self-signed.key.pem -out
//   self-signed.cert.pem
const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url), "utf8");
const cert = fixture("self-signed.cert.pem");
const key = fixture("self-signed.key.pem");

const server = startedForEach(() =>
  startScriptedServer({ name: "receiver", handle: () => json({ ok: true }) }),
);
let terminator: Server;
let port: number;
let serverNames: string[];
const pools: Agent[] = [];

beforeEach(async () => {
  serverNames = [];
  // TLS ends here; what is inside goes to the scripted server, and a connection that breaks on one side
  // breaks on the other.
  terminator = createServer({ cert, key, SNICallback: noteServerName }, (outer) => {
    const inner = connect(server.port, "127.0.0.1");
    outer.on("error", () => inner.destroy()).on("close", () => inner.destroy());
    inner.on("error", () => outer.destroy()).on("close", () => outer.destroy());
    outer.pipe(inner).pipe(outer);
  });
  await new Promise<void>((resolve) => terminator.listen(0, "127.0.0.1", resolve));
  const address = terminator.address();
  if (address === null || typeof address === "string") throw new Error("the terminator has no TCP address");
  port = address.port;
});

function noteServerName(name: string, callback: (error: null) => void): void {
  serverNames.push(name);
  callback(null);
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.destroy()));
  await new Promise((resolve) => terminator.close(resolve));
});

function client(options: PoolOptions): PooledHttpClient {
  const pool = createPool(options);
  pools.push(pool);
  return new PooledHttpClient(pool, new ManualClock());
}

/** A guarded client for which every name is this machine, with the terminator's port exempt. */
function guarded(): PooledHttpClient {
  const connector = guardConnector(parseEgressAllow(`127.0.0.1:${port}`), (_name, _options, callback) =>
    callback(null, [{ address: "127.0.0.1", family: 4 }]),
  );
  return client({ secureContext: createTrustContext(cert), connector });
}

describe.each(["read", "write"] as const)(
  "a %s to a certificate that does not verify is not sent and not worth repeating",
  (effect) => {
    test("self-signed", async () => {
      const failure = await failureOf(client({}).send(call(`https://127.0.0.1:${port}/`, effect)));
      expect(failure).toBeInstanceOf(AdapterTransientError);
      expect(failure.message).toBe(`The certificate of 127.0.0.1:${port} could not be verified.`);
      expect(failure.detail).toMatchObject({
        providerCode: "DEPTH_ZERO_SELF_SIGNED_CERT",
        permanent: true,
        outcomeUnknown: false,
      });
      expect(server.requests).toEqual([]);
    });

    test("trusted, but of another name", async () => {
      const failure = await failureOf(guarded().send(call(`https://other.example.com:${port}/`, effect)));
      expect(failure.detail).toMatchObject({
        providerCode: "ERR_TLS_CERT_ALTNAME_INVALID",
        permanent: true,
        outcomeUnknown: false,
      });
      expect(server.requests).toEqual([]);
    });
  },
);

test("a server that does not speak TLS is a failure before sending", async () => {
  const failure = await failureOf(client({}).send(call(`https://127.0.0.1:${server.port}/`, "write")));
  expect(failure).toBeInstanceOf(AdapterTransientError);
  expect(failure.detail).toMatchObject({ permanent: false, outcomeUnknown: false });
});

test("an extra certificate is trusted beside the system's", async () => {
  const answer = await client({ secureContext: createTrustContext(cert) }).send(
    call(`https://127.0.0.1:${port}/`, "write"),
  );
  expect(answer.status).toBe(200);
});

test("the guard connects to the judged address and asks for the name's certificate", async () => {
  const answer = await guarded().send(call(`https://hooks.example.com:${port}/`, "write"));
  expect(answer.status).toBe(200);
  expect(serverNames).toEqual(["hooks.example.com"]);
  expect(server.requests[0]?.headers.host).toBe(`hooks.example.com:${port}`);
});

// Over TLS a write is reported done one turn late, so a request counts as sent as soon as it was begun.
test("a reset of a large write half-way counts as sent, to be on the safe side", async () => {
  server.script("", resetBeforeReading());
  const body = Buffer.alloc(24 * 1024 * 1024, "x");
  const http = client({ secureContext: createTrustContext(cert) });
  const failure = await failureOf(http.send(call(`https://127.0.0.1:${port}/`, "write", { body })));
  expect(failure.detail).toMatchObject({ outcomeUnknown: true });
  expect(server.requests).toEqual([]);
});

describe("a reset after the request was read", () => {
  test.each([
    ["small", "x"],
    ["large", Buffer.alloc(2 * 1024 * 1024, "x")],
  ])("leaves a %s write unknown", async (_size, body) => {
    server.script("", resetAfterReading());
    const http = client({ secureContext: createTrustContext(cert) });
    const failure = await failureOf(http.send(call(`https://127.0.0.1:${port}/`, "write", { body })));
    expect(failure).toBeInstanceOf(AdapterTransientError);
    expect(failure.detail).toMatchObject({ outcomeUnknown: true });
    expect(server.requests).toHaveLength(1);
  });
});
