import type { Schemas } from "@plumbline/client/schemas.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { expect, test } from "vitest";
import type { RunOptions } from "../fake-terminal.ts";
import { scriptedService } from "../scripted-service.ts";

const ESCAPE = "\u001b";
const ID = "11111111-1111-4111-8111-111111111111";

const { server, run } = scriptedService("watch");

const HEALTHY: Schemas["WatchHealth"] = {
  status: "active",
  last_polled_at: "2026-01-01T11:57:00.000Z",
  last_success_at: "2026-01-01T11:57:00.000Z",
  lag_seconds: 0,
  silent_since: "2025-12-29T12:00:00.000Z",
  consecutive_failures: 0,
  next_poll_after: null,
  last_error: null,
  gaps: [],
  feed: null,
  delivery: null,
};

const BY_ID: Schemas["WatchSource"] = {
  type: "inbox",
  credential_id: "aaaaaaaa-0000-4000-8000-000000000000",
  mailbox: "INBOX",
  query: "is:unread",
};

type Shown = Partial<Schemas["WatchHealth"]> & { source?: Schemas["WatchSource"] };

function watchOf({ source, ...health }: Shown): Schemas["Watch"] {
  return {
    id: ID,
    source: source ?? { type: "feed", url: "https://example.com/feed.xml?key=k", keywords: [] },
    interval_minutes: 15,
    deliver_to: health.delivery ? "https://example.com/hooks" : null,
    ordered: true,
    paused_at: null,
    created_at: "2025-12-01T00:00:00.000Z",
    updated_at: "2025-12-01T00:00:00.000Z",
    health: { ...HEALTHY, ...health },
  };
}

/** The table without its header. */
async function listed(shown: Shown | readonly Shown[], watched: RunOptions["watched"] = {}): Promise<string> {
  server.script("", json({ items: [shown].flat().map(watchOf), next_cursor: null }));
  const { code, out, err } = await run(["list"], {
    watched,
    clock: new ManualClock("2026-01-01T12:00:00Z"),
  });
  expect([code, err]).toEqual([0, ""]);
  return out.slice(out.indexOf("\n") + 1);
}

test("shows one that is alive on a line", async () => {
  expect(await listed({})).toBe(
    `${ID}  active  15 min  3 min ago  -    3 d     -       example.com/feed.xml?key=k\n`,
  );
});

test("shows where events are delivered", async () => {
  expect((await listed({ delivery: DELIVERING })).split("\n").slice(1)).toEqual([
    "    delivers to https://example.com/hooks",
    "",
  ]);
});

test.each<[string, Schemas["WatchSource"], string]>([
  [
    "keywords",
    { type: "feed", url: "https://example.com/a", keywords: ["one", "two"] },
    "example.com/a: one, two",
  ],
  ["a mailbox", { type: "inbox", credential_id: ID, mailbox: "Work", query: "from:bob" }, "Work: from:bob"],
  ["marks that move the cursor", { type: "feed", url: `x${ESCAPE}[2J`, keywords: [] }, "x\ufffd[2J"],
])("names what is watched: %s", async (_what, source, named) => {
  expect(await listed({ source })).toMatch(new RegExp(` - +${named.replace(/[.[]/g, "\\$&")}\n$`));
});

test("shows below one that fails why, what to do and when it looks again", async () => {
  const shown = await listed({
    status: "needs_reconnect",
    lag_seconds: 5_400,
    consecutive_failures: 3,
    next_poll_after: "2026-01-01T12:29:30.000Z",
    last_error: {
      error_code: "authentication",
      message: "The token is refused.",
      next_step: "Reconnect: store a new token.",
      at: "2026-01-01T11:59:20.000Z",
    },
  });
  expect(shown).toBe(
    `${ID}  needs_reconnect  15 min  3 min ago  90 min  3 d     3x      example.com/feed.xml?key=k\n` +
      "    authentication, 40 s ago: The token is refused.\n" +
      "    next: Reconnect: store a new token.\n" +
      "    polls again in 29 min\n",
  );
});

test("shows why one stopped, and does not promise another look", async () => {
  const shown = await listed({
    status: "paused",
    last_success_at: null,
    consecutive_failures: 1,
    next_poll_after: "2026-01-01T12:29:30.000Z",
    last_error: { error_code: "validation", message: "The feed is gone.", at: "2025-12-31T11:00:00.000Z" },
  });
  expect(shown).toMatch(/ paused +15 min +never .+ 1x .+\n {4}validation, 25 h ago: The feed is gone\.\n$/);
});

test.each<[Schemas["WatchHealth"]["gaps"][number]["reason"], string]>([
  ["mailbox_recreated", "the mailbox was recreated"],
  ["feed_overflowed", "the feed no longer lists any known item"],
  ["flood_held", "very many items appeared at once and were held back"],
  ["ids_change", "the feed changed the IDs of known items; they are matched by what stayed the same"],
])("shows the latest gap: %s", async (reason, told) => {
  const gaps = [
    { at: "2025-12-30T12:00:00.000Z", reason: "feed_overflowed" as const },
    { at: "2025-12-31T12:00:00.000Z", reason },
  ];
  expect((await listed({ gaps })).split("\n").slice(1)).toEqual([`    gap, 24 h ago: ${told}`, ""]);
});

const FEED: NonNullable<Schemas["WatchHealth"]["feed"]> = {
  url: "https://example.com/feed.xml",
  moved_at: null,
  identity: "id",
  ids_change: false,
  ids_collide: false,
  silent_but_changing: false,
  repaired: [],
  flood: null,
};

test("shows that a feed gives items one ID, once, and that it changes without new items", async () => {
  const collides = "the feed gave several items the same ID; they are distinguished by page or title";
  const feed = { ...FEED, ids_collide: true, silent_but_changing: true };
  const changes = "    the feed keeps changing without new items: check it yourself";
  expect((await listed({ feed })).split("\n").slice(1)).toEqual([`    ${collides}`, changes, ""]);
  const gaps = [{ at: "2025-12-31T12:00:00.000Z", reason: "ids_collide" as const }];
  const told = (await listed({ feed, gaps })).split("\n").slice(1);
  expect(told).toEqual([`    gap, 24 h ago: ${collides}`, changes, ""]);
});

test("shows a flood that is held back, and how it is released", async () => {
  const flood = { since: "2026-01-01T11:00:00.000Z", items: 300, calm_looks: 1, released: false };
  const feed = { ...FEED, flood };
  expect((await listed({ feed })).split("\n").slice(1)).toEqual([
    "    flood: 300 items are held back until 2 more calm polls",
    `    next: npx --no plumbline watch release ${ID}, to list them now`,
    "",
  ]);
  const released = { ...feed, flood: { ...flood, released: true } };
  expect((await listed({ feed: released })).split("\n").slice(1)).toEqual([
    "    flood: 300 items are listed, fifty per poll",
    "",
  ]);
});

test("tells inbox watches of different credentials apart, and of one credential as before", async () => {
  const other = { ...BY_ID, credential_id: "bbbbbbbb-0000-4000-8000-000000000000" };
  const apart = await listed([{ source: BY_ID }, { source: other }, {}]);
  expect(apart.match(/ - {7}\S.*$/gm)).toEqual([
    " -       INBOX: is:unread (credential aaaaaaaa)",
    " -       INBOX: is:unread (credential bbbbbbbb)",
    " -       example.com/feed.xml?key=k",
  ]);
  expect(await listed([{ source: BY_ID }, { source: { ...BY_ID, query: "from:bob" } }])).not.toContain(
    "credential",
  );
});

const REFUSED: Schemas["DeliveryAttempt"] = {
  at: "2026-01-01T11:57:00.000Z",
  url: "https://example.com/hooks",
  status: 500,
  error_code: "transient",
  message: "example.com responded with 500.",
};

const DELIVERING: Schemas["DeliveryHealth"] = {
  status: "active",
  waiting: 0,
  dead: 0,
  last_delivered_at: null,
  last_error: null,
  held_until: null,
};

test.each<[string, Partial<Schemas["DeliveryHealth"]>, readonly string[]]>([
  ["goes well", { waiting: 2 }, []],
  [
    "left some behind",
    { dead: 2 },
    ["dead letters: 2", `next: npx --no plumbline watch deliveries ${ID} --status dead`],
  ],
  [
    "fails",
    { status: "failing", waiting: 3, dead: 1, last_error: REFUSED },
    [
      "delivery is failing: transient, 3 min ago: example.com responded with 500.",
      `next: npx --no plumbline watch deliveries ${ID} (3 waiting, 1 dead)`,
    ],
  ],
  [
    "is held back after a failure",
    { status: "failing", waiting: 3, last_error: REFUSED, held_until: "2026-01-01T12:05:00.000Z" },
    [
      "delivery is failing: transient, 3 min ago: example.com responded with 500.",
      "its receiver's host keeps failing: the next attempt is in 5 min",
      `next: npx --no plumbline watch deliveries ${ID} (3 waiting, 0 dead)`,
    ],
  ],
  [
    "is held back because other watches' deliveries to the host failed",
    { waiting: 1, held_until: "2026-01-01T12:00:40.000Z" },
    ["its receiver's host keeps failing: the next attempt is in 40 s"],
  ],
  [
    "has stopped",
    {
      status: "stopped",
      dead: 1,
      last_error: { ...REFUSED, error_code: "validation", status: 410, message: "Gone." },
    },
    [
      "delivery stopped: validation, 3 min ago: Gone.",
      `next: npx --no plumbline watch deliver ${ID} URL, once the receiver accepts deliveries`,
    ],
  ],
  [
    "stopped long ago",
    { status: "stopped" },
    [
      "delivery stopped",
      `next: npx --no plumbline watch deliver ${ID} URL, once the receiver accepts deliveries`,
    ],
  ],
])("shows of one whose delivery %s what is wrong", async (_how, delivery, below) => {
  const shown = await listed({ delivery: { ...DELIVERING, ...delivery } });
  const lines = ["delivers to https://example.com/hooks", ...below];
  expect(shown.split("\n").slice(1, -1)).toEqual(lines.map((line) => `    ${line}`));
});

test("colours the status on a terminal, and its column keeps its width", async () => {
  const plain = await listed({ status: "failing" });
  const coloured = await listed({ status: "failing" }, { out: true });
  expect(plain).not.toContain(ESCAPE);
  expect(coloured).toContain(`${ESCAPE}[31mfailing${ESCAPE}[0m`);
  expect(
    coloured.replaceAll(`${ESCAPE}[31m`, "").replaceAll(`${ESCAPE}[0m`, "").replaceAll(`${ESCAPE}[1m`, ""),
  ).toBe(plain);
  expect(await listed({}, { out: true })).toContain(`${ESCAPE}[32mactive${ESCAPE}[0m`);
});

test("says what to do when there are no watches", async () => {
  server.script("", json({ items: [], next_cursor: null }));
  expect(await run(["list"])).toEqual({
    code: 0,
    out: "",
    err: "There is no watch yet. Start one: npx --no plumbline watch add feed URL\n",
  });
});
