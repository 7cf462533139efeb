import { beforeEach, describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import { startImapUnderTest } from "./imap-under-test.ts";

const under = startedForEach(startImapUnderTest);

beforeEach(() => {
  under.imap.inbox.recreate();
});

const get = (args: Record<string, unknown>) =>
  under.call("email_get", { credential_id: under.credentialId, ...args });

async function read(args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return Object(succeeded(await get(args)).result);
}

const INVITATION = [
  "BEGIN:VCALENDAR",
  "METHOD:REQUEST",
  "BEGIN:VTIMEZONE",
  "TZID:Europe/Berlin",
  "BEGIN:STANDARD",
  "DTSTART:19701025T030000",
  "END:STANDARD",
  "END:VTIMEZONE",
  "BEGIN:VEVENT",
  "SUMMARY:Board\\, in",
  "  full",
  'ORGANIZER;CN="Marsh, Bob":mailto:bob@example.com',
  "DTSTART;TZID=Europe/Berlin:20261110T100000",
  "DTEND;TZID=Europe/Berlin:20261110T110000",
  "LOCATION:Room 4",
  "BEGIN:VALARM",
  "SUMMARY:Not this",
  "END:VALARM",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "SUMMARY:Day off",
  "DTSTART;VALUE=DATE:20261224",
  "END:VEVENT",
  "END:VCALENDAR",
].join("\r\n");

test("a message whole: its text, its files as text, where answers go, its thread", async () => {
  const csv = "a\tb\n\n\n1\t2\n";
  under.imap.inbox.add({
    from: "Bob <bob@example.com>",
    subject: "Figures",
    messageId: "<2@example.com>",
    text: "word ".repeat(3_000),
    headers: {
      "Reply-To": "list@example.com",
      "In-Reply-To": "<1@example.com>",
      References: "<0@example.com>\r\n <1@example.com>",
      "List-Unsubscribe": "<https://list.example/out>",
    },
    attachments: [
      { filename: "a.csv", contentType: "text/csv", content: csv },
      { filename: "b.json", contentType: "application/octet-stream", content: '{"a": "é"}' },
      { filename: "c.pdf", contentType: "application/pdf", content: "%PDF" },
      { filename: "d.txt", contentType: "text/plain", content: "x".repeat(30_000) },
    ],
  });
  const whole = await read({ id: "1" });
  expect(whole).toMatchObject({
    id: "1",
    message_id: "<2@example.com>",
    body_truncated: false,
    reply_to: [{ address: "list@example.com" }],
    references: ["<0@example.com>", "<1@example.com>"],
    list_unsubscribe: "<https://list.example/out>",
    attachments: [
      { filename: "a.csv", part: "2", text: csv, text_truncated: false },
      { filename: "b.json", part: "3", text: '{"a": "é"}' },
      { filename: "c.pdf", part: "4" },
      { filename: "d.txt", part: "5", text: "x".repeat(20_000), text_truncated: true },
    ],
    events: [],
  });
  expect(String(whole.body)).toHaveLength(14_999);
  expect(whole.attachments).not.toHaveProperty("2.text");
  expect(await read({ id: "<2@example.com>" })).toEqual(whole);
  expect(under.imap.inbox.messages[0]?.flags).toEqual(new Set());
});

test.each(['text/calendar; method="REQUEST"', "application/octet-stream"])(
  "the events of a calendar that came with it as %s",
  async (contentType) => {
    const ics = { filename: "i.ics", contentType, content: INVITATION };
    under.imap.inbox.add({ subject: "Invitation", text: "Come.", attachments: [ics] });
    expect((await read({ id: "1" })).events).toEqual([
      {
        method: "REQUEST",
        summary: "Board, in full",
        start: "2026-11-10T10:00:00",
        end: "2026-11-10T11:00:00",
        time_zone: "Europe/Berlin",
        location: "Room 4",
        organizer: "bob@example.com",
        organizer_name: "Marsh, Bob",
      },
      { method: "REQUEST", summary: "Day off", start: "2026-12-24" },
    ]);
  },
);

test("what is signed or encrypted says so", async () => {
  const type = 'multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b';
  const raw = `From: a@x.example\r\nContent-Type: ${type}\r\n\r\n--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n--b--\r\n`;
  under.imap.inbox.add(Buffer.from(raw));
  expect(await read({ id: "1" })).toMatchObject({ encrypted: true, attachments: [{ part: "1" }] });
});

describe("a mail that cannot be told", () => {
  test("there is no such mail", async () => {
    for (const id of ["9", "<9@example.com>"])
      expect(refused(await get({ id }))).toMatchObject({
        error_code: "validation",
        refusal_reason: `There is no mail ${id} in INBOX.`,
      });
  });

  test("a Message-ID that another sender has copied", async () => {
    for (const from of ["Bob <bob@example.com>", "Eve <eve@evil.example>"])
      under.imap.inbox.add({ from, messageId: "<1@example.com>", text: "Hello" });
    expect(refused(await get({ id: "<1@example.com>" }))).toMatchObject({
      refusal_reason: "Mails from 2 senders have the Message-ID <1@example.com>.",
      next_step: "Give the id of the intended one, from email_search.",
    });
    expect(await read({ id: "2" })).toMatchObject({ from: { address: "eve@evil.example" } });
  });
});
