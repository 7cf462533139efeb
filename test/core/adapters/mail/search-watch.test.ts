import { afterEach, beforeEach, expect, test } from "vitest";
import { refused, succeeded } from "../adapter-under-test.ts";
import { type ImapUnderTest, startImapUnderTest, subjectsOf } from "./imap-under-test.ts";

let under: ImapUnderTest;

beforeEach(async () => {
  under = await startImapUnderTest();
});

afterEach(() => under.close());

const watch = (args: Record<string, unknown> = {}) => under.call("email_watch_inbox", args);

test("the first look tells what is unread, and where it stopped", async () => {
  const { inbox } = under.imap;
  inbox.add({ subject: "read" }, { flags: ["\\Seen"] });
  inbox.add({ subject: "unread" });
  inbox.add({ subject: "read too" }, { flags: ["\\Seen"] });
  const result = await watch();
  expect(subjectsOf(result)).toEqual(["unread"]);
  expect(succeeded(result).result).toMatchObject({
    mailbox: "INBOX",
    more: false,
    cursor: { mailbox: "INBOX", uid_validity: "1700000000", last_uid: 3 },
  });
});

test("an empty mailbox has a cursor, too", async () => {
  expect(succeeded(await watch()).result).toEqual({
    mailbox: "INBOX",
    messages: [],
    more: false,
    cursor: { mailbox: "INBOX", uid_validity: "1700000000", last_uid: 0 },
  });
});

test("a message that arrives between opening and searching is not told twice", async () => {
  const { inbox } = under.imap;
  inbox.add({ subject: "first" });
  under.imap.script("UID SEARCH", { first: () => void inbox.add({ subject: "second" }) });
  const result = await watch();
  expect(subjectsOf(result)).toEqual(["second", "first"]);
  expect(succeeded(result).result).toMatchObject({ cursor: { last_uid: 2 } });
});

test("a server that does not tell the next UID is asked for the last", async () => {
  const opened = "* 2 EXISTS\r\n* OK [UIDVALIDITY 7] Valid\r\n";
  const cursor = { mailbox: "INBOX", uid_validity: "7", last_uid: 2 };
  for (const subject of ["one", "two"]) under.imap.inbox.add({ subject }, { flags: ["\\Seen"] });
  under.imap.script("EXAMINE", { instead: opened });
  expect(succeeded(await watch()).result).toMatchObject({ messages: [], cursor });
  under.imap.script("EXAMINE", { instead: opened.replace("2 EXISTS", "0 EXISTS") });
  expect(succeeded(await watch()).result).toMatchObject({ cursor: { ...cursor, last_uid: 0 } });
});

test("at most twenty are told", async () => {
  for (let number = 1; number <= 21; number++) under.imap.inbox.add({ subject: `m${number}` });
  const result = await watch({ query: "from:ada" });
  expect(subjectsOf(result)).toHaveLength(20);
  expect(succeeded(result).result).toMatchObject({ more: true, cursor: { last_uid: 21 } });
});

test.each(["interval_minutes", "deliver_to"])("%s is refused by name", async (argument) => {
  const result = refused(await watch({ [argument]: 5 }));
  expect(result).toMatchObject({ error_code: "validation", attempts: 0 });
  expect(result.refusal_reason).toContain(`${argument}: is not a known field`);
  expect(under.imap.connections()).toBe(0);
});
