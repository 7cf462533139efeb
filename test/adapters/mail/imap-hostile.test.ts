import { Mailbox } from "@plumbline/sandbox/mail/mailbox.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refused, succeeded } from "../adapter-under-test.ts";
import { type ImapUnderTest, messagesOf, startImapUnderTest, subjectsOf } from "./imap-under-test.ts";

let under: ImapUnderTest;

beforeEach(async () => {
  under = await startImapUnderTest();
});

afterEach(() => under.close());

const FACTS = 'UID 1 FLAGS () INTERNALDATE "31-Dec-2025 23:00:00 +0000" RFC822.SIZE 10';
const ENVELOPE = 'ENVELOPE (NIL "told" NIL NIL NIL NIL NIL NIL NIL NIL)';
const TEXT = '("TEXT" "PLAIN" NIL NIL NIL "7BIT" 2 1 NIL NIL NIL NIL)';
const FILE = '("IMAGE" "PNG" NIL NIL NIL "BASE64" 9 NIL ("ATTACHMENT" NIL) NIL NIL)';
const structure = (parts: string) => `BODYSTRUCTURE (${parts} "MIXED" NIL NIL NIL NIL)`;
const told = (...items: string[]) => ({ instead: `* 1 FETCH (${[FACTS, ...items].join(" ")})\r\n` });

describe("a message whose answer cannot be read", () => {
  const deep = told(ENVELOPE, `BODYSTRUCTURE ${"(".repeat(40)}${TEXT}${' "MIXED")'.repeat(40)}`);
  const unclosed = { instead: `* 1 FETCH (${FACTS} ${ENVELOPE}\r\n` };
  const broken = told('ENVELOPE (NIL "two\nlines" NIL NIL NIL NIL NIL NIL NIL NIL)');

  test.each([
    ["nested too deep", deep],
    ["unclosed", unclosed],
    ["broken in two", broken],
  ])("%s, is reported as far as it can be read", async (_what, answer) => {
    for (const subject of ["first", "second"]) under.imap.inbox.add({ subject });
    under.imap.script("UID FETCH", answer);
    const result = await under.search();
    expect(subjectsOf(result)).toEqual(["second", "first"]);
    expect(messagesOf(result)).toMatchObject([{ incomplete: true }, { incomplete: true }]);
    under.imap.script("UID FETCH", answer, answer);
    expect(subjectsOf(await under.search({ limit: 1 }))).toEqual([""]);
  });

  test("may have attachments or none: neither search claims to be whole", async () => {
    under.imap.inbox.add({ subject: "first" });
    for (const query of ["has:attachment", "-has:attachment"]) {
      under.imap.script("UID FETCH", deep);
      expect(succeeded(await under.search({ query })).result).toMatchObject({ messages: [], more: true });
    }
  });

  test("in any way is not left out", async () => {
    under.imap.inbox.add({ subject: "first" });
    under.imap.scriptAlways("UID FETCH", unclosed);
    expect(refused(await under.search())).toMatchObject({
      error_code: "transient",
      refusal_reason: "127.0.0.1 sent a response that could not be read.",
      attempts: 3,
    });
  });
});

describe("a message of excess", () => {
  beforeEach(() => under.imap.inbox.add({ subject: "there" }));

  test("ten thousand parts: the last one is an attachment like any other", async () => {
    const answer = told(ENVELOPE, structure(TEXT.repeat(10_000) + FILE));
    under.imap.script("UID FETCH", answer, answer);
    const [message] = messagesOf(await under.search({ query: "has:attachment" }));
    expect(message).toMatchObject({ attachments: [{ content_type: "image/png", size: 9 }] });
    under.imap.script("UID FETCH", answer);
    expect(messagesOf(await under.search({ query: "-has:attachment" }))).toEqual([]);
  });

  test("a thousand attachments and ten thousand recipients: a hundred of each are returned", async () => {
    const recipients = '(NIL NIL "a" "b.example")'.repeat(10_000);
    const envelope = `ENVELOPE (NIL "told" NIL NIL NIL (${recipients}) NIL NIL NIL NIL)`;
    under.imap.script("UID FETCH", told(envelope, structure(FILE.repeat(1_000))));
    const [message] = messagesOf(await under.search());
    expect(message?.to).toHaveLength(100);
    expect(message?.attachments).toHaveLength(100);
  });

  test("a megabyte of subject, quoted", async () => {
    under.imap.script("UID FETCH", told(ENVELOPE.replace("told", "s".repeat(1_000_000)), structure(TEXT)));
    expect(subjectsOf(await under.search())).toEqual(["s".repeat(1_000)]);
  });

  test("sizes that are not numbers", async () => {
    const sized = (size: string) => FILE.replace(" 9 ", ` ${size} `);
    const files = ["1e400", "-1.5", "nine", "7"].map(sized).join("");
    under.imap.script("UID FETCH", told(ENVELOPE, structure(files)));
    const [message] = messagesOf(await under.search());
    expect(message).toMatchObject({ attachments: [{ size: 0 }, { size: 0 }, { size: 0 }, { size: 7 }] });
  });

  test("charsets nobody knows, and names that are an object's", async () => {
    const subject = "=?x-unheard-of?Q?a?= =?__proto__?B?Yg==?=";
    const named = '("TEXT" "PLAIN" ("__proto__" "x" "NAME*0" "constructor") NIL NIL "7BIT" 2 1)';
    under.imap.script("UID FETCH", told(ENVELOPE.replace("told", subject), structure(TEXT + named)));
    const [message] = messagesOf(await under.search());
    expect(message).toMatchObject({ subject: "ab", attachments: [{ filename: "constructor" }] });
  });
});

describe("an answer of excess", () => {
  beforeEach(async () => {
    await under.close();
    under = await startImapUnderTest({ capabilities: ["ID", "NAMESPACE", "AUTH=XOAUTH2"] });
  });

  const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  test("a hundred thousand messages found are searched through", async () => {
    under.imap.inbox.uidNext = 100_000;
    under.imap.inbox.add({ subject: "newest" });
    under.imap.script("UID SEARCH", { instead: `* SEARCH ${numbers(100_000).join(" ")}\r\n` });
    const result = await under.search({ limit: 1 });
    expect(subjectsOf(result)).toEqual(["newest"]);
    expect(succeeded(result).result).toMatchObject({ more: true });
  });

  test.each([
    ["a token of 300 KB, which to read would take the process a minute", numbers(50_000).join(",")],
    ["half a million tokens", "1 ".repeat(500_002).trim()],
  ])("%s is not read", async (_what, tokens) => {
    under.imap.script("UID SEARCH", { instead: `* SEARCH ${tokens}\r\n` });
    expect(refused(await under.search())).toMatchObject({
      error_code: "validation",
      refusal_reason: "127.0.0.1 sent more data than this service reads at once.",
      next_step: "Narrow the query, for instance with newer_than:.",
      attempts: 1,
    });
  });

  test("mailboxes' names are cleaned and cut, and those that hold no mail left out", async () => {
    const names = [`${"n".repeat(500)}`, "a\u202eb", "Work"].map((name) => `* LIST () "/" "${name}"\r\n`);
    const listed = `* LIST (\\Noselect) "/" "Group"\r\n${Buffer.from(names.join("")).toString("latin1")}`;
    under.imap.script("LIST", { instead: "" }, { instead: "" }, { instead: listed });
    const { next_step } = refused(await under.search({ query: "in:Nowhere" }));
    expect(next_step).toBe(`Use one of: ab, ${"n".repeat(100)}, Work.`);
  });
});

test("a mailbox whose name is no ASCII is opened by its name on the wire", async () => {
  await under.close();
  under = await startImapUnderTest({ mailboxes: [new Mailbox('Projekte/日本 & "so" 🚀')] });
  under.imap.inbox.add({ subject: "elsewhere" });
  expect(messagesOf(await under.search({ query: "is:unread", mailbox: 'Projekte/日本 & "so" 🚀' }))).toEqual(
    [],
  );
  expect(under.imap.commands.find((command) => command.startsWith("EXAMINE"))).toBe(
    'EXAMINE "Projekte/&ZeVnLA- &- "so" &2D3egA-"',
  );
});
