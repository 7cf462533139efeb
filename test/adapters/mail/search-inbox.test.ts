import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { succeeded } from "../adapter-under-test.ts";
import { messagesOf, startImapUnderTest, subjectsOf } from "./imap-under-test.ts";

/** The clock of the service stands at 2026-01-01T00:00:00Z. */
const NEW_YEAR = Date.parse("2026-01-01T00:00:00Z");
const hoursAgo = (hours: number) => new Date(NEW_YEAR - hours * 3_600_000);

const under = startedForEach(startImapUnderTest);

describe("one message", () => {
  test("is returned in full", async () => {
    const seed = {
      from: "Ada Łovelace <ada@example.com>",
      to: "Grace <grace@example.com>, alan@example.com",
      cc: '"King, Ada" <king@example.com>',
      subject: "Grüße aus Köln 👋",
      messageId: "<1@example.com>",
      date: "Wed, 31 Dec 2025 23:00:00 +0100",
      text: "Guten Tag.\n\nBis bald.",
      attachments: [{ filename: "Übersicht.pdf", contentType: "application/pdf", content: "%PDF" }],
    };
    const flags = ["\\Flagged", "\\Answered"];
    const { raw } = under.imap.inbox.add(seed, { receivedAt: hoursAgo(1), flags });
    expect(await under.search({ include_body: true })).toEqual({
      ok: true,
      tool: "email_search",
      credential: expect.objectContaining({ kind: "mail_oauth_a" }),
      attempts: 1,
      elapsed_ms: 0,
      result: {
        mailbox: "INBOX",
        more: false,
        messages: [
          {
            id: "1",
            message_id: "<1@example.com>",
            from: { name: "Ada Łovelace", address: "ada@example.com" },
            to: [{ name: "Grace", address: "grace@example.com" }, { address: "alan@example.com" }],
            cc: [{ name: "King, Ada", address: "king@example.com" }],
            subject: "Grüße aus Köln 👋",
            date: "2025-12-31T23:00:00.000Z",
            sent_at: "2025-12-31T22:00:00.000Z",
            unread: true,
            flagged: true,
            answered: true,
            size: raw.length,
            attachments: [{ filename: "Übersicht.pdf", content_type: "application/pdf", size: 8 }],
            body: "Guten Tag.\n\nBis bald.",
            body_truncated: false,
          },
        ],
      },
    });
  });

  test("without a subject, an id, a date or a readable sender is returned with the fields that it has", async () => {
    under.imap.inbox.add(Buffer.from("Date: soon\r\n\r\nhello"), { receivedAt: hoursAgo(1) });
    const [message] = messagesOf(await under.search());
    expect(message).toEqual({
      id: "1",
      to: [],
      cc: [],
      subject: "",
      date: "2025-12-31T23:00:00.000Z",
      unread: true,
      flagged: false,
      answered: false,
      size: 19,
      attachments: [],
    });
  });

  test("is a stranger's: cleaned and cut", async () => {
    const to = Array.from({ length: 150 }, (_, number) => `r${number}@example.com`).join(", ");
    const from = `"Support \u202etroppuS${"n".repeat(500)}" <eve@example.com>`;
    const headers = { Subject: `pay\u200b\u0007 me ${"s".repeat(5_000)}` };
    under.imap.inbox.add({ from, to, headers });
    const [message] = messagesOf(await under.search());
    expect(message).toMatchObject({ from: { address: "eve@example.com", name: expect.any(String) } });
    expect(message?.subject).toMatch(/^pay me s+$/);
    expect(message?.subject).toHaveLength(1_000);
    expect(message?.to).toHaveLength(100);
    expect(JSON.stringify(message)).not.toMatch(/[\u200b\u202e]|\\u0007/);
    expect(JSON.stringify(message?.from).length).toBeLessThan(300);
  });

  test("is looked at, and nothing of it changes", async () => {
    const message = under.imap.inbox.add({ subject: "new", text: "hello" });
    await under.search({ include_body: true });
    expect([...message.flags]).toEqual([]);
    const names = under.imap.commands.map((command) => command.split(" ")[0]);
    expect(names).toContain("EXAMINE");
    expect(names).not.toContain("SELECT");
    expect(under.imap.commands.filter((command) => command.includes("STORE"))).toEqual([]);
    expect(under.imap.commands.at(-1)).toBe("LOGOUT");
    expect(under.imap.connections()).toBe(1);
  });
});

describe("what is found", () => {
  test("an empty mailbox is an empty answer", async () => {
    expect(succeeded(await under.search()).result).toEqual({ mailbox: "INBOX", messages: [], more: false });
  });

  test.each<[query: string, subjects: string[]]>([
    ["is:unread", ["plan", "invoice"]],
    ["-is:unread", ["Grüße"]],
    ["is:starred", ["Grüße"]],
    ["from:grace", ["plan"]],
    ["from:ada -subject:invoice", ["Grüße"]],
    ["from:example from:grace", ["plan"]],
    ["subject:GRÜSSE", []],
    ["subject:grüße", ["Grüße"]],
    ['body:"see the invoice"', ["plan"]],
    ["invoice", ["plan", "invoice"]],
    ["has:attachment", ["invoice"]],
    ["-has:attachment", ["Grüße", "plan"]],
    ["has:attachment is:read", []],
    ["larger:2K", ["invoice"]],
    ["-larger:2K is:unread", ["plan"]],
    ["message-id:<2@x>", ["plan"]],
    ['subject:"quoted \\ and more"', []],
  ])("%s", async (query, subjects) => {
    const { inbox } = under.imap;
    const attachments = [{ filename: "a.pdf", contentType: "application/pdf", content: Buffer.alloc(2048) }];
    inbox.add({ subject: "invoice", attachments }, { receivedAt: hoursAgo(3) });
    inbox.add(
      { from: "grace@example.com", subject: "plan", messageId: "<2@x>", text: "I see the invoice." },
      { receivedAt: hoursAgo(2) },
    );
    inbox.add({ subject: "Grüße" }, { receivedAt: hoursAgo(1), flags: ["\\Seen", "\\Flagged"] });
    expect(subjectsOf(await under.search({ query }))).toEqual(subjects);
  });

  test("the newest come first, and it is said that there are more", async () => {
    for (let number = 1; number <= 5; number++) under.imap.inbox.add({ subject: `m${number}` });
    const result = await under.search({ limit: 2 });
    expect(subjectsOf(result)).toEqual(["m5", "m4"]);
    expect(succeeded(result).result).toMatchObject({ more: true });
    expect(succeeded(await under.search({ limit: 5 })).result).toMatchObject({ more: false });
  });

  test("a filter that the server cannot carry out looks further until the limit is full", async () => {
    const { inbox } = under.imap;
    const attachments = [{ filename: "a.txt", contentType: "text/plain", content: "a" }];
    for (let number = 1; number <= 3; number++) inbox.add({ subject: `with ${number}`, attachments });
    for (let number = 1; number <= 250; number++) inbox.add({ subject: "without" });
    const result = await under.search({ query: "has:attachment", limit: 2 });
    expect(subjectsOf(result)).toEqual(["with 3", "with 2"]);
    expect(succeeded(result).result).toMatchObject({ more: true });
    const whole = await under.search({ query: "has:attachment", limit: 3 });
    expect(succeeded(whole).result).toMatchObject({ more: false });
    expect(under.imap.commands.filter((command) => command.startsWith("UID FETCH"))).toHaveLength(6);
  });

  test("a message deleted between search and fetch is left out", async () => {
    const { inbox } = under.imap;
    for (const subject of ["one", "two", "three"]) inbox.add({ subject });
    under.imap.script("UID FETCH", { first: () => inbox.expunge(2) });
    const result = await under.search();
    expect(subjectsOf(result)).toEqual(["three", "one"]);
    expect(result.attempts).toBe(1);
  });
});
