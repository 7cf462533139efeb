import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { sampleValue } from "../../support/exposition.ts";
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
  expect(sampleValue(await scraped.text(), "plumbline_calls_total", labels)).toBe(1);
  expect((await scrape("dev-api-key")).status).toBe(403);
  server.signal("SIGTERM");
  expect(await server.ended()).toBe(0);
});
