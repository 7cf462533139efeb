import { expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { startNewMailUnderTest, subjectsOf } from "./new-mail-under-test.ts";

const received = new Date("2025-12-31T23:50:00Z");
/** When the last good look was. */
const since = "2025-12-31T23:55:00.000Z";

const under = startedForEach(startNewMailUnderTest);

const add = (...subjects: string[]) => {
  for (const subject of subjects)
    under.imap.inbox.add({ subject, messageId: `<${subject}@x>` }, { receivedAt: received });
};

/** The cursor of a watch that has reported ten mails, with UIDs up to ten. */
async function reportedTen() {
  const { cursor } = await under.look();
  add(...Array.from({ length: 10 }, (_, index) => `m${index + 1}`));
  return (await under.look({ cursor })).cursor;
}

test("UIDs that are given a second time under one UIDVALIDITY: the mailbox counts as made anew, and mail is found at once", async () => {
  const cursor = await reportedTen();
  under.imap.inbox.restore(5);
  add("new 1");
  const found = await under.look({ cursor, since });
  expect(subjectsOf(found)).toEqual(["new 1"]);
  expect(found).toMatchObject({ recreated: true, cursor: { uid_validity: "1700000000", last_uid: 5 } });
  add("new 2", "new 3");
  const next = await under.look({ cursor: found.cursor, since });
  expect(subjectsOf(next)).toEqual(["new 2", "new 3"]);
  expect(next.recreated).toBe(false);
});

test("it is reported once, even without new mail, and mail is also found after UIDs have caught up", async () => {
  const cursor = await reportedTen();
  under.imap.inbox.restore(5);
  const first = await under.look({ cursor, since });
  expect(first).toMatchObject({ messages: [], recreated: true, cursor: { last_uid: 4 } });
  expect(await under.look({ cursor: first.cursor, since })).toEqual({
    messages: [],
    cursor: first.cursor,
    recreated: false,
    more: false,
  });
  const fresh = Array.from({ length: 9 }, (_, index) => `new ${index + 1}`);
  add(...fresh);
  const second = await under.look({ cursor: first.cursor, since });
  const third = await under.look({ cursor: second.cursor, since });
  expect([...subjectsOf(second), ...subjectsOf(third)]).toEqual(fresh);
  expect(third.cursor).toEqual({ uid_validity: "1700000000", last_uid: 13, seen: expect.any(String) });
});

test("UIDs that went back and come back, as from a server that lagged behind: nothing is reported twice", async () => {
  const cursor = await reportedTen();
  const gone = under.imap.inbox.messages.slice(4);
  under.imap.inbox.restore(5);
  const first = await under.look({ cursor, since });
  under.imap.inbox.messages.push(...gone);
  under.imap.inbox.uidNext = 11;
  add("new");
  const second = await under.look({ cursor: first.cursor, since });
  const third = await under.look({ cursor: second.cursor, since });
  expect([first, second, third].map(subjectsOf)).toEqual([[], [], ["new"]]);
  expect(third.cursor.last_uid).toBe(11);
});

test("a server that tells no next UID: a last mail that is gone is no sign of anything", async () => {
  const cursor = await reportedTen();
  const opened = { instead: "* 9 EXISTS\r\n* OK [UIDVALIDITY 1700000000] Valid\r\n" };
  under.imap.script("EXAMINE", opened);
  under.imap.inbox.expunge(10);
  expect(await under.look({ cursor, since })).toEqual({
    messages: [],
    cursor,
    recreated: false,
    more: false,
  });
});
