import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { readExposition, sampleValue } from "../../support/exposition.ts";
import { ServerProcesses } from "./server-process.ts";

const processes = new ServerProcesses();
afterEach(() => processes.cleanUp());

test("a running server is scraped with the operator's key, and with no other", async () => {
  const DATA_DIR = join(await processes.folder(), "data");
  const server = processes.start({ DATA_DIR });
  const url = await server.ready();
  const keyOf = async (file: string) => `Bearer ${await readFile(join(DATA_DIR, file), "utf8")}`;
  const scrape = async (key: string) =>
    fetch(`${url}/metrics`, { headers: { authorization: await keyOf(key) } });
  const headers = { authorization: await keyOf("dev-api-key"), "content-type": "application/json" };
  const body = JSON.stringify({ arguments: {} });
  await fetch(`${url}/api/v1/tools/connections_list`, { method: "POST", headers, body });
  const scraped = await scrape("operator-key");
  expect(scraped.status).toBe(200);
  const labels = { tool: "connections_list", outcome: "ok" };
  const text = await scraped.text();
  expect(sampleValue(text, "plumbline_calls_total", labels)).toBe(1);
  const route = "POST /api/v1/tools/{name}";
  expect(sampleValue(text, "plumbline_http_requests_total", { route, status: "200" })).toBe(1);
  for (const name of ["heap_bytes", "resident_bytes", "cpu_seconds_total"])
    expect([name, sampleValue(text, `plumbline_${name}`)]).toEqual([
      name,
      expect.toSatisfy((value) => value > 0),
    ]);
  expect(readExposition(text).has("plumbline_event_loop_lag_seconds")).toBe(true);
  expect(readExposition(text).has("plumbline_open_files")).toBe(process.platform === "linux");
  const ages = readExposition(text).get("plumbline_tick_age_seconds")?.samples ?? [];
  for (const { value } of ages) expect(value).toBeLessThan(120);
  expect((await scrape("dev-api-key")).status).toBe(403);
  server.signal("SIGTERM");
  expect(await server.ended()).toBe(0);
});
