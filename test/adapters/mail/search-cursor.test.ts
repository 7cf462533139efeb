import { describe, expect, test } from "vitest";
import * as z from "zod";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import { startImapUnderTest } from "./imap-under-test.ts";

/** The clock of the service stands at 2026-01-01T00:00:00Z. */
const NEW_YEAR = Date.parse("2026-01-01T00:00:00Z");
const MINUTE_MS = 60_000;

const under = startedForEach(startImapUnderTest);

const page = z.strictObject({
  mailbox: z.string(),
  messages: z.array(z.looseObject({ id: z.string(), subject: z.string(), date: z.string() })),
  more: z.boolean(),
  searched_back_to: z.string().optional(),
  next_cursor: z.string().optional(),
});

async function search(args: Record<string, unknown>) {
  const { messages, ...rest } = page.parse(succeeded(await under.search(args)).result);
  return { ...rest, subjects: messages.map(({ subject }) => subject) };
}

/** Messages that came a minute after each other, the last one a minute before the clock's time. */
function add(count: number, seed: (number: number) => Parameters<typeof under.imap.inbox.add>[0]): void {
  for (let number = 1; number <= count; number++)
    under.imap.inbox.add(seed(number), { receivedAt: cameAt(number, count) });
}

const cameAt = (number: number, count: number) => new Date(NEW_YEAR - (count + 1 - number) * MINUTE_MS);

const file = [{ filename: "a.txt", contentType: "text/plain", content: "a" }];
const plain = (number: number) => ({ subject: `m${number}` });

describe("a search that did not reach the oldest message", () => {
  test("says how far it looked, and goes on from there until the end", async () => {
    add(2_005, (number) => (number === 3 ? { ...plain(3), attachments: file } : plain(number)));
    const first = await search({ query: "has:attachment" });
    expect(first).toEqual({
      mailbox: "INBOX",
      subjects: [],
      more: true,
      searched_back_to: cameAt(6, 2_005).toISOString(),
      next_cursor: expect.any(String),
    });
    const second = await search({ query: "has:attachment", cursor: first.next_cursor });
    expect(second).toEqual({ mailbox: "INBOX", subjects: ["m3"], more: false });
  });

  test("by addresses: look-alikes on the way hide nobody", async () => {
    add(2_010, (number) => ({ ...plain(number), from: number === 4 ? "bob@rig.test" : "notbob@rig.test" }));
    const first = await search({ query: "from:bob@rig.test" });
    expect(first).toMatchObject({
      subjects: [],
      more: true,
      searched_back_to: cameAt(11, 2_010).toISOString(),
    });
    const second = await search({ query: "from:bob@rig.test", cursor: first.next_cursor });
    expect(second).toMatchObject({ subjects: ["m4"], more: false });
  });

  test("because the limit was full, it goes on behind the last one listed", async () => {
    add(5, plain);
    const pages = [await search({ limit: 2 })];
    for (let next = pages[0]?.next_cursor; next !== undefined; next = pages.at(-1)?.next_cursor)
      pages.push(await search({ limit: 2, cursor: next }));
    expect(pages.map(({ subjects }) => subjects)).toEqual([["m5", "m4"], ["m3", "m2"], ["m1"]]);
    expect(pages.map(({ searched_back_to }) => searched_back_to)).toEqual([
      cameAt(4, 5).toISOString(),
      cameAt(2, 5).toISOString(),
      undefined,
    ]);
    expect(pages.map(({ more }) => more)).toEqual([true, true, false]);
  });

  test("mail that comes or goes meanwhile changes nothing on the way", async () => {
    add(4, plain);
    const { next_cursor: cursor } = await search({ limit: 2 });
    under.imap.inbox.add({ subject: "new" });
    under.imap.inbox.expunge(3);
    expect((await search({ limit: 2, cursor })).subjects).toEqual(["m2", "m1"]);
  });

  test("stops in the middle of its time, and answers what it has", async () => {
    add(420, (number) => (number === 400 ? { ...plain(400), attachments: file } : plain(number)));
    under.imap.script("UID FETCH", { first: () => under.clock.advance(4_000) });
    const first = await search({ query: "has:attachment", timeout_seconds: 7 });
    expect(first).toMatchObject({
      subjects: ["m400"],
      more: true,
      searched_back_to: cameAt(221, 420).toISOString(),
    });
    expect(await search({ query: "has:attachment", cursor: first.next_cursor })).toMatchObject({
      more: false,
    });
  });
});

describe("a cursor is refused", () => {
  test("of a mailbox that was made anew", async () => {
    add(3, plain);
    const { next_cursor: cursor } = await search({ limit: 1 });
    under.imap.inbox.recreate();
    add(3, plain);
    expect(refused(await under.search({ limit: 1, cursor }))).toMatchObject({
      error_code: "validation",
      refusal_reason:
        "cursor: the mail server has since renumbered the mailbox (new UIDVALIDITY), so the cursor is no longer valid.",
      next_step: "Search again without a cursor.",
      attempts: 1,
    });
  });

  test("of another search", async () => {
    add(3, plain);
    const { next_cursor: cursor } = await search({ limit: 1 });
    const connections = under.imap.connections();
    const others = [
      { query: "is:unread" },
      { query: "in:INBOX", credential_id: await under.connectByPassword({ username: "eve@example.com" }) },
    ];
    for (const other of others)
      expect(refused(await under.search({ ...other, cursor }))).toMatchObject({
        error_code: "validation",
        refusal_reason: "cursor: belongs to a search with a different query, mailbox or credential.",
      });
    expect(under.imap.connections()).toBe(connections);
  });

  test.each(["next", "1~2~3", "1~0~AAAAAAAAAAAA", "x".repeat(201)])(
    "that is not a cursor: %s",
    async (cursor) => {
      expect(refused(await under.search({ cursor }))).toMatchObject({ error_code: "validation" });
      expect(under.imap.connections()).toBe(0);
    },
  );
});
