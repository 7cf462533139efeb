import type { Schemas } from "@plumbline/client/schemas.ts";
import { json, type Reply } from "@plumbline/sandbox/server/reply.ts";
import { expect, test } from "vitest";
import { endingAt, interruptedAt, plumbline, type RunOptions } from "../fake-terminal.ts";
import { plumblineProcess } from "../plumbline-process.ts";
import { scriptedService } from "../scripted-service.ts";

const ID = "11111111-1111-4111-8111-111111111111";

const { server, run } = scriptedService("watch");

type Event = Schemas["WatchEvent"];

const item = (number: number): Event => ({
  id: `evt_${number}`,
  sequence: number,
  cursor: `c${number}`,
  found_at: "2026-01-01T12:00:00.000Z",
  type: "feed.item",
  item: { title: `Item ${number}`, url: null },
});

const page = (items: readonly Event[], next_cursor: string | null = null): Reply =>
  json({ items, next_cursor });

const message = (content: Record<string, unknown>): Event => ({
  ...item(1),
  type: "mail.message",
  mailbox: "INBOX",
  message: content,
});

/** Returns the query string of each request. */
const asked = () => server.requests.map(({ query }) => query.toString());

test.each<[string, Event, string]>([
  ["a title", item(1), "Item 1"],
  [
    "an address",
    { ...item(1), item: { title: "", url: "https://example.com/1" } },
    "(no title)  https://example.com/1",
  ],
  [
    "a sender",
    message({ subject: "Hello", from: { name: "Bob", address: "bob@example.com" } }),
    "Hello  Bob <bob@example.com>",
  ],
  ["a sender without a name", message({ subject: "", from: { address: "b@c.d" } }), "(no subject)  b@c.d"],
  ["no sender", message({ subject: "two\r\nlines\u001b[2J" }), "two lines\ufffd[2J"],
])("events are a line each: %s", async (_what, event, line) => {
  server.script("", page([event]));
  const { code, out } = await run(["events", ID]);
  expect([code, out]).toEqual([0, `2026-01-01T12:00:00.000Z  ${line}\n`]);
});

test("events --follow reads all there is, then asks again every 10 s until it is interrupted", async () => {
  const replies = [page([item(1)], "n1"), page([item(2)]), page([]), page([item(3)])];
  server.script("", ...replies);
  const { clock, dialogue } = interruptedAt(3);
  const args = ["events", ID, "--follow", "--after", "c0", "--limit", "1"];
  const { code, out, err } = await run(args, { clock, dialogue });
  expect([code, err]).toEqual([0, ""]);
  expect(out.match(/Item \d/g)).toEqual(["Item 1", "Item 2", "Item 3"]);
  expect(asked()).toEqual(["c0", "n1", "c2", "c2"].map((after) => `after=${after}&limit=1`));
  expect(clock.waits).toEqual([10_000, 10_000]);
});

test("events --follow --json prints an event a line, with nothing in it that a terminal obeys", async () => {
  server.script("", page([{ ...item(1), item: { title: "\u009b2J", url: null } }, item(2)]));
  const { out } = await run(["events", ID, "--follow", "--json"], interruptedAt(1));
  const lines = out.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).cursor)).toEqual(["c1", "c2"]);
  expect(out).not.toContain("\u009b");
});

test("events --follow ends with the failure of a request", async () => {
  const gone = json({ detail: "There is no such watch.", error_code: "not_found" }, 404);
  server.script("", page([item(1)]), gone);
  const { code, out, err } = await run(["events", ID, "--follow"]);
  expect([code, out]).toEqual([1, "2026-01-01T12:00:00.000Z  Item 1\n"]);
  expect(err).toBe("plumbline: There is no such watch. (404 not_found)\n");
});

test.each([
  ["beside a person", (): RunOptions => interruptedAt(99)],
  ["where there is none", (): RunOptions => ({})],
])("events --follow ends when its reader leaves, %s", async (_where, options) => {
  server.scriptAlways("", page([]));
  const { clock, end: reader } = endingAt(2);
  const run = plumbline(["watch", "events", ID, "--follow"], {
    ...options(),
    clock,
    reader: reader.signal,
    environment: { PLUMBLINE_URL: server.url, PLUMBLINE_API_KEY: "plk_x" },
  });
  expect(await run).toEqual({ code: 0, out: "", err: "" });
  expect(asked()).toHaveLength(2);
});

// Where `tail` is GNU's.
test.runIf(process.platform === "linux")(
  "events --follow into head ends though nothing more is found",
  { timeout: 30_000 },
  async () => {
    server.script("", page([item(1), item(2)]));
    server.scriptAlways("", page([]));
    const environment = { PLUMBLINE_URL: server.url, PLUMBLINE_API_KEY: "plk_x" };
    const args = ["watch", "events", ID, "--follow", "--json"];
    const { ended } = plumblineProcess(args, { environment, shell: '"$@" | head -n 1' });
    expect(await ended).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/^\{.+\}\n$/) });
  },
);
