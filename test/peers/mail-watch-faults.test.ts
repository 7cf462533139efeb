import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { seededRandom } from "../support/seeded-random.ts";
import { startedForFile } from "../support/started.ts";
import type { Fate } from "./mail/imap-relay.ts";
import { startWatchedMailboxes } from "./mail/watched-mailboxes.ts";

const MINUTE_MS = 60_000;

const mailboxes = startedForFile(startWatchedMailboxes);
let mailbox: string;
let id: string;
let arrived: string[];

let count = 0;

beforeEach(async () => {
  count += 1;
  mailbox = `Box ${count}`;
  arrived = [];
  mailboxes.relay.fates({ type: "passes" });
  await mailboxes.client.mailboxCreate(mailbox);
  id = await mailboxes.begin(mailbox);
  await pass(5);
});

// Else it would go the ways of the next test's connections.
afterEach(() => mailboxes.under.service.watches.delete(mailboxes.under.caller.tenantId, id));

const pass = (minutes: number) => mailboxes.watches.passHanging(minutes, mailboxes.relay.nextHeld);
const arrive = async (mails = 1) => {
  for (let mail = 0; mail < mails; mail++) arrived.push(await mailboxes.arrive(mailbox));
};
const found = () => mailboxes.watches.found(id);
const health = async () => (await mailboxes.watches.view(id)).health;

const slow = (bytes: number, milliseconds: number): Fate => ({
  type: "slow",
  bytes,
  between: () => mailboxes.under.clock.advance(milliseconds),
});
const throttled = (minutes: number): Fate => ({
  type: "told",
  at: "UID SEARCH",
  answer: `BAD Request is throttled. Suggested Backoff Time: ${minutes * MINUTE_MS} milliseconds`,
});

type Fault = readonly [what: string, fate: () => Fate, error_code: string, message: RegExp];

const faults: readonly Fault[] = [
  [
    "refuses connections",
    () => ({ type: "refused" }),
    "transient",
    /closed the connection|could not be reached/,
  ],
  ["takes a connection and hangs", () => ({ type: "hangs" }), "transient", /did not respond within/],
  ["hangs at the search", () => ({ type: "hangs", at: "UID SEARCH" }), "transient", /did not respond within/],
  ["hangs at the fetch", () => ({ type: "hangs", at: "UID FETCH" }), "transient", /did not respond within/],
  [
    "cuts off in the middle of a FETCH's first answer",
    () => ({ type: "cut", share: 0.2 }),
    "transient",
    /closed the connection/,
  ],
  [
    "cuts off near the end of a FETCH",
    () => ({ type: "cut", share: 0.8 }),
    "transient",
    /closed the connection/,
  ],
  ["takes half a minute and more", () => slow(16, 1_000), "transient", /did not respond within/],
  [
    "has no more connections to give",
    () => ({ type: "dismissed", bye: "Too many connections from your address" }),
    "rate_limit",
    /Too many connections/,
  ],
  [
    "refuses sign-ins for now",
    () => ({
      type: "told",
      at: "AUTHENTICATE",
      answer: "NO [UNAVAILABLE] Temporary authentication failure.",
    }),
    "transient",
    /Temporary authentication failure/,
  ],
  [
    "limits what may be asked",
    () => ({
      type: "told",
      at: "UID FETCH",
      answer: "NO [LIMIT] Account exceeded command or bandwidth limits.",
    }),
    "rate_limit",
    /bandwidth limits/,
  ],
  [
    "shuts down at the fetch",
    () => ({ type: "told", at: "UID FETCH", answer: "BYE Server shutting down." }),
    "transient",
    /Server shutting down|closed the connection/,
  ],
];

describe("a server that", () => {
  test.each(faults)(
    "%s: it is told and left alone for longer each time, and then all mail is found once",
    async (_what, fate, error_code, message) => {
      const { relay, under } = mailboxes;
      await arrive(2);
      await pass(5);
      const before = await health();
      expect(before).toMatchObject({ status: "active", consecutive_failures: 0, lag_seconds: 0 });

      relay.fates(fate());
      // Tried again after 5, 10 and 20 minutes.
      for (const [failures, minutes] of [
        [1, 5],
        [2, 5],
        [3, 10],
      ] as const) {
        await arrive(2);
        await pass(minutes);
        const failing = await health();
        expect(failing).toMatchObject({
          status: "failing",
          consecutive_failures: failures,
          last_success_at: before.last_success_at,
          last_error: { error_code, message: expect.stringMatching(message) },
        });
        expect(await found()).toEqual(arrived.slice(0, 2));
      }
      const asked = relay.connections();
      await pass(15);
      expect(relay.connections()).toBe(asked);
      const { lag_seconds, silent_since, next_poll_after } = await health();
      expect(lag_seconds).toBeGreaterThanOrEqual(30 * 60);
      expect(Date.parse(silent_since)).toBeLessThan(under.clock.now() - 30 * MINUTE_MS);
      expect(Date.parse(next_poll_after ?? "")).toBeGreaterThan(under.clock.now());

      relay.fates({ type: "passes" });
      await arrive();
      await pass(5);
      expect(await found()).toEqual(arrived);
      expect(await health()).toMatchObject({
        status: "active",
        consecutive_failures: 0,
        lag_seconds: 0,
        next_poll_after: null,
        last_error: null,
        gaps: [],
      });
      await arrive();
      await pass(5);
      expect(await found()).toEqual(arrived);
    },
  );

  test("asks to be left alone for 40 minutes is left alone for so long", async () => {
    const { relay } = mailboxes;
    relay.fates(throttled(40));
    await arrive(3);
    await pass(5);
    expect(await health()).toMatchObject({ status: "failing", last_error: { error_code: "rate_limit" } });
    relay.fates({ type: "passes" });
    const asked = relay.connections();
    await pass(35);
    expect(relay.connections()).toBe(asked);
    await pass(10);
    expect(await found()).toEqual(arrived);
    expect(await health()).toMatchObject({ status: "active", consecutive_failures: 0 });
  });

  test("is slow, in pieces of a few bytes, is not failing", async () => {
    mailboxes.relay.fates(slow(100, 200));
    await arrive(5);
    await pass(5);
    expect(await found()).toEqual(arrived);
    expect(await health()).toMatchObject({ status: "active", consecutive_failures: 0, last_error: null });
  });

  test.each(faults.filter(([what]) => !/hangs|half a minute/.test(what)))(
    "%s once is asked again in the same look",
    async (_what, fate) => {
      mailboxes.relay.fates(fate(), { type: "passes" });
      await arrive(2);
      await pass(5);
      expect(await found()).toEqual(arrived);
      expect(await health()).toMatchObject({ status: "active", consecutive_failures: 0, last_error: null });
    },
  );
});

test("over six hours in which the server does all of it by turns, every mail is found once and in order, and health is true", {
  timeout: 240_000,
}, async () => {
  const random = seededRandom("six hours");
  const below = (limit: number) => Math.floor(random.fraction() * limit);
  const any = (): Fate =>
    below(4) === 0 ? { type: "passes" } : (faults[below(faults.length)]?.[1]() ?? throttled(15));
  let failed = 0;
  for (let poll = 0; poll < 72; poll++) {
    await arrive(below(2));
    mailboxes.relay.fates(any(), any(), any(), any());
    await pass(5);
    const { status, consecutive_failures } = await health();
    expect(status).toBe(consecutive_failures === 0 ? "active" : "failing");
    if (status === "active") expect(await found()).toEqual(arrived);
    else failed += 1;
    expect(arrived.slice(0, (await found()).length)).toEqual(await found());
  }
  expect(failed).toBeGreaterThan(5);
  mailboxes.relay.fates({ type: "passes" });
  // It may be waiting for some hours.
  for (let waits = 0; waits < 12 && (await health()).status === "failing"; waits++) await pass(30);
  expect(await found()).toEqual(arrived);
  expect(await health()).toMatchObject({
    status: "active",
    consecutive_failures: 0,
    lag_seconds: 0,
    gaps: [],
  });
});
