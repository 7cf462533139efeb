import { expect, test } from "vitest";
import * as z from "zod";
import { refused, succeeded } from "../adapters/adapter-under-test.ts";
import { startImapUnderTest, subjectsOf } from "../adapters/mail/imap-under-test.ts";
import { startedForEach } from "../support/started.ts";
import { watchesUnderTest } from "./watches-under-test.ts";

const named = z.looseObject({ watch_id: z.string() });

const under = startedForEach(startImapUnderTest);

const watch = (args: Record<string, unknown> = {}) => under.call("email_watch_inbox", args);

test("the first look tells what is unread, and names the watch", async () => {
  const { inbox } = under.imap;
  inbox.add({ subject: "read" }, { flags: ["\\Seen"] });
  inbox.add({ subject: "unread" });
  inbox.add({ subject: "read too" }, { flags: ["\\Seen"] });
  const result = await watch();
  expect(subjectsOf(result)).toEqual(["unread"]);
  expect(succeeded(result).result).toMatchObject({
    mailbox: "INBOX",
    more: false,
    watch_id: expect.stringMatching(/^[\da-f-]{36}$/),
  });
});

test("an empty mailbox can be watched, too", async () => {
  expect(succeeded(await watch()).result).toEqual({
    mailbox: "INBOX",
    messages: [],
    more: false,
    watch_id: expect.any(String),
  });
});

test("a message that arrives between opening and searching is reported, and not found again", async () => {
  const { inbox } = under.imap;
  inbox.add({ subject: "first" });
  under.imap.script("UID SEARCH", { first: () => void inbox.add({ subject: "second" }) });
  const result = await watch();
  expect(subjectsOf(result)).toEqual(["second", "first"]);
  const watches = watchesUnderTest(under);
  await watches.pass(5);
  expect(await watches.found(named.parse(succeeded(result).result).watch_id)).toEqual([]);
});

test("a server that does not tell the next UID is asked for the last", async () => {
  const opened = "* 2 EXISTS\r\n* OK [UIDVALIDITY 1700000000] Valid\r\n";
  for (const subject of ["one", "two"]) under.imap.inbox.add({ subject }, { flags: ["\\Seen"] });
  under.imap.script("EXAMINE", { instead: opened });
  const { watch_id } = named.parse(succeeded(await watch()).result);
  under.imap.inbox.add({ subject: "three" });
  const watches = watchesUnderTest(under);
  await watches.pass(5);
  expect(await watches.found(watch_id)).toEqual(["three"]);
});

test("at most twenty are reported", async () => {
  for (let number = 1; number <= 21; number++) under.imap.inbox.add({ subject: `m${number}` });
  const result = await watch({ query: "from:ada" });
  expect(subjectsOf(result)).toHaveLength(20);
  expect(succeeded(result).result).toMatchObject({ more: true });
});

test.each([
  ["deliver_to", true, "must be of type string"],
  ["interval_minutes", 7, "must be one of 1, 5, 15, 30, 60, 360, 1440"],
])("%s: %s is refused by name", async (argument, value, message) => {
  const result = refused(await watch({ [argument]: value }));
  expect(result).toMatchObject({ error_code: "validation", attempts: 0 });
  expect(result.refusal_reason).toContain(`${argument}: ${message}`);
  expect(under.imap.connections()).toBe(0);
});
