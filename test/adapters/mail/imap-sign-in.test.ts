import { sampleMailPassword, sampleMailToken, sampleMailUser } from "@plumbline/sandbox/mail/imap-server.ts";
import { afterEach, describe, expect, test } from "vitest";
import { storeMetadataUnchecked } from "../../support/stored-earlier.ts";
import { advisedWith, refused, succeeded } from "../adapter-under-test.ts";
import { type ImapUnderTest, startImapUnderTest, subjectsOf } from "./imap-under-test.ts";

let under: ImapUnderTest;

async function start(...options: Parameters<typeof startImapUnderTest>): Promise<void> {
  under = await startImapUnderTest(...options);
  under.imap.inbox.add({ subject: "found" });
}

afterEach(() => under.close());

const search = (credential_id: string) => under.search({ credential_id });

describe("a password", () => {
  test.each<[what: string, options: Parameters<typeof startImapUnderTest>[0]]>([
    ["over TLS from the first byte", { implicitTls: true }],
    ["over STARTTLS", { implicitTls: false }],
    ["by LOGIN, where nothing else is offered", { capabilities: [] }],
  ])("%s", async (_what, options) => {
    await start(options);
    expect(subjectsOf(await search(await under.connectByPassword()))).toEqual(["found"]);
  });

  test("with letters beyond ASCII and quotes", async () => {
    const password = 'pä"ss\\wörd';
    await start({ capabilities: [], logins: { passwords: { [sampleMailUser]: password } } });
    expect(subjectsOf(await search(await under.connectByPassword({}, password)))).toEqual(["found"]);
  });

  test("that is wrong", async () => {
    await start();
    expect(refused(await search(await under.connectByPassword({}, "wrong-password")))).toMatchObject({
      error_code: "authentication",
      refusal_reason: "The mail server refused the sign-in: Invalid credentials (Failure).",
      next_step: advisedWith("Check metadata.username, and store the correct password as the token."),
      attempts: 1,
    });
  });
});

describe("a token", () => {
  test.each([["XOAUTH2"], ["OAUTHBEARER"]])("by %s", async (mechanism) => {
    await start({ capabilities: [`AUTH=${mechanism}`] });
    expect(subjectsOf(await under.search())).toEqual(["found"]);
  });

  test.each<[what: string, status: string, expected: object]>([
    [
      "without the scope",
      "400",
      {
        error_code: "authentication",
        next_step: advisedWith("Reconnect the mailbox with the scope https://mail.example.com/."),
        attempts: 1,
      },
    ],
    ["that the provider cannot check now", "503", { error_code: "transient", attempts: 3 }],
  ])("%s", async (_what, status, expected) => {
    await start({ logins: { tokens: {}, tokenRefusal: { status, scope: "https://mail.example.com/" } } });
    expect(refused(await under.search())).toMatchObject(expected);
  });

  test("refused at once, as some servers do", async () => {
    await start({ logins: { tokens: {}, tokenRefusal: "at once" } });
    expect(refused(await under.search())).toMatchObject({ error_code: "authentication", attempts: 1 });
  });

  test("to a server that takes none", async () => {
    await start({ capabilities: ["AUTH=PLAIN"] });
    expect(refused(await under.search())).toMatchObject({
      error_code: "validation",
      refusal_reason: "127.0.0.1 does not support the kind of sign-in that this credential uses.",
      attempts: 1,
    });
  });
});

describe("nothing secret goes out unprotected", () => {
  test("a server without STARTTLS gets no password", async () => {
    await start({ offersStartTls: false });
    expect(refused(await search(await under.connectByPassword()))).toMatchObject({
      error_code: "validation",
      refusal_reason: "127.0.0.1 does not support STARTTLS, so nothing was sent.",
      attempts: 1,
    });
    expect(under.imap.commands).not.toContain("LOGIN");
    expect(under.imap.commands).not.toContain("AUTHENTICATE");
  });

  test("a server that refuses STARTTLS neither", async () => {
    await start();
    under.imap.script("STARTTLS", "NO Not now");
    expect(refused(await under.search())).toMatchObject({ error_code: "validation", attempts: 1 });
    expect(under.imap.commands).not.toContain("AUTHENTICATE");
  });

  test("TLS to a server that speaks none is reported, and not tried again", async () => {
    await start({ implicitTls: false });
    const result = refused(await search(await under.connectByPassword({ imap_ssl: true })));
    expect(result).toMatchObject({ error_code: "validation", attempts: 1 });
    expect(result.next_step).toContain("Set metadata.imap_ssl to false");
  });

  test("a host inside the network is refused before anything is asked of it", async () => {
    await start({ egressAllow: "" });
    expect(refused(await search(await under.connectByPassword()))).toMatchObject({
      error_code: "validation",
      refusal_reason:
        "metadata.imap_host must have a public host. Internal names and private, loopback, link-local and reserved addresses are refused, except those in the operator's EGRESS_ALLOW.",
      attempts: 0,
    });
    expect(under.imap.connections()).toBe(0);
  });

  test("no token or password is in a result, a refusal or the log", async () => {
    await start({ logins: { tokens: {} } });
    const byPassword = await under.connectByPassword();
    const results = [await search(byPassword), await under.search()];
    under.imap.script("AUTHENTICATE", `NO [ALERT] What is ${sampleMailToken}?`);
    results.push(await under.search());
    under.imap.inbox.add({ subject: sampleMailPassword });
    results.push(await search(byPassword));
    expect(results.map(({ ok }) => ok)).toEqual([true, false, false, true]);
    const seen = JSON.stringify([results, under.logged]);
    for (const secret of [sampleMailToken, sampleMailPassword]) {
      expect(seen).not.toContain(secret);
      expect(seen).not.toContain(Buffer.from(secret).toString("base64"));
    }
  });
});

test("what was sent at a sign-in is not shown when the server quotes it", async () => {
  await start();
  const { host, port } = under.imap;
  const sent = [
    `user=${sampleMailUser}\u0001auth=Bearer ${sampleMailToken}\u0001\u0001`,
    `n,a=${sampleMailUser},\u0001host=${host}\u0001port=${port}\u0001auth=Bearer ${sampleMailToken}\u0001\u0001`,
    `\0${sampleMailUser}\0${sampleMailPassword}`,
    sampleMailPassword,
  ].map((text) => Buffer.from(text).toString("base64"));
  const byPassword = await under.connectByPassword();
  for (const [index, quoted] of sent.entries()) {
    under.imap.script("AUTHENTICATE", `BAD Cannot read ${quoted} here`);
    const { refusal_reason } = refused(await search(index < 2 ? under.credentialId : byPassword));
    expect(refusal_reason).toBe("The mail server refused the sign-in: Cannot read [redacted] here.");
  }
});

describe("testing a connection", () => {
  test("signs in and out, and tells whose mailbox it is", async () => {
    await start();
    for (const id of [under.credentialId, await under.connectByPassword()])
      expect(succeeded(await under.testCredential(id)).result).toEqual({ account: sampleMailUser });
    expect(under.imap.commands.filter((command) => /^(EXAMINE|SELECT|UID)/.test(command))).toEqual([]);
    expect(under.imap.commands.filter((command) => command === "LOGOUT")).toHaveLength(2);
  });

  test("tells a wrong password", async () => {
    await start();
    const id = await under.connectByPassword({}, "wrong-password");
    expect(refused(await under.testCredential(id))).toMatchObject({
      error_code: "authentication",
      attempts: 1,
    });
  });

  test("a password without an IMAP server is not for reading mail", async () => {
    await start();
    const metadata = { username: "ada@example.com" };
    const id = await under.connect({ kind: "generic_api_key", token: "a-password", metadata });
    await expect(under.testCredential(id)).rejects.toThrow("nothing tests a credential");
  });

  test("tells what is missing in what an earlier version stored", async () => {
    await start();
    const id = await under.connectByPassword();
    await storeMetadataUnchecked(under, under.caller.tenantId, id, { imap_host: under.imap.host });
    expect(refused(await under.testCredential(id))).toMatchObject({
      error_code: "validation",
      refusal_reason: expect.stringMatching(/^The credential ".+" has no metadata\.username\.$/),
    });
  });
});
