import type { Schemas } from "@plumbline/client/schemas.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { expect, test } from "vitest";
import { scriptedService } from "../scripted-service.ts";

const ID = "11111111-1111-4111-8111-111111111111";

const { server, run: runAt } = scriptedService("watch");

const run = (...args: string[]) => runAt(args, { clock: new ManualClock("2026-01-01T12:00:00Z") });

const REFUSED: Schemas["DeliveryAttempt"] = {
  at: "2026-01-01T11:55:00.000Z",
  url: "https://example.com/hooks",
  status: 500,
  error_code: "transient",
  message: "example.com responded with 500.",
};
const TAKEN: Schemas["DeliveryAttempt"] = { ...REFUSED, status: 204, error_code: null, message: null };

const WAITING: Schemas["Delivery"] = {
  id: "dlv_7",
  event_id: "evt_7",
  sequence: 7,
  found_at: "2026-01-01T11:54:00.000Z",
  status: "waiting",
  tries: 0,
  next_try_at: "2026-01-01T12:00:00.000Z",
  attempts: [],
};

const page = (items: readonly Schemas["Delivery"][], next_cursor: string | null = null) =>
  json({ items, next_cursor });

test.each<[string, Partial<Schemas["Delivery"]>, string]>([
  ["is due", {}, "dlv_7     waiting  0      now       -            2026-01-01T11:54:00.000Z\n"],
  [
    "waits for its next try",
    { tries: 2, next_try_at: "2026-01-01T12:05:00.000Z", attempts: [TAKEN, REFUSED] },
    "dlv_7     waiting  2      in 5 min  500          2026-01-01T11:54:00.000Z\n" +
      "    transient, 5 min ago: example.com responded with 500.\n",
  ],
  [
    "goes out again",
    { attempts: [REFUSED, TAKEN] },
    "dlv_7     waiting  0      now       204          2026-01-01T11:54:00.000Z\n",
  ],
  [
    "arrived",
    { status: "delivered", tries: 2, next_try_at: null, attempts: [REFUSED, TAKEN] },
    "dlv_7     delivered  2      -         204          2026-01-01T11:54:00.000Z\n",
  ],
  [
    "is dead",
    {
      status: "dead",
      tries: 8,
      next_try_at: null,
      attempts: [{ ...REFUSED, status: null, message: "No\u001b[2J answer\nin 15 s." }],
    },
    "dlv_7     dead    8      -         none         2026-01-01T11:54:00.000Z\n" +
      "    transient, 5 min ago: No\ufffd[2J answer in 15 s.\n",
  ],
])("shows a delivery that %s", async (_how, delivery, shown) => {
  server.script("", page([{ ...WAITING, ...delivery }]));
  const { code, out, err } = await run("deliveries", ID);
  expect([code, err]).toEqual([0, ""]);
  expect(out.slice(out.indexOf("\n") + 1)).toBe(shown);
});

test("reads on where a page is empty though more follow", async () => {
  server.script("", page([], "c1"), page([], "c2"), page([{ ...WAITING, status: "dead" }], "c3"));
  const { out, err } = await run("deliveries", ID, "--status", "dead", "--limit", "5");
  expect(out.match(/^dlv_\d+/gm)).toEqual(["dlv_7"]);
  expect(err).toBe("More: --cursor c3\n");
  const asked = server.requests.map(({ query }) => Object.fromEntries(query));
  const query = { status: "dead", limit: "5" };
  expect(asked).toEqual([query, { ...query, cursor: "c1" }, { ...query, cursor: "c2" }]);
});

test.each([
  [[], "There is no delivery yet.\n"],
  [["--status", "dead"], "No delivery is dead.\n"],
])("says that the list is empty: %j", async (options, told) => {
  server.script("", page([]));
  expect(await run("deliveries", ID, ...options)).toEqual({ code: 0, out: "", err: told });
});

const RANGE = ["replay", ID, "--since", "2026-01-01T09:00:00Z"];
const queued = (count: number, next_cursor: string | null = null) =>
  json({ queued: count, next_cursor }, 202);

test("replay of a time goes on until all of it is on its way", async () => {
  server.script("", queued(500, "c1"), queued(0, "c2"), queued(7));
  const until = ["--until", "2026-01-01T10:00:00Z", "--all"];
  expect(await run(...RANGE, ...until)).toEqual({ code: 0, out: "queued 507\n", err: "" });
  const range = { since: "2026-01-01T09:00:00Z", until: "2026-01-01T10:00:00Z", which: "all" };
  expect(server.requests.map((request) => request.json())).toEqual([
    range,
    { ...range, cursor: "c1" },
    { ...range, cursor: "c2" },
  ]);
});

test("replay of what was missed asks for no more, and says where there is nothing", async () => {
  server.script("", queued(0));
  expect(await run(...RANGE)).toEqual({ code: 0, out: "", err: "Nothing was missed in that period.\n" });
  expect(server.requests[0]?.json()).toEqual({ since: "2026-01-01T09:00:00Z", which: "missed" });
  server.script("", queued(3));
  expect(JSON.parse((await run(...RANGE, "--json")).out)).toEqual({ queued: 3 });
});

test("replay that fails on its way says how far it came", async () => {
  const busy = json({ detail: "The store does not respond.", error_code: "unavailable" }, 503);
  server.script("", queued(500, "c1"), busy);
  const { code, out, err } = await run(...RANGE);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toBe(
    "500 were queued before it failed.\nplumbline: The store does not respond. (503 unavailable)\n",
  );
});
