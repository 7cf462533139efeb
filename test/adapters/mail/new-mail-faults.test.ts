import {
  AdapterRateLimitedError,
  AdapterTransientError,
  AdapterValidationError,
} from "@plumbline/core/errors/adapter-error.ts";
import {
  imapClose,
  imapCut,
  imapFarewells,
  imapHang,
  imapReplies,
  imapReset,
} from "@plumbline/sandbox/mail/imap-failures.ts";
import type { ImapAnswer } from "@plumbline/sandbox/mail/imap-script.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { startNewMailUnderTest, subjectsOf } from "./new-mail-under-test.ts";

const start = { uid_validity: "1700000000", last_uid: 0, seen: "" };

const under = startedForEach(startNewMailUnderTest);

beforeEach(() => {
  for (const subject of ["one", "two", "three"]) under.imap.inbox.add({ subject });
});

describe("what a server may do in the middle of a look", () => {
  test.each<[what: string, command: string, answer: ImapAnswer, expected: unknown]>([
    ["refuse the greeting", "greeting", imapFarewells.shuttingDown, AdapterTransientError],
    ["be out of connections", "AUTHENTICATE", imapReplies.tooManyConnections, AdapterRateLimitedError],
    ["have the mailbox in use", "EXAMINE", imapReplies.inUse, AdapterTransientError],
    ["fail to search", "UID SEARCH", imapReplies.serverBug, AdapterTransientError],
    ["throttle the search", "UID SEARCH", imapReplies.throttled, AdapterRateLimitedError],
    [
      "answer the search with nothing to read",
      "UID SEARCH",
      { instead: "* SEARCH (\r\n" },
      AdapterTransientError,
    ],
    ["throttle the fetch", "UID FETCH", imapReplies.throttled, AdapterRateLimitedError],
    ["break off the fetch", "UID FETCH", imapCut, AdapterTransientError],
    ["close at the fetch", "UID FETCH", imapClose, AdapterTransientError],
    ["reset at the fetch", "UID FETCH", imapReset, AdapterTransientError],
    ["fetch, and say BYE", "UID FETCH", { last: "Server shutting down." }, AdapterTransientError],
  ])(
    "%s: the look fails as a whole, and the next has everything",
    async (_what, command, answer, expected) => {
      under.imap.script(command, answer);
      await expect(under.looks([{ cursor: start }, { cursor: null }])).rejects.toBeInstanceOf(expected);
      expect(subjectsOf(await under.look({ cursor: start }))).toEqual(["one", "two", "three"]);
    },
  );

  test("break off within a literal", async () => {
    const inLiteral = "UID 1 FLAGS () ENVELOPE (NIL {900}\r\nhalf of a sub";
    under.imap.script("UID FETCH", { instead: `* 1 FETCH (${inLiteral}`, fault: "cut" });
    await expect(under.look({ cursor: start })).rejects.toBeInstanceOf(AdapterTransientError);
  });

  test.each(["EXAMINE", "UID SEARCH", "UID FETCH"])(
    "fall silent at %s: the look ends in its time",
    async (command) => {
      under.imap.script(command, imapHang);
      const look = under.look({ cursor: start });
      const ended = expect(look).rejects.toThrow("127.0.0.1 did not respond within 30 s.");
      await under.imap.waitFor(command);
      under.clock.advance(30_000);
      await ended;
    },
  );

  test("a later look that fails leaves nothing of the earlier ones", async () => {
    under.imap.script("UID SEARCH", {}, imapReplies.badCharset);
    await expect(under.looks([{ cursor: start }, { cursor: start }])).rejects.toBeInstanceOf(
      AdapterValidationError,
    );
  });
});

describe("what may happen in the middle of a look", () => {
  test.each([
    ["before the search", "UID SEARCH", "in:INBOX"],
    ["before the fetch", "UID FETCH", "in:INBOX"],
    ["before the sifting", "UID FETCH", "-has:attachment"],
  ])("a message is expunged %s", async (_when, command, query) => {
    under.imap.script(command, { first: () => under.imap.inbox.expunge(2) });
    const found = await under.look({ cursor: start, query });
    expect(subjectsOf(found)).toEqual(["one", "three"]);
    expect(found.cursor.last_uid).toBe(3);
  });

  test("the last message is expunged: it is passed all the same", async () => {
    under.imap.script("UID FETCH", { first: () => under.imap.inbox.expunge(3) });
    const found = await under.look({ cursor: start });
    expect(subjectsOf(found)).toEqual(["one", "two"]);
    expect(found.cursor.last_uid).toBe(3);
  });

  test("one arrives before the search, and is found once", async () => {
    under.imap.script("UID SEARCH", { first: () => void under.imap.inbox.add({ subject: "four" }) });
    const found = await under.look({ cursor: start });
    expect(subjectsOf(found)).toEqual(["one", "two", "three", "four"]);
    expect(found.cursor.last_uid).toBe(4);
  });

  test("one arrives after the search, and is found next time", async () => {
    under.imap.script("UID FETCH", { first: () => void under.imap.inbox.add({ subject: "four" }) });
    const found = await under.look({ cursor: start });
    expect(subjectsOf(found)).toEqual(["one", "two", "three"]);
    expect(subjectsOf(await under.look({ cursor: found.cursor }))).toEqual(["four"]);
  });
});

describe("a server that does not tell the next UID", () => {
  const opened = (exists: number) => ({ instead: `* ${exists} EXISTS\r\n* OK [UIDVALIDITY 7] Valid\r\n` });
  const cursor = { uid_validity: "7", last_uid: 2, seen: "" };

  test("is asked for the last one", async () => {
    under.imap.script("EXAMINE", opened(3), opened(3), opened(0));
    expect((await under.look()).cursor).toEqual({ ...cursor, last_uid: 3 });
    expect(subjectsOf(await under.look({ cursor }))).toEqual(["three"]);
    expect((await under.look()).cursor).toEqual({ ...cursor, last_uid: 0 });
  });

  test("and whose last message was expunged: nothing goes back", async () => {
    under.imap.script("EXAMINE", opened(1));
    under.imap.inbox.expunge(3);
    under.imap.inbox.expunge(2);
    expect((await under.look({ cursor })).cursor).toEqual(cursor);
  });
});

test("a message whose structure cannot be read may have attachments: it is found, and said to be incomplete", async () => {
  const facts = 'UID 1 INTERNALDATE "31-Dec-2025 23:00:00 +0000"';
  const unreadable = { instead: `* 1 FETCH (${facts} BODYSTRUCTURE ${"(".repeat(40)}${")".repeat(40)})\r\n` };
  for (const query of ["has:attachment", "-has:attachment"]) {
    under.imap.script("UID FETCH", unreadable, {}, unreadable);
    const found = await under.look({ cursor: start, query });
    expect(found.messages[0]).toMatchObject({ message: { id: "1", incomplete: true } });
  }
});

test("a mailbox that is missing is named, with those there are", async () => {
  await expect(under.looks([{ cursor: start }], "Sent")).rejects.toMatchObject({
    name: "AdapterValidationError",
    message: "There is no mailbox called Sent.",
    detail: { nextStep: "Use one of: INBOX." },
  });
});
