import { Mailbox } from "@plumbline/sandbox/mail/mailbox.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refused } from "../adapter-under-test.ts";
import { type ImapUnderTest, startImapUnderTest, subjectsOf } from "./imap-under-test.ts";

/** The clock of the service stands at 2026-01-01T00:00:00Z. */
const NEW_YEAR = Date.parse("2026-01-01T00:00:00Z");
const hoursAgo = (hours: number) => new Date(NEW_YEAR - hours * 3_600_000);

let under: ImapUnderTest;

async function start(...options: Parameters<typeof startImapUnderTest>): Promise<void> {
  under = await startImapUnderTest(...options);
}

afterEach(() => under.close());

describe("times to the hour", () => {
  test.each([0, -480, 840])("with a server that is %i minutes east of UTC", async (zone) => {
    await start();
    for (const hours of [23, 24, 25, 47, 100])
      under.imap.inbox.add({ subject: `${hours}h` }, { receivedAt: hoursAgo(hours), zone });
    expect(subjectsOf(await under.search({ query: "newer_than:24h" }))).toEqual(["24h", "23h"]);
    expect(subjectsOf(await under.search({ query: "older_than:24h" }))).toEqual(["100h", "47h", "25h"]);
    expect(subjectsOf(await under.search({ query: "after:2025-12-31" }))).toEqual(["24h", "23h"]);
    expect(subjectsOf(await under.search({ query: "before:2025-12-31" }))).toEqual(["100h", "47h", "25h"]);
    expect(subjectsOf(await under.search({ query: "newer_than:2d older_than:25h" }))).toEqual(["47h"]);
  });

  test("with a server that counts by the second itself", async () => {
    await start({ capabilities: ["WITHIN", "ESEARCH", "AUTH=XOAUTH2"] });
    for (const hours of [23, 25])
      under.imap.inbox.add({ subject: `${hours}h` }, { receivedAt: hoursAgo(hours) });
    expect(subjectsOf(await under.search({ query: "newer_than:24h" }))).toEqual(["23h"]);
    expect(subjectsOf(await under.search({ query: "older_than:24h" }))).toEqual(["25h"]);
    expect(subjectsOf(await under.search({ query: "after:2030-01-01" }))).toEqual([]);
    expect(under.imap.commands.filter((command) => /YOUNGER [1-9]|OLDER [1-9]/.test(command))).toHaveLength(
      3,
    );
  });
});

describe("what a server can", () => {
  test("one that knows attachments is asked for them", async () => {
    await start({ capabilities: ["X-GM-EXT-1", "AUTH=XOAUTH2"] });
    const attachments = [{ filename: "a.txt", contentType: "text/plain", content: "a" }];
    under.imap.inbox.add({ subject: "with", attachments });
    under.imap.inbox.add({ subject: "without" });
    expect(subjectsOf(await under.search({ query: "has:attachment" }))).toEqual(["with"]);
    expect(subjectsOf(await under.search({ query: "-has:attachment" }))).toEqual(["without"]);
    const searches = under.imap.commands.filter((command) => command.startsWith("UID SEARCH"));
    expect(searches).toEqual([
      "UID SEARCH X-GM-RAW has:attachment",
      "UID SEARCH NOT X-GM-RAW has:attachment",
    ]);
  });

  test.each([
    [["AUTH=XOAUTH2"], "UID SEARCH ALL"],
    [["AUTH=XOAUTH2", "ESEARCH"], "UID SEARCH RETURN (COUNT ALL) ALL"],
  ])("%j: it is asked %j", async (capabilities, command) => {
    await start({ capabilities });
    expect(subjectsOf(await under.search())).toEqual([]);
    for (const subject of ["one", "two", "three"]) under.imap.inbox.add({ subject });
    under.imap.inbox.expunge(2);
    expect(subjectsOf(await under.search())).toEqual(["three", "one"]);
    expect(new Set(under.imap.commands.filter((read) => read.startsWith("UID SEARCH")))).toEqual(
      new Set([command]),
    );
  });

  test("of a large mailbox the answer of an extended search would be long: it is searched plainly", async () => {
    await start({ capabilities: ["AUTH=XOAUTH2", "ESEARCH"] });
    for (let index = 0; index < 701; index++) under.imap.inbox.add({ subject: `${index}` });
    expect(subjectsOf(await under.search({ limit: 1 }))).toEqual(["700"]);
    expect(under.imap.commands).toContain("UID SEARCH ALL");
  });

  test.each(["1:4294967295", "0", "-1", "*", "1,,2", "x"])("a set of %s is no answer", async (set) => {
    await start({ capabilities: ["AUTH=XOAUTH2", "ESEARCH"] });
    under.imap.inbox.add({ subject: "one" });
    under.imap.scriptAlways("UID SEARCH", { instead: `* ESEARCH UID COUNT 9 ALL ${set}\r\n` });
    expect(refused(await under.search())).toMatchObject({ error_code: "transient", attempts: 3 });
  });
});

describe("the mailbox", () => {
  beforeEach(async () => {
    const sent = new Mailbox("Sent Items");
    sent.add({ subject: "sent" });
    const drafts = new Mailbox("Entwürfe & mehr");
    drafts.add({ subject: "draft" });
    await start({ mailboxes: [sent, drafts] });
    under.imap.inbox.add({ subject: "received" });
  });

  test.each<[args: Record<string, unknown>, subjects: string[]]>([
    [{ query: "is:unread" }, ["received"]],
    [{ query: "is:unread", mailbox: "inbox" }, ["received"]],
    [{ query: "is:unread", mailbox: "Sent Items" }, ["sent"]],
    [{ query: 'in:"Sent Items"' }, ["sent"]],
    [{ query: "is:unread", mailbox: "Entwürfe & mehr" }, ["draft"]],
  ])("%j", async (args, subjects) => {
    expect(subjectsOf(await under.search(args))).toEqual(subjects);
  });

  test("one that is missing is named, with those there are", async () => {
    expect(refused(await under.search({ query: "in:Sent" }))).toMatchObject({
      error_code: "validation",
      refusal_reason: "There is no mailbox called Sent.",
      next_step: "Use one of: INBOX, Sent Items, Entwürfe & mehr.",
      attempts: 1,
    });
  });
});
