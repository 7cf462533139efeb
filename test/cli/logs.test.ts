import { json, type Reply } from "@plumbline/sandbox/server/reply.ts";
import { expect, test } from "vitest";
import { interruptedAt } from "./fake-terminal.ts";
import { scriptedService } from "./scripted-service.ts";

const { server, run } = scriptedService("logs");

const call = (second: number, more: Record<string, unknown> = {}) => ({
  id: `call-${second}`,
  at: `2026-01-01T12:00:${String(second).padStart(2, "0")}.000Z`,
  tool: "chatapp_dm",
  outcome: "ok",
  error_code: null,
  elapsed_ms: 12,
  attempts: 1,
  credential: null,
  key_id: "key-1",
  session_id: null,
  end_user: null,
  request_id: null,
  run_id: null,
  approval_id: null,
  looks: null,
  ...more,
});

const page = (items: readonly unknown[], next_cursor: string | null = null): Reply =>
  json({ items, next_cursor });

test("the newest calls stand last, a line each, with nothing that a terminal obeys", async () => {
  const refused = call(2, { outcome: "refused", error_code: "validation", end_user: "ada\u001b[2J" });
  server.script("", page([refused, call(1)]));
  expect(await run(["--limit", "2", "--tool", "chatapp_dm", "--end-user", "ada"])).toEqual({
    code: 0,
    err: "",
    out:
      "2026-01-01T12:00:01.000Z  ok           12 ms  chatapp_dm  by key-1  call-1\n" +
      "2026-01-01T12:00:02.000Z  refused (validation)     12 ms  chatapp_dm  by ada\ufffd[2J  call-2\n",
  });
  expect(server.requests[0]?.query.toString()).toBe("tool=chatapp_dm&end_user=ada&limit=2");
});

test("--follow tells of each call once, the oldest first, until it is interrupted", async () => {
  server.script("", page([call(2), call(1)]), page([call(5)], "more"), page([call(4), call(3), call(2)]));
  server.script("", page([call(6), call(5)]));
  const { clock, dialogue } = interruptedAt(3);
  const { code, out, err } = await run(["--follow", "--json"], { clock, dialogue });
  expect([code, err]).toEqual([0, ""]);
  const told = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line).id);
  expect(told).toEqual([1, 2, 3, 4, 5, 6].map((second) => `call-${second}`));
  expect(clock.waits).toEqual([5000, 5000]);
  const [, again, next] = server.requests.map(({ query }) => query);
  expect([again?.get("limit"), again?.has("from"), next?.get("cursor")]).toEqual(["100", true, "more"]);
});

test("no calls are told on standard error, and a refusal ends it", async () => {
  server.script("", page([]));
  expect(await run([])).toMatchObject({
    code: 0,
    out: "",
    err: "There are no calls yet, or none matches.\n",
  });
  server.script("", json({ detail: "This key may not.", error_code: "forbidden" }, 403));
  expect(await run(["--follow"])).toMatchObject({ code: 1, out: "" });
});
