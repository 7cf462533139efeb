import { imapHang, imapReplies } from "@plumbline/sandbox/mail/imap-failures.ts";
import { type ImapServer, type ImapServerOptions, startImap } from "@plumbline/sandbox/mail/imap-server.ts";
import { Mailbox } from "@plumbline/sandbox/mail/mailbox.ts";
import { afterEach, describe, expect, test } from "vitest";
import { succeeded } from "../adapter-under-test.ts";
import { type SmtpUnderTest, startSmtpUnderTest } from "./smtp-under-test.ts";

let under: SmtpUnderTest;
let imap: ImapServer;

async function start(options: ImapServerOptions = {}): Promise<void> {
  imap = await startImap({ implicitTls: false, ...options });
  under = await startSmtpUnderTest({ service: { egressAllow: "127.0.0.1" } });
}

afterEach(async () => {
  await under.close();
  await imap.close();
});

const connect = (metadata: Record<string, unknown> = {}) =>
  under.connectByPassword({ imap_host: imap.host, imap_port: imap.port, imap_ssl: false, ...metadata });

async function send(args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return succeeded(await under.send(args)).result as Record<string, unknown>;
}

const sent = (name = "Sent", specialUse = "") => new Mailbox(name, 1, specialUse);

describe("a sent message of a password account", () => {
  test("is in the Sent mailbox, read, as it went out", async () => {
    const mailbox = sent();
    await start({ mailboxes: [mailbox] });
    const result = await send({ credential_id: await connect() });
    expect(result).toMatchObject({ saved_to: "Sent", accepted: ["grace@example.com"] });
    expect(result).not.toHaveProperty("not_saved");
    expect(mailbox.messages.map(({ raw }) => raw)).toEqual(under.smtp.delivered.map(({ raw }) => raw));
    expect([...(mailbox.messages[0]?.flags ?? [])]).toEqual(["\\Seen"]);
    expect(mailbox.messages[0]?.receivedAt.toISOString()).toBe("2026-01-01T00:00:00.000Z");
  });

  test("goes to the mailbox that the server marks as its Sent, whatever its name", async () => {
    const marked = sent("Ausgang", "\\Sent");
    await start({ mailboxes: [sent(), marked], capabilities: ["SPECIAL-USE", "AUTH=PLAIN"] });
    expect(await send({ credential_id: await connect() })).toMatchObject({ saved_to: "Ausgang" });
    expect(marked.messages).toHaveLength(1);
  });

  test.each(["Sent Items", "Sent Messages", "Gesendet"])("is found by a common name: %s", async (name) => {
    await start({ mailboxes: [sent("Drafts"), sent(name)] });
    expect(await send({ credential_id: await connect() })).toMatchObject({ saved_to: name });
  });

  test("shows its sender who got a blind copy, and nobody else", async () => {
    const mailbox = sent();
    await start({ mailboxes: [mailbox] });
    await send({ credential_id: await connect(), bcc: ["alan@example.com"] });
    expect(mailbox.messages[0]?.raw).toMatch(/^Bcc: alan@example\.com\r$/m);
    expect(under.smtp.delivered[0]?.raw).not.toContain("alan@example.com");
  });

  test("is not put there twice where the server keeps a copy itself", async () => {
    const mailbox = sent();
    await start({ mailboxes: [mailbox] });
    imap.script("EXAMINE", {
      first: () => mailbox.add(Buffer.from(under.smtp.delivered[0]?.raw ?? "")),
    });
    expect(await send({ credential_id: await connect() })).toMatchObject({ saved_to: "Sent" });
    expect(mailbox.messages).toHaveLength(1);
  });

  test("goes where metadata.save_sent says", async () => {
    const [mailbox, archive] = [sent(), sent("Archive")];
    await start({ mailboxes: [mailbox, archive] });
    expect(await send({ credential_id: await connect({ save_sent: "Archive" }) })).toMatchObject({
      saved_to: "Archive",
    });
    expect([mailbox.messages.length, archive.messages.length]).toEqual([0, 1]);
  });

  test("goes nowhere where metadata.save_sent is false", async () => {
    await start({ mailboxes: [sent()] });
    const result = await send({ credential_id: await connect({ save_sent: false }) });
    expect(result).not.toHaveProperty("saved_to");
    expect(result).not.toHaveProperty("not_saved");
    expect(imap.connections()).toBe(0);
  });
});

describe("a copy that cannot be saved changes nothing about the message", () => {
  test.each<[what: string, script: () => void, reason: string]>([
    [
      "refused at the sign-in",
      () => imap.script("AUTHENTICATE", imapReplies.badCredentials),
      "Invalid credentials",
    ],
    ["refused for space", () => imap.script("APPEND", imapReplies.overQuota), "exceeded"],
    ["lost on the way", () => imap.script("APPEND", { fault: "reset" }), "closed the connection"],
  ])("%s", async (_what, script, reason) => {
    await start({ mailboxes: [sent()] });
    script();
    const answer = succeeded(await under.send({ credential_id: await connect() }));
    expect(answer.attempts).toBe(1);
    expect(answer.result).toMatchObject({
      accepted: ["grace@example.com"],
      not_saved: expect.stringContaining(reason),
    });
    expect(under.smtp.delivered).toHaveLength(1);
  });

  test("no Sent mailbox", async () => {
    await start();
    expect(await send({ credential_id: await connect() })).toMatchObject({
      not_saved: "There is no Sent mailbox; set metadata.save_sent of the credential to the one to use.",
    });
  });

  test("a mailbox that is missing", async () => {
    await start();
    expect(await send({ credential_id: await connect({ save_sent: "Gone" }) })).toMatchObject({
      not_saved: "There is no mailbox called Gone.",
    });
  });

  test("a server that falls silent holds the answer 10 s at most", async () => {
    await start({ mailboxes: [sent()] });
    imap.script("APPEND", imapHang);
    const answer = under.send({ credential_id: await connect() });
    await imap.waitFor("APPEND");
    under.clock.advance(10_000);
    expect(succeeded(await answer)).toMatchObject({
      attempts: 1,
      result: { not_saved: "127.0.0.1 did not respond within 10 s." },
    });
    expect(under.smtp.delivered).toHaveLength(1);
  });
});

test("an account by token is not asked for a copy: its provider keeps one", async () => {
  await start({ mailboxes: [sent()] });
  expect(await send({})).not.toHaveProperty("saved_to");
  expect(imap.connections()).toBe(0);
});
