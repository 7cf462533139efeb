import { addSeen, hashMail, parseSeenHashes } from "@plumbline/adapters/mail/imap/seen-hashes.ts";
import type { FoundMessage } from "@plumbline/adapters/mail/message/found-message.ts";
import { describe, expect, test } from "vitest";

const mail: FoundMessage = {
  id: "7",
  message_id: "<1@example.com>",
  from: { address: "ada@example.com", name: "Ada" },
  to: [],
  cc: [],
  subject: "Plan",
  date: "2026-01-01T00:00:01.000Z",
  sent_at: "2026-01-01T00:00:00.000Z",
  unread: true,
  flagged: false,
  answered: false,
  size: 420,
  attachments: [],
};

describe("a mail's hash", () => {
  test("stays what it is: cursors hold it", () => {
    expect(hashMail(mail)).toBe("jifCi3QgJBbk");
  });

  test.each<[what: string, change: Partial<FoundMessage>]>([
    ["UID", { id: "8" }],
    ["flags", { unread: false, flagged: true, answered: true }],
    ["time of arrival", { date: "2026-02-02T00:00:00.000Z" }],
    ["completeness", { incomplete: true }],
  ])("is the same with another %s", (_what, change) => {
    expect(hashMail({ ...mail, ...change })).toBe(hashMail(mail));
  });

  test("is another with any other Message-ID, time of sending, sender, subject or size", () => {
    const { message_id: _id, ...nameless } = mail;
    const { sent_at: _sent, ...undated } = mail;
    const { from: _from, ...senderless } = mail;
    const others: FoundMessage[] = [
      mail,
      { ...mail, message_id: "<2@example.com>" },
      { ...mail, sent_at: "2026-01-01T00:00:02.000Z" },
      { ...mail, from: { address: "eve@example.com" } },
      { ...mail, subject: "Plan." },
      { ...mail, size: 421 },
      nameless,
      undated,
      senderless,
    ];
    expect(new Set(others.map(hashMail)).size).toBe(others.length);
  });
});

test("a mail without Message-ID and time of sending is known by when it came", () => {
  const { message_id: _id, sent_at: _sent, ...bare } = mail;
  const later = { ...bare, date: "2026-02-02T00:00:00.000Z" };
  expect(hashMail(later)).not.toBe(hashMail(bare));
  expect(hashMail({ ...later, message_id: "<1@x>" })).toBe(hashMail({ ...bare, message_id: "<1@x>" }));
});

describe("hashes kept", () => {
  const hash = (number: number) => String(number).padStart(12, "0");

  test("stand newest first, and each once", () => {
    const seen = addSeen(addSeen("", [hash(1), hash(2)]), [hash(3), hash(1), hash(3)]);
    expect(seen).toBe(hash(3) + hash(1) + hash(2));
    expect([...parseSeenHashes(seen)]).toEqual([hash(3), hash(1), hash(2)]);
  });

  test("are as they were when nothing is added", () => {
    expect(addSeen("", [])).toBe("");
    expect(addSeen(hash(2) + hash(1), [])).toBe(hash(2) + hash(1));
  });

  test("are five hundred at most, the oldest forgotten first", () => {
    const first = Array.from({ length: 499 }, (_, index) => hash(index));
    const seen = addSeen(addSeen("", first), [hash(1_000), hash(1_001)]);
    expect(seen).toHaveLength(500 * 12);
    expect([...parseSeenHashes(seen)].slice(0, 2)).toEqual([hash(1_001), hash(1_000)]);
    expect(parseSeenHashes(seen).has(hash(0))).toBe(false);
    expect(parseSeenHashes(seen).has(hash(1))).toBe(true);
  });
});
