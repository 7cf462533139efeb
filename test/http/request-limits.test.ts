import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import type { PlatformBindings } from "@plumbline/http/request.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { readClientAddress } from "../../packages/local/server/listener.ts";
import { type Answer, readAnswer, startApi, startedWithTenants } from "./api-under-test.ts";

const api = startedWithTenants(() =>
  startApi({ requestRates: { perTenant: 4, perAddress: 3, runsPerTenant: 2 } }),
);

// Every limit is whole again.
beforeEach(() => api.clock.advance(60_000));

const list = (key?: string) => api.call("GET", "/api/v1/tools", key === undefined ? {} : { key });
const told = ({ status, headers }: Answer) => [
  status,
  ...["limit", "remaining", "reset"].map((name) => headers.get(`ratelimit-${name}`)),
];

describe("a tenant's requests", () => {
  test("are counted down in the answer's headers, and refused with a problem over the limit", async () => {
    expect(told(await list())).toEqual([200, "4", "3", "15"]);
    for (let more = 0; more < 3; more++) await list();
    const refused = await list();
    expect(told(refused)).toEqual([429, "4", "0", "60"]);
    expect(refused.headers.get("retry-after")).toBe("15");
    expect(refused.json).toMatchObject({ error_code: "too_many_requests", status: 429 });
  });

  test("are told the wait that is true, however many were refused", async () => {
    for (let more = 0; more < 8; more++) await list();
    expect((await list()).headers.get("retry-after")).toBe("15");
    api.clock.advance(9_500);
    expect((await list()).headers.get("retry-after")).toBe("6");
    api.clock.advance(6_000);
    expect((await list()).status).toBe(200);
  });

  test("cost another tenant nothing, and are taken again when time has passed", async () => {
    const other = (await api.createTenant("other")).apiKey.reveal();
    for (let more = 0; more < 5; more++) await list();
    expect((await list(other)).status).toBe(200);
    api.clock.advance(15_000);
    expect((await list()).status).toBe(200);
    expect((await list()).status).toBe(429);
  });

  test("are limited by its policy in place of the setting, for all of its keys together", async () => {
    const body = { requests_per_minute: 2 };
    expect((await api.call("PUT", "/api/v1/policy", { body })).status).toBe(200);
    const second = (await api.newKey()).key;
    api.clock.advance(60_000);
    expect(told(await list())).toEqual([200, "2", "1", "30"]);
    expect((await list(second)).status).toBe(200);
    expect((await list(second)).status).toBe(429);
    expect((await list()).json.detail).toMatch(/^Requests of this tenant are limited to 2 a minute/);
  });

  test("of a key with a limit of its own are refused without a cost to the tenant's other keys", async () => {
    const key = (await api.newKey({ requests_per_minute: 1 })).key;
    expect(told(await list(key))).toEqual([200, "1", "0", "60"]);
    const refused = await list(key);
    expect(told(refused)).toEqual([429, "1", "0", "60"]);
    expect(refused.json.detail).toMatch(/^Requests with this key are limited to 1 a minute/);
    expect(told(await list())).toEqual([200, "4", "2", "30"]);
    expect(await api.metrics.text()).toContain(
      `plumbline_requests_limited_total{tenant_id="${api.tenant.caller.tenantId}"} 1`,
    );
  });

  test("to the MCP server are counted, too", async () => {
    for (let more = 0; more < 4; more++) await list();
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect((await api.call("POST", "/mcp", { body })).status).toBe(429);
  });
});

describe("requests without a valid key", () => {
  const from = async (address: string, path: string, key: string | null = null) => {
    const platform: PlatformBindings = { clientAddress: address };
    return (await readAnswer(await api.fetch(api.request("GET", path, { key }), platform))).status;
  };

  test("are counted by address, and never keep out who has a key", async () => {
    const wrong = `plk_${"x".repeat(43)}`;
    const statuses: number[] = [];
    for (let at = 0; at < 3; at++) statuses.push(await from("192.0.2.1", "/api/v1/tools", wrong));
    expect(statuses).toEqual([401, 401, 401]);
    expect(await from("192.0.2.1", "/api/v1/tools", wrong)).toBe(429);
    expect(await from("192.0.2.1", "/openapi.json")).toBe(429);
    expect(await from("192.0.2.1", "/healthz")).toBe(200);
    expect(await from("192.0.2.2", "/openapi.json")).toBe(200);
    expect(await from("192.0.2.1", "/api/v1/tools", api.tenant.apiKey.reveal())).toBe(200);
  });
});

describe("the address of a client", () => {
  const proxies = parseEgressAllow("10.0.0.0/8");
  const of = (remoteAddress: string, forwarded?: string) =>
    readClientAddress({ socket: { remoteAddress }, headers: { "x-forwarded-for": forwarded } }, proxies);

  test.each([
    ["that of the connection", "192.0.2.7", "198.51.100.1", "192.0.2.7"],
    ["what a trusted proxy says", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    [
      "what the outermost trusted proxy says, not what the client says",
      "10.0.0.1",
      "1.2.3.4, 198.51.100.1, 10.0.0.2",
      "198.51.100.1",
    ],
    ["the proxy's where it says nothing", "::ffff:10.0.0.1", undefined, "10.0.0.1"],
    ["the proxy's where it names no address", "10.0.0.1", "unknown", "10.0.0.1"],
  ])("is %s", (_what, remote, forwarded, expected) => {
    expect(of(remote, forwarded)).toBe(expected);
  });
});

test("a body that does not arrive within 10 s is refused", async () => {
  let asked: () => void = () => undefined;
  const reading = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const raw = new ReadableStream<Uint8Array>(
    {
      pull: () => {
        asked();
        return new Promise<void>(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
  const answer = api.call("POST", "/api/v1/credentials", { raw });
  await reading;
  api.clock.advance(10_000);
  expect(await answer).toMatchObject({ status: 400, json: { error_code: "bad_request" } });
});
