import { sampleMailUser } from "@plumbline/sandbox/mail/imap-server.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import { startImapUnderTest, subjectsOf } from "./imap-under-test.ts";

const under = startedForEach(startImapUnderTest);

const BOB = "bob@rig.test";
/** Senders whose header holds bob@rig.test, and who are somebody else. */
const LOOK_ALIKES = [
  "notbob@rig.test",
  "bob@rig.test.evil.example",
  '"bob@rig.test" <eve@evil.example>',
  "Bob bob@rig.test <eve@evil.example>",
  "bob@rig.tester",
];

function addSenders(senders: readonly string[]): void {
  for (const [index, from] of senders.entries())
    under.imap.inbox.add({ subject: `m${index}`, headers: { From: from } });
}

describe("an address is compared whole", () => {
  test.each([BOB, "BOB@Rig.Test", `<${BOB}>`])("from:%s finds no look-alike", async (value) => {
    addSenders([...LOOK_ALIKES, BOB, "Bob <BOB@RIG.TEST>"]);
    expect(subjectsOf(await under.search({ query: `from:${value}` }))).toEqual(["m6", "m5"]);
  });

  test("negated it loses none of them", async () => {
    addSenders([BOB, ...LOOK_ALIKES, "Bob <BOB@RIG.TEST>"]);
    expect(subjectsOf(await under.search({ query: `-from:${BOB}` }))).toEqual(["m5", "m4", "m3", "m2", "m1"]);
  });

  test.each(["to", "cc", "bcc"])("also in %s:, among several", async (field) => {
    const name = field === "cc" ? "Cc" : field === "to" ? "To" : "Bcc";
    const headers = (value: string) => ({ headers: { [name]: value } });
    under.imap.inbox.add({ subject: "one of many", ...headers(`Ada <ada@x.example>, "B, ob" <${BOB}>`) });
    for (const [index, address] of LOOK_ALIKES.entries())
      under.imap.inbox.add({ subject: `m${index}`, ...headers(address) });
    expect(subjectsOf(await under.search({ query: `${field}:${BOB}` }))).toEqual(["one of many"]);
    expect(subjectsOf(await under.search({ query: `-${field}:${BOB}` }))).toHaveLength(LOOK_ALIKES.length);
  });

  test("a domain is found in both of its forms", async () => {
    addSenders([
      "bob@xn--bcher-kva.example",
      "bob@bücher.example",
      "bob@bucher.example",
      "bob@bücher.example.evil.example",
    ]);
    for (const domain of ["bücher.example", "Bücher.EXAMPLE", "xn--bcher-kva.example"])
      expect(subjectsOf(await under.search({ query: `from:bob@${domain}` }))).toEqual(["m1", "m0"]);
  });

  test("a whole domain is one too", async () => {
    addSenders([BOB, "Eve <eve@rig.test>", "eve@sub.rig.test", "eve@rig.test.evil.example"]);
    expect(subjectsOf(await under.search({ query: "from:@rig.test" }))).toEqual(["m1", "m0"]);
  });

  test("a value without an @ is a part of a name or an address", async () => {
    addSenders([BOB, "notbob@rig.test", "Bobby <x@y.example>", "Eve <eve@evil.example>"]);
    expect(subjectsOf(await under.search({ query: "from:bob" }))).toEqual(["m2", "m1", "m0"]);
  });

  test("a mail whose headers cannot be read is said to be possible, and stays where a term is negated", async () => {
    addSenders([BOB]);
    const unreadable = ["1 FETCH (UID 1 ENVELOPE (((((((((((((((((((((((((((((((((((((NIL)"].map(
      (line) => `* ${line}\r\n`,
    );
    for (const [query, subjects, more] of [
      [`from:${BOB}`, 0, true],
      [`-from:${BOB}`, 1, false],
    ] as const) {
      under.imap.script("UID FETCH", { instead: unreadable.join("") });
      under.imap.script("UID FETCH", { instead: unreadable.join("") });
      const result = succeeded(await under.search({ query }));
      expect(result.result).toMatchObject({ more });
      expect(subjectsOf(result)).toHaveLength(subjects);
    }
  });
});

describe("me", () => {
  test("is the account's own address, and not every name with those letters", async () => {
    addSenders([
      "me@acme.example",
      `Ada <${sampleMailUser.toUpperCase()}>`,
      `${sampleMailUser}.evil.example`,
      "James <j@x.example>",
    ]);
    expect(subjectsOf(await under.search({ query: "from:me" }))).toEqual(["m1"]);
    expect(subjectsOf(await under.search({ query: "-from:me" }))).toEqual(["m3", "m2", "m0"]);
  });

  test("is both of two addresses", async () => {
    const credential_id = await under.connectByPassword({ from_address: "ada@other.example" });
    addSenders([sampleMailUser, "ada@other.example", "ada@third.example"]);
    expect(subjectsOf(await under.search({ credential_id, query: "from:me" }))).toEqual(["m1", "m0"]);
    under.imap.inbox.add({ to: "Ada <ada@other.example>", from: "ada@other.example", subject: "to myself" });
    expect(subjectsOf(await under.search({ credential_id, query: "to:me from:me" }))).toEqual(["to myself"]);
  });

  test("is refused, before anything is asked, for an account without an address", async () => {
    const credential_id = await under.connectByPassword({ username: "ada" });
    expect(refused(await under.search({ credential_id, query: "to:me" }))).toMatchObject({
      error_code: "validation",
      refusal_reason:
        "query: to:me at character 1 means the account's own address, but the credential does not have one.",
      next_step:
        "Write the address instead of me, or set metadata.from_address of the credential to the mailbox's address.",
    });
    expect(under.imap.connections()).toBe(0);
  });
});

test("a wildcard is refused, and what to write in its place is said", async () => {
  expect(refused(await under.search({ query: "from:*@rig.test" }))).toMatchObject({
    error_code: "validation",
    refusal_reason: "query: from:*@rig.test at character 1 contains a *, but wildcards are not supported.",
    next_step:
      "Leave the * out: text matches anywhere in the value, and from:@example.com matches every address of that domain.",
  });
  expect(under.imap.connections()).toBe(0);
});
