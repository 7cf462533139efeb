import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { startedForFile } from "../support/started.ts";
import { PASSWORD } from "./mail/mail-servers.ts";
import { seed, startMailService } from "./mail/mail-service.ts";
import { type SeededMessage, seededMessages } from "./mail/seeded-messages.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const found = z.object({
  ok: z.literal(true),
  result: z.looseObject({
    messages: z.array(
      z.looseObject({
        id: z.string(),
        subject: z.string(),
        body: z.string().optional(),
        unread: z.boolean(),
        attachments: z.array(z.looseObject({ filename: z.string().nullable() })),
      }),
    ),
    more: z.boolean(),
  }),
});

const service = startedForFile(startMailService);
let messages: SeededMessage[];
let now: number;
let byPassword: string;
let byToken: string;

beforeAll(async () => {
  now = Date.now();
  messages = await seededMessages(now);
  await seed(service, "ada", messages);
  service.servers.tokens.grant("token-of-ada", "ada@example.com");
  byPassword = await service.connect("ada", { password: PASSWORD, tls: true });
  byToken = await service.connect("ada", { token: "token-of-ada" });
});

async function search(query: string, more: Record<string, unknown> = {}) {
  const answer = await service.call("email_search", {
    credential_id: byPassword,
    query,
    limit: 100,
    ...more,
  });
  const { result } = found.parse(answer);
  return result;
}

const subjectsOf = (list: readonly { subject: string }[]) => list.map(({ subject }) => subject).sort();

/** Subjects as a reader sees them: only the composed ones, whose subject is written plainly. */
const expected = (matching: (message: SeededMessage) => boolean) => subjectsOf(messages.filter(matching));

const unread = ({ flags }: SeededMessage) => !flags.includes("\\Seen");
const within =
  (age: number) =>
  ({ internalDate }: SeededMessage) =>
    now - internalDate.getTime() < age;
const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

describe("a search finds what is there, no more and no less", () => {
  test("at least sixty messages were put in", async () => {
    expect(messages.length).toBeGreaterThanOrEqual(60);
    expect(subjectsOf((await search("larger:1")).messages)).toEqual(expected(() => true));
  });

  test.each<[query: string, matching: (message: SeededMessage) => boolean]>([
    ["is:unread", unread],
    ["is:read", (message) => !unread(message)],
    ["-is:unread", (message) => !unread(message)],
    ["is:starred", ({ flags }) => flags.includes("\\Flagged")],
    ["is:unread is:flagged", (message) => unread(message) && message.flags.includes("\\Flagged")],
    ["newer_than:1h", within(HOUR)],
    ["newer_than:24h", within(DAY)],
    ["newer_than:36h", within(36 * HOUR)],
    ["newer_than:2w", within(14 * DAY)],
    ["older_than:24h", (message) => !within(DAY)(message)],
    ["newer_than:3d older_than:6h", (message) => within(3 * DAY)(message) && !within(6 * HOUR)(message)],
    ["from:bob", ({ from }) => has(from, "bob")],
    // Not ada@example.com.evil.example, whose header holds it.
    ["from:ada@example.com", ({ from }) => /<ada@example\.com>$/.test(from)],
    ["-from:ada@example.com", ({ from }) => !/<ada@example\.com>$/.test(from)],
    ["from:me", ({ from }) => /<ada@example\.com>$/.test(from)],
    ["from:@example.com", ({ from }) => /@example\.com>$/.test(from)],
    ["to:team@example.com", ({ to }) => has(to, "team@example.com")],
    ["subject:invoice", ({ subject }) => has(subject, "invoice")],
    ['subject:"Re: Invoice"', ({ subject }) => has(subject, "Re: Invoice")],
    ["subject:grüße", ({ subject }) => has(subject, "grüße")],
    ["subject:straße", ({ subject }) => subject === "Straße"],
    ["subject:議事録", ({ subject }) => has(subject, "議事録")],
    ["body:Straße", ({ text }) => has(text, "Straße")],
    ["body:会議", ({ text }) => has(text, "会議")],
    ['"beginning of a line"', ({ text }) => has(text, "beginning of a line")],
    ["has:attachment", ({ attachments }) => attachments.length > 0],
    ["-has:attachment is:unread", (message) => message.attachments.length === 0 && unread(message)],
    ["larger:20K", ({ raw }) => raw.length > 20 * 1024],
    ["smaller:1K", ({ raw }) => raw.length < 1024],
    ["from:bob from:ada", ({ from }) => has(from, "bob") && has(from, "ada")],
    ["subject:invoice -subject:Re", ({ subject }) => has(subject, "invoice") && !has(subject, "re")],
    ["message-id:seed-7@example.com", ({ raw }) => has(raw.toString("latin1"), "seed-7@example.com")],
  ])("%s", async (query, matching) => {
    const want = expected(matching);
    expect(want.length).toBeLessThan(messages.length);
    expect(subjectsOf((await search(query)).messages)).toEqual(want);
  });
});

test("the newest come first, and the result says that the limit left some out", async () => {
  const { messages: shown, more } = await search("is:read", { limit: 5 });
  expect(shown).toHaveLength(5);
  expect(more).toBe(true);
  const dates = shown.map(({ date }) => Date.parse(z.string().parse(date)));
  expect(dates).toEqual([...dates].sort((a, b) => b - a));
});

test.each([
  ["latin", "Café crème"],
  ["koi8", "Привет"],
  ["forwarded", "See below."],
  ["subject:議事録 body:会議", "明日の会議は十時からです。"],
])("the body of %s is clean text", async (query, text) => {
  const { messages: shown } = await search(query.includes(":") ? query : `subject:${query}`, {
    include_body: true,
  });
  expect(shown[0]?.body).toContain(text);
  expect(shown[0]?.body).not.toMatch(/<p|color: red/);
});

test("attachments are listed by their names", async () => {
  const { messages: shown } = await search("has:attachment");
  const names = shown.flatMap(({ attachments }) => attachments.map(({ filename }) => filename)).sort();
  expect(names).toEqual(messages.flatMap(({ attachments }) => attachments).sort());
});

test("nothing was marked read, and no mailbox was opened for writing", async () => {
  await search("is:unread", { include_body: true });
  const flags = await service.mailbox("ada", async (client) => {
    await client.mailboxOpen("INBOX", { readOnly: true });
    const seen = await client.search({ seen: true });
    return Array.isArray(seen) ? seen.length : -1;
  });
  expect(flags).toBe(messages.filter((message) => !unread(message)).length);
});

test("an OAuth token opens the same mailbox by STARTTLS", async () => {
  const { messages: shown } = await search("is:unread", { credential_id: byToken });
  expect(subjectsOf(shown)).toEqual(expected(unread));
  expect(await service.testCredential(byToken)).toMatchObject({ ok: true, account: "ada@example.com" });
});

test("a mailbox of another name, and one that is not there", async () => {
  await seed(service, "ada", messages.slice(0, 2), "Archive");
  expect((await search("in:Archive")).messages).toHaveLength(2);
  expect(
    await service.call("email_search", { credential_id: byPassword, query: "in:Nowhere" }),
  ).toMatchObject({
    ok: false,
    error_code: "validation",
    attempts: 1,
  });
});

test("mail that arrives between two looks is seen by the second", async () => {
  // In a mailbox of its own: the other tests know every message of the inbox.
  await service.mailbox("ada", (client) => client.mailboxCreate("Arrivals"));
  expect((await search("in:Arrivals subject:arrives")).messages).toEqual([]);
  const [first] = messages;
  const raw = Buffer.from("From: bob@example.com\r\nSubject: It arrives\r\n\r\nJust now.\r\n");
  if (first)
    await seed(service, "ada", [{ ...first, raw, internalDate: new Date(now), flags: [] }], "Arrivals");
  expect((await search("in:Arrivals subject:arrives")).messages).toHaveLength(1);
});

describe("a login that is refused", () => {
  test("by a wrong password", async () => {
    const wrong = await service.connect("ada", { password: "wrong", tls: true });
    const answer = await service.call("email_search", { credential_id: wrong, query: "is:unread" });
    expect(answer).toMatchObject({ ok: false, error_code: "authentication", attempts: 1 });
    expect(await service.testCredential(wrong)).toMatchObject({ ok: false, error_code: "authentication" });
  });

  test("by a token that was revoked", async () => {
    service.servers.tokens.grant("token-to-revoke", "ada@example.com");
    const id = await service.connect("ada", { token: "token-to-revoke" });
    expect(await service.testCredential(id)).toMatchObject({ ok: true });
    service.servers.tokens.revoke("token-to-revoke");
    // Dovecot keeps no answer of the stub, so that the next login asks again.
    const answer = await service.call("email_search", { credential_id: id, query: "is:unread" });
    expect(answer).toMatchObject({ ok: false, error_code: "authentication" });
    expect(service.logLines.join("\n")).not.toContain("token-to-revoke");
  });
});
