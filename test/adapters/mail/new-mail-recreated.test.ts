import type { MessageSeed } from "@plumbline/sandbox/mail/mailbox-message.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  identitiesOf,
  type NewMailUnderTest,
  startNewMailUnderTest,
  subjectsOf,
} from "./new-mail-under-test.ts";

/** The clock of the looks stands here. */
const NEW_YEAR = Date.parse("2026-01-01T00:00:00Z");
const minutesAgo = (minutes: number) => new Date(NEW_YEAR - minutes * 60_000);
/** When the last good look was. */
const since = minutesAgo(5).toISOString();

let under: NewMailUnderTest;

beforeEach(async () => {
  under = await startNewMailUnderTest();
});

afterEach(() => under.close());

const add = (subject: string, receivedMinutesAgo: number, more: MessageSeed = {}) =>
  under.imap.inbox.add(
    { subject, messageId: `<${subject}@x>`, ...more },
    { receivedAt: minutesAgo(receivedMinutesAgo) },
  );

/** The cursor of a watch that has reported these, each received ten minutes ago. */
async function reported(...subjects: string[]) {
  const { cursor } = await under.look();
  for (const subject of subjects) add(subject, 10);
  return under.look({ cursor });
}

test("mail that was reported is known again, whatever its UID, and what came since is found", async () => {
  const { cursor } = await reported("one", "two");
  under.imap.inbox.recreate();
  add("before the watch", 600);
  add("two", 10);
  add("missed", 64);
  add("one", 10);
  add("new", 1);
  const found = await under.look({ cursor, since });
  expect(subjectsOf(found)).toEqual(["missed", "new"]);
  expect(found).toMatchObject({
    recreated: true,
    more: false,
    cursor: { uid_validity: "1700000001", last_uid: 5 },
  });
  const next = await under.look({ cursor: found.cursor, since });
  expect(next).toEqual({ messages: [], cursor: found.cursor, recreated: false, more: false });
  add("later", 0);
  expect(subjectsOf(await under.look({ cursor: found.cursor, since }))).toEqual(["later"]);
});

test("it is known again a second time, and when its date did not survive", async () => {
  let { cursor } = await reported("one");
  for (const [round, minutes] of [10, 0].entries()) {
    under.imap.inbox.recreate();
    add("one", minutes);
    const found = await under.look({ cursor, since });
    expect(found).toMatchObject({ messages: [], recreated: true });
    ({ cursor } = found);
    expect(cursor.uid_validity).toBe(`${1_700_000_001 + round}`);
  }
});

test("a mail that `seen` has forgotten has the identity it had", async () => {
  const { cursor, ...first } = await reported("one", "two");
  under.imap.inbox.recreate();
  add("two", 10);
  add("one", 10);
  const again = await under.look({ cursor: { ...cursor, seen: "" }, since });
  expect(identitiesOf(again)).toEqual(first.messages.map(({ identity }) => identity).reverse());
});

test("another mail with the Message-ID of a reported one is not taken for it", async () => {
  const { cursor } = await reported("plan");
  under.imap.inbox.recreate();
  add("plan", 10);
  add("plan", 3, { headers: { "List-Id": "<list.example.com>" } });
  expect(subjectsOf(await under.look({ cursor, since }))).toEqual(["plan"]);
});

describe("times", () => {
  test.each([0, -480, 840])("to the minute, of a server %i minutes east of UTC", async (zone) => {
    const { cursor } = await reported();
    under.imap.inbox.recreate();
    for (const minutes of [2_000, 66, 65, 64, 0])
      under.imap.inbox.add({ subject: `${minutes}` }, { receivedAt: minutesAgo(minutes), zone });
    expect(subjectsOf(await under.look({ cursor, since }))).toEqual(["65", "64", "0"]);
    expect(under.asked()).toContainEqual(expect.stringMatching(/^UID SEARCH .* UID 1:\* SINCE \d/));
  });

  test("of a server that counts by the second itself", async () => {
    await under.close();
    under = await startNewMailUnderTest({ capabilities: ["WITHIN", "AUTH=XOAUTH2"], now: () => NEW_YEAR });
    const { cursor } = await reported();
    under.imap.inbox.recreate();
    for (const minutes of [90, 70, 64]) add(`${minutes}`, minutes);
    expect(subjectsOf(await under.look({ cursor, since }))).toEqual(["64"]);
    expect(under.asked()).toContainEqual(expect.stringMatching(/^UID SEARCH UID 1:\* YOUNGER [1-9]/));
  });
});

test("the filter holds, also one that the server cannot carry out", async () => {
  const { cursor } = await reported();
  under.imap.inbox.recreate();
  const attachments = [{ filename: "a.txt", contentType: "text/plain", content: "a" }];
  add("old", 600, { attachments });
  add("with", 1, { attachments });
  add("without", 1);
  const found = await under.look({ cursor, since, query: "has:attachment" });
  expect(subjectsOf(found)).toEqual(["with"]);
  // The structure of what is too old is not asked for.
  expect(under.asked().filter((command) => /BODYSTRUCTURE/.test(command))[0]).toMatch(/^UID FETCH 2,3 /);
});

test("what is too old is never left to the next look, however much there is", async () => {
  const { cursor } = await reported();
  under.imap.inbox.recreate();
  const old = Buffer.from("Subject: old\r\n\r\n");
  for (let index = 0; index < 2_100; index++) under.imap.inbox.add(old, { receivedAt: minutesAgo(600) });
  add("new", 1);
  const found = await under.look({ cursor, since });
  expect(subjectsOf(found)).toEqual(["new"]);
  expect(found).toMatchObject({ more: false, cursor: { last_uid: 2_101 } });
});

test("more than fifty: the oldest first, the rest next time", async () => {
  const { cursor } = await reported("known 1", "known 2");
  under.imap.inbox.recreate();
  add("known 1", 10);
  add("known 2", 10);
  for (let index = 0; index < 60; index++) add(`m${index}`, 4);
  const found = await under.look({ cursor, since });
  expect(found).toMatchObject({ recreated: true, more: true, cursor: { last_uid: 52 } });
  const next = await under.look({ cursor: found.cursor, since });
  expect(next).toMatchObject({ recreated: false, more: false, cursor: { last_uid: 62 } });
  const all = Array.from({ length: 60 }, (_, index) => `m${index}`);
  expect([...subjectsOf(found), ...subjectsOf(next)]).toEqual(all);
});

test("empty, the mailbox is made anew all the same", async () => {
  const { cursor } = await reported("one");
  under.imap.inbox.recreate();
  const found = await under.look({ cursor, since });
  expect(found).toEqual({
    messages: [],
    cursor: { uid_validity: "1700000001", last_uid: 0, seen: cursor.seen },
    recreated: true,
    more: false,
  });
  add("new", 0);
  expect(subjectsOf(await under.look({ cursor: found.cursor, since }))).toEqual(["new"]);
});

test("without a last good look it is a baseline", async () => {
  const { cursor } = await reported("one");
  under.imap.inbox.recreate();
  add("new", 0);
  expect(await under.look({ cursor, since: null })).toMatchObject({
    messages: [],
    recreated: true,
    more: false,
    cursor: { uid_validity: "1700000001", last_uid: 1 },
  });
});

test("several watches each know their own", async () => {
  const { cursor: both } = await reported("a", "b");
  const only = { ...both, seen: both.seen.slice(0, 12) };
  under.imap.inbox.recreate();
  add("a", 10);
  add("b", 10);
  const found = await under.looks([
    { cursor: both, since },
    { cursor: only, since },
    { cursor: null, since },
  ]);
  expect(found.map(subjectsOf)).toEqual([[], ["a"], []]);
  expect(found.map(({ recreated }) => recreated)).toEqual([true, true, false]);
});
