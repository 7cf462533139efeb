import { sampleMailToken, sampleMailUser } from "@plumbline/sandbox/mail/imap-server.ts";
import { text } from "@plumbline/sandbox/server/reply.ts";
import { choosePlace } from "@plumbline/watches/clock/slots.ts";
import { groupIntoLanes } from "@plumbline/watches/clock/watch-poller.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ImapUnderTest, startImapUnderTest } from "../adapters/mail/imap-under-test.ts";
import {
  type FeedsUnderTest,
  feedAnswer,
  rss,
  startFeedsUnderTest,
} from "../adapters/rss/feeds-under-test.ts";
import { type WatchesUnderTest, watchesUnderTest } from "./watches-under-test.ts";

let feeds: FeedsUnderTest;
let mail: ImapUnderTest;

beforeEach(async () => {
  [feeds, mail] = await Promise.all([startFeedsUnderTest(), startImapUnderTest()]);
});

afterEach(() => Promise.all([feeds.close(), mail.close()]));

const lastLine = ({ logged }: { logged: Record<string, unknown>[] }) =>
  logged.filter(({ event }) => event === "watch_batch").at(-1);

const subscribe = (watches: WatchesUnderTest) =>
  watches.begin("rss_subscribe", { url: `${feeds.feeds.url}/rss.xml`, interval_minutes: 1 });

test("a batch's line tells how late, how silent and how often in vain its watches were looked at", async () => {
  const watches = watchesUnderTest(feeds);
  await subscribe(watches);
  await watches.pass(1);
  expect(lastLine(feeds)).toMatchObject({
    level: "info",
    watches: 1,
    found: 0,
    failures: 0,
    needs_reconnect: 0,
    most_failures_in_a_row: 0,
    gaps: 0,
    longest_lag_seconds: 0,
    longest_silence_seconds: 60,
  });
  // Nine ticks are missed.
  feeds.clock.advance(9 * 60_000);
  await watches.pass(1);
  expect(lastLine(feeds)).toMatchObject({ longest_lag_seconds: 540, longest_silence_seconds: 660 });
  feeds.feeds.scriptAlways("", text("", 500));
  await watches.pass(4);
  expect(lastLine(feeds)).toMatchObject({ level: "warn", failures: 1, most_failures_in_a_row: 3 });
});

test("watches that move to another batch because one is added or deleted are not late", async () => {
  const watches = watchesUnderTest(feeds);
  const source = (number: number) =>
    ({ type: "feed", url: `${feeds.feeds.url}/rss.xml?${number}`, keywords: [] }) as const;
  const begin = (number: number) =>
    watches.begin("rss_subscribe", { url: source(number).url, interval_minutes: 1 });
  const { tenantId } = feeds.caller;
  const places = Array.from({ length: 200 }, (_, number) => ({
    number,
    ...choosePlace(tenantId, "", source(number), 1),
  }));
  const [first, ...others] = places
    .filter(({ slot }) => slot === places[0]?.slot)
    .toSorted((one, other) => (one.position < other.position ? -1 : 1))
    .slice(0, 30);
  for (const { number } of others) await begin(number);
  await watches.pass(20);
  feeds.logged.length = 0;
  const id = await begin(first?.number ?? 0);
  await watches.pass(1);
  await feeds.service.watches.delete(tenantId, id);
  await watches.pass(1);
  const lines = feeds.logged.filter(({ event }) => event === "watch_batch");
  expect(lines.map(({ watches: size, longest_lag_seconds: lag }) => [size, lag])).toEqual([
    [25, 0],
    [5, 0],
    [25, 0],
    [4, 0],
  ]);
});

test("a feed that shows nothing of what it showed before is counted as a gap", async () => {
  const watches = watchesUnderTest(feeds);
  await subscribe(watches);
  feeds.feeds.scriptAlways("", feedAnswer(rss("<item><guid>new</guid><title>new</title></item>")));
  await watches.pass(1);
  expect(lastLine(feeds)).toMatchObject({ level: "warn", found: 1, failures: 0, gaps: 1 });
});

test("a credential that opens no mailbox any more is counted", async () => {
  const watches = watchesUnderTest(mail);
  await watches.begin("email_watch_inbox", { credential_id: mail.credentialId });
  await mail.service.credentials.revoke(mail.caller.tenantId, mail.credentialId);
  await watches.pass(5);
  expect(lastLine(mail)).toMatchObject({ level: "warn", failures: 1, needs_reconnect: 1 });
});

test("all mailboxes of a tenant come in one batch, those of one mailbox side by side", async () => {
  const watches = watchesUnderTest(mail);
  const metadata = { username: sampleMailUser };
  const credentials = [mail.credentialId];
  for (const label of ["second", "third", "fourth", "fifth"])
    credentials.push(await mail.connect({ kind: "mail_oauth_a", label, token: sampleMailToken, metadata }));
  const ids: string[] = [];
  for (const query of ["is:unread", "from:ada"])
    for (const credential_id of credentials)
      ids.push(await watches.begin("email_watch_inbox", { credential_id, query }));
  await watches.pass(5);
  const batches = watches.sent.filter(({ wheel }) => wheel === "inbox");
  expect(batches).toHaveLength(1);
  const polled = batches[0]?.entries.map(({ watchId }) => credentials[ids.indexOf(watchId) % 5]) ?? [];
  expect(polled).toHaveLength(10);
  for (const credential of credentials)
    expect(polled.lastIndexOf(credential)).toBe(polled.indexOf(credential) + 1);
});

test("of one host no more than three sources are looked at side by side", async () => {
  const watches = watchesUnderTest(feeds);
  for (const number of [1, 2, 3, 4, 5, 6, 7]) {
    const url = `${feeds.feeds.url}/rss.xml?n=${number}`;
    await watches.begin("rss_subscribe", { url, interval_minutes: 1 });
  }
  await watches.pass(1);
  const entries = watches.sent.flatMap((batch) => batch.entries);
  const lanes = groupIntoLanes(await feeds.service.watchStore.getMany(entries));
  expect(lanes.map(({ length }) => length)).toEqual([3, 2, 2]);
});

test("a poll that finds nothing is one line beside its batch's, at the level of information", async () => {
  const watches = watchesUnderTest(feeds);
  await subscribe(watches);
  feeds.logged.length = 0;
  await watches.pass(1);
  expect(feeds.logged.map(({ event, level }) => [event, level])).toEqual([
    ["tool_call", "info"],
    ["watch_batch", "info"],
  ]);
  feeds.feeds.script("", text("", 404));
  await watches.pass(1);
  expect(feeds.callLines().at(-1)).toMatchObject({ level: "warn", tool: "watch_poll:feed" });
});
