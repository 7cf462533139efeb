import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import { beforeEach, expect, test } from "vitest";
import { MetricsRegistry } from "../../packages/local/metrics/metrics-registry.ts";
import { readExposition, sampleValue } from "../support/exposition.ts";
import { startServiceUnderTest, type TestTenant } from "../support/service-under-test.ts";
import { startedForEach } from "../support/started.ts";

const under = startedForEach(startServiceUnderTest);
let tenant: TestTenant;
let metrics: MetricsRegistry;
let ask: (method: string, path: string) => Promise<number>;
beforeEach(async () => {
  tenant = await under.createTenant("first");
  metrics = new MetricsRegistry(new ManualClock());
  const app = createApp(under.service, createRoutes(under.service), metrics);
  ask = async (method, path) => {
    const headers = { authorization: `Bearer ${tenant.apiKey.reveal()}` };
    return (await app.request(path, { method, headers })).status;
  };
});

const requests = async (labels: Record<string, string>) =>
  sampleValue(await metrics.text(), "plumbline_http_requests_total", labels);

test("requests are counted by the pattern of their route and by status, and timed", async () => {
  expect(await ask("GET", "/api/v1/tools")).toBe(200);
  expect(await ask("GET", "/api/v1/credentials/one")).toBe(404);
  expect(await ask("GET", "/api/v1/credentials/two")).toBe(404);
  expect(await requests({ route: "GET /api/v1/tools", status: "200" })).toBe(1);
  expect(await requests({ route: "GET /api/v1/credentials/{id}", status: "404" })).toBe(2);
  const timed = sampleValue(await metrics.text(), "plumbline_http_request_seconds_count", {
    route: "GET /api/v1/credentials/{id}",
  });
  expect(timed).toBe(2);
});

test("no path, method or host of a caller becomes a label", async () => {
  for (const [method, path] of [
    ["GET", "/nothing/here"],
    ["BREW", "/healthz"],
    ["DELETE", "/api/v1/tools"],
    ["GET", "/api/v1/tools/%00secret-word"],
  ] as const)
    await ask(method, path);
  const labels = [...readExposition(await metrics.text()).values()].flatMap(({ samples }) =>
    samples.flatMap((sample) => Object.values(sample.labels)),
  );
  expect(labels.filter((label) => /nothing|secret|BREW|DELETE/.test(label))).toEqual([]);
  expect(await requests({ route: "unmatched" })).toBe(4);
});

test("a request that failed inside is counted with its status", async () => {
  under.service.tenants.list = () => Promise.reject(new Error("boom"));
  const { key } = await under.service.tenants.createOperatorKey({ name: "operator" });
  tenant = { ...tenant, apiKey: key };
  expect(await ask("GET", "/api/v1/tenants")).toBe(500);
  expect(await requests({ route: "GET /api/v1/tenants", status: "500" })).toBe(1);
});
