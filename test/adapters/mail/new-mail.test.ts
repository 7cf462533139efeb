import { Mailbox } from "@plumbline/sandbox/mail/mailbox.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  identitiesOf,
  type NewMailUnderTest,
  startNewMailUnderTest,
  subjectsOf,
} from "./new-mail-under-test.ts";

const archive = () => new Mailbox("Archive");

let under: NewMailUnderTest;

beforeEach(async () => {
  under = await startNewMailUnderTest();
});

afterEach(() => under.close());

const add = (...subjects: string[]) => {
  for (const subject of subjects) under.imap.inbox.add({ subject, messageId: `<${subject}@x>` });
};

describe("a look", () => {
  test("the first finds nothing, and is where the next one begins", async () => {
    add("old");
    const first = await under.look();
    const cursor = { uid_validity: "1700000000", last_uid: 1, seen: "" };
    expect(first).toEqual({ messages: [], cursor, recreated: false, more: false });
    expect(under.asked()).toEqual(["EXAMINE INBOX"]);
    add("one", "two");
    const second = await under.look({ cursor: first.cursor });
    expect(second).toMatchObject({ recreated: false, more: false, cursor: { last_uid: 3 } });
    expect(second.messages).toMatchObject([
      { message: { id: "2", subject: "one", message_id: "<one@x>", unread: true } },
      { message: { id: "3", subject: "two" } },
    ]);
    expect(second.messages[0]?.message).not.toHaveProperty("body");
    expect([...(under.imap.inbox.messages[1]?.flags ?? [])]).toEqual([]);
  });

  test("where nothing came asks for nothing, and stays where it is", async () => {
    add("old");
    const { cursor } = await under.look();
    under.asked();
    expect(await under.look({ cursor })).toEqual({ messages: [], cursor, recreated: false, more: false });
    expect(under.asked()).toEqual(["EXAMINE INBOX"]);
    under.imap.inbox.expunge(1);
    expect((await under.look({ cursor })).cursor).toEqual(cursor);
  });

  test("of an empty mailbox begins before the first message", async () => {
    const { cursor } = await under.look();
    expect(cursor.last_uid).toBe(0);
    add("one");
    expect(subjectsOf(await under.look({ cursor }))).toEqual(["one"]);
  });

  test("passes what the filter does not mean", async () => {
    const { cursor } = await under.look();
    add("invoice 1", "else", "invoice 2", "else");
    const found = await under.look({ cursor, query: "subject:invoice" });
    expect(subjectsOf(found)).toEqual(["invoice 1", "invoice 2"]);
    expect(found.cursor.last_uid).toBe(4);
    expect(under.asked().at(-2)).toBe("UID SEARCH RETURN (COUNT ALL) UID 1:* SUBJECT invoice");
    expect(subjectsOf(await under.look({ cursor: found.cursor, query: "subject:invoice" }))).toEqual([]);
  });

  test("does not take the last message for a new one", async () => {
    add("one", "two", "three");
    const { cursor } = await under.look();
    under.imap.inbox.add({ subject: "gone" });
    under.imap.inbox.expunge(4);
    const found = await under.look({ cursor });
    expect(found).toMatchObject({ messages: [], more: false, cursor: { last_uid: 4 } });
  });

  test("finds mail that was moved here, however old, and none that was moved away", async () => {
    await under.close();
    const other = archive();
    under = await startNewMailUnderTest({ mailboxes: [other] });
    const { cursor } = await under.look();
    other.add({ subject: "old" }, { receivedAt: "2020-01-01T00:00:00Z" });
    add("away", "stays");
    other.move(1, under.imap.inbox);
    under.imap.inbox.move(1, other);
    const found = await under.look({ cursor });
    expect(subjectsOf(found)).toEqual(["stays", "old"]);
    expect(found.messages[1]?.message.date).toBe("2020-01-01T00:00:00.000Z");
  });

  test("does not find again what was flagged since", async () => {
    const { cursor } = await under.look();
    add("one");
    const { cursor: next } = await under.look({ cursor });
    under.imap.inbox.messages[0]?.flags.add("\\Flagged");
    expect(subjectsOf(await under.look({ cursor: next, query: "is:flagged" }))).toEqual([]);
  });
});

describe("many messages", () => {
  test("come fifty at a time, the oldest first", async () => {
    let { cursor } = await under.look();
    const subjects = Array.from({ length: 120 }, (_, index) => `m${index}`);
    add(...subjects);
    const found: string[] = [];
    for (const [size, more, last_uid] of [
      [50, true, 50],
      [50, true, 100],
      [20, false, 120],
    ] as const) {
      const next = await under.look({ cursor });
      expect(next).toMatchObject({ more, cursor: { last_uid } });
      expect(next.messages).toHaveLength(size);
      found.push(...subjectsOf(next));
      cursor = next.cursor;
    }
    expect(found).toEqual(subjects);
  });

  test("exactly fifty leave no rest", async () => {
    const { cursor } = await under.look();
    for (let index = 0; index < 50; index++) add(`m${index}`);
    add("else");
    expect(await under.look({ cursor, query: "subject:m" })).toMatchObject({
      more: false,
      cursor: { last_uid: 51 },
    });
  });

  test("of which few are meant are sifted a part at a time, and none is passed over", async () => {
    let { cursor } = await under.look();
    const attachments = [{ filename: "a.txt", contentType: "text/plain", content: "a" }];
    const without = Buffer.from("Subject: without\r\n\r\n");
    for (let index = 0; index < 2_000; index++) under.imap.inbox.add(without);
    under.imap.inbox.add({ subject: "with", attachments });
    const first = await under.look({ cursor, query: "has:attachment" });
    expect(first).toMatchObject({ messages: [], more: true, cursor: { last_uid: 2_000 } });
    ({ cursor } = first);
    const second = await under.look({ cursor, query: "has:attachment" });
    expect(subjectsOf(second)).toEqual(["with"]);
    expect(second).toMatchObject({ more: false, cursor: { last_uid: 2_001 } });
  });
});

describe("several looks at one mailbox", () => {
  test("share a connection, each with its filter and its cursor", async () => {
    add("a1");
    const { cursor } = await under.look();
    add("b2");
    const { cursor: later } = await under.look({ cursor });
    add("a3", "b3");
    under.asked();
    const before = under.imap.connections();
    const found = await under.looks([
      { cursor, query: "subject:b" },
      { cursor: later },
      { cursor: null },
      { cursor, query: "subject:none" },
    ]);
    expect(found.map(subjectsOf)).toEqual([["b2", "b3"], ["a3", "b3"], [], []]);
    expect(found.map((each) => each.cursor.last_uid)).toEqual([4, 4, 4, 4]);
    expect(under.imap.connections()).toBe(before + 1);
    expect(under.asked().filter((command) => command.startsWith("EXAMINE"))).toHaveLength(1);
  });

  test("none is no more than a glance", async () => {
    expect(await under.looks([])).toEqual([]);
  });
});

describe("identity", () => {
  test("is the same however often a look is repeated, and another for every mail", async () => {
    const { cursor } = await under.look();
    add("one", "two");
    under.imap.inbox.add({ subject: "without an id" });
    const found = await under.look({ cursor });
    expect(identitiesOf(await under.look({ cursor }))).toEqual(identitiesOf(found));
    expect(new Set(identitiesOf(found)).size).toBe(3);
  });

  test("differs for mails that carry the same Message-ID", async () => {
    const { cursor } = await under.look();
    const messageId = "<same@x>";
    under.imap.inbox.add({ subject: "plan", messageId });
    under.imap.inbox.add({ subject: "plan", messageId, headers: { "List-Id": "<list.example.com>" } });
    under.imap.inbox.add({ subject: "plans", messageId });
    const found = await under.look({ cursor });
    expect(subjectsOf(found)).toEqual(["plan", "plan", "plans"]);
    expect(new Set(identitiesOf(found)).size).toBe(3);
    under.imap.inbox.add({ subject: "plan", messageId, date: "Thu, 01 Jan 2026 00:00:00 +0000" });
    const next = await under.look({ cursor: found.cursor });
    expect(identitiesOf(found)).not.toContain(identitiesOf(next)[0]);
  });

  test("differs for mails that look the same in everything, together or one after the other", async () => {
    const { cursor } = await under.look();
    const same = { subject: "offer", messageId: "<same@x>", date: "Thu, 01 Jan 2026 00:00:00 +0000" };
    under.imap.inbox.add(same);
    under.imap.inbox.add(same);
    const found = await under.look({ cursor });
    under.imap.inbox.add(same);
    const next = await under.look({ cursor: found.cursor });
    const identities = [...identitiesOf(found), ...identitiesOf(next)];
    expect(identities).toHaveLength(3);
    expect(new Set(identities).size).toBe(3);
  });
});
