import type { MailCursor } from "@plumbline/adapters/mail/imap/mail-cursor.ts";
import type { MessageSeed } from "@plumbline/sandbox/mail/mailbox-message.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { identitiesOf, startNewMailUnderTest, subjectsOf } from "./new-mail-under-test.ts";

/** The clock of the looks begins here. */
const NEW_YEAR = Date.parse("2026-01-01T00:00:00Z");
const MINUTE_MS = 60_000;
const minutesAgo = (minutes: number) => new Date(NEW_YEAR - minutes * MINUTE_MS);

const under = startedForEach(startNewMailUnderTest);

const add = (subject: string, receivedMinutesAgo = 4, more: MessageSeed = {}) =>
  under.imap.inbox.add(
    { subject, messageId: `<${subject}@x>`, ...more },
    { receivedAt: minutesAgo(receivedMinutesAgo) },
  );

const addAll = (subjects: readonly string[], receivedMinutesAgo = 4) => {
  for (const subject of subjects) add(subject, receivedMinutesAgo);
};

const names = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`);

/** The cursor of a watch that has reported these. */
async function reported(...subjects: string[]): Promise<MailCursor> {
  const { cursor } = await under.look();
  addAll(subjects, 10);
  return (await under.look({ cursor })).cursor;
}

/** Looks every five minutes, the last good look being the one before. */
async function looksFrom(start: MailCursor, count: number) {
  let cursor = start;
  const found: { subjects: string[]; identities: string[]; recreated: boolean }[] = [];
  for (let look = 0; look < count; look++) {
    const since = new Date(under.clock.now() - 5 * MINUTE_MS).toISOString();
    const next = await under.look({ cursor, since });
    found.push({
      subjects: subjectsOf(next),
      identities: identitiesOf(next),
      recreated: next.recreated,
    });
    cursor = next.cursor;
    under.clock.advance(5 * MINUTE_MS);
  }
  return { found, cursor };
}

describe("of a mailbox made anew with more than fifty new mails", () => {
  const fresh = names("new", 120);

  test("the rest is reported by the same rule: nothing that was reported, nothing that is old, wherever they stand", async () => {
    const cursor = await reported("known 1", "known 2", "known 3");
    under.imap.inbox.recreate();
    addAll(["known 1"], 10);
    addAll(fresh.slice(0, 60));
    addAll(names("old", 3), 600);
    addAll(["known 2"], 10);
    addAll(fresh.slice(60));
    addAll(names("older", 3), 6_000);
    addAll(["known 3"], 10);
    const { found, cursor: last } = await looksFrom(cursor, 4);
    expect(found.map(({ subjects }) => subjects.length)).toEqual([50, 50, 20, 0]);
    expect(found.flatMap(({ subjects }) => subjects)).toEqual(fresh);
    expect(found.map(({ recreated }) => recreated)).toEqual([true, false, false, false]);
    expect(last).toEqual({ uid_validity: "1700000001", last_uid: 129, seen: expect.any(String) });
  });

  test("mail that comes while the rest is reported follows it, even if old or similar to a reported one", async () => {
    const cursor = await reported("known");
    under.imap.inbox.recreate();
    addAll(fresh);
    const first = await looksFrom(cursor, 1);
    add("moved here", 60_000);
    add("known", 10);
    const { found } = await looksFrom(first.cursor, 4);
    const subjects = [...first.found, ...found].flatMap((look) => look.subjects);
    expect(subjects).toEqual([...fresh, "moved here", "known"]);
  });

  test("the rest is also reported when it has waited for long", async () => {
    const cursor = await reported();
    under.imap.inbox.recreate();
    addAll(fresh);
    const first = await looksFrom(cursor, 1);
    under.clock.advance(24 * 60 * MINUTE_MS);
    const { found } = await looksFrom(first.cursor, 2);
    expect([...first.found, ...found].flatMap((look) => look.subjects)).toEqual(fresh);
  });

  test("and recreated once more before all was reported, nothing is missed or reported twice", async () => {
    const cursor = await reported("known");
    under.imap.inbox.recreate();
    addAll(fresh);
    const first = await looksFrom(cursor, 1);
    under.clock.advance(3 * 60 * MINUTE_MS);
    under.imap.inbox.recreate();
    addAll(["known"], 10);
    addAll(fresh.toReversed());
    const { found } = await looksFrom(first.cursor, 3);
    const told = [...first.found, ...found].flatMap((look) => look.subjects);
    expect(told.toSorted()).toEqual(fresh.toSorted());
    expect(found.map(({ recreated }) => recreated)).toEqual([true, false, false]);
  });
});

test("a rest left before the mailbox was recreated is reported, though received long before", async () => {
  const { cursor } = await under.look();
  const fresh = names("new", 70);
  addAll(fresh);
  const first = await looksFrom(cursor, 1);
  expect(first.found[0]?.subjects).toHaveLength(50);
  under.clock.advance(24 * 60 * MINUTE_MS);
  under.imap.inbox.recreate();
  addAll(fresh);
  const { found } = await looksFrom(first.cursor, 2);
  expect([...first.found, ...found].flatMap((look) => look.subjects)).toEqual(fresh);
});

test("a look that leaves nothing leaves no trace of a rest", async () => {
  const { cursor } = await under.look();
  addAll(names("new", 70));
  const { cursor: first } = await looksFrom(cursor, 1);
  expect(first).toMatchObject({ rest_since: minutesAgo(5).toISOString() });
  expect(Object.keys((await looksFrom(first, 1)).cursor)).toEqual(["uid_validity", "last_uid", "seen"]);
});
