import { imapHang } from "@plumbline/sandbox/mail/imap-failures.ts";
import { afterEach, describe, expect, test } from "vitest";
import { refused } from "../adapter-under-test.ts";
import { type ImapUnderTest, startImapUnderTest, subjectsOf } from "./imap-under-test.ts";
import { type SmtpUnderTest, startSmtpUnderTest } from "./smtp-under-test.ts";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function imap(implicitTls: boolean): Promise<ImapUnderTest> {
  const under = await startImapUnderTest({ implicitTls });
  closing.push(under.close);
  return under;
}

async function smtp(implicitTls: boolean): Promise<SmtpUnderTest> {
  const under = await startSmtpUnderTest({ implicitTls });
  closing.push(under.close);
  return under;
}

describe("a server that speaks TLS first, addressed without, is reported after 3 s and not tried again", () => {
  test("for reading", async () => {
    const under = await imap(true);
    const credential_id = await under.connectByPassword({ imap_ssl: false });
    const answer = under.search({ credential_id });
    await under.imap.waitFor("greeting");
    under.clock.advance(3_000);
    expect(refused(await answer)).toMatchObject({
      error_code: "validation",
      refusal_reason: `127.0.0.1 uses TLS from the first byte on this port, but the connection was made without it: port ${under.imap.port}.`,
      next_step:
        "Set metadata.imap_ssl to true (usually port 993), or metadata.imap_port to 143 for STARTTLS.",
      attempts: 1,
      elapsed_ms: 3_000,
    });
  });

  test("for sending", async () => {
    const under = await smtp(true);
    const credential_id = await under.connectByPassword({ smtp_ssl: false });
    const answer = under.send({ credential_id });
    await under.smtp.waitFor("greeting");
    // The client's side of the connection is up a turn later than the server's.
    await new Promise((resolve) => setImmediate(resolve));
    under.clock.advance(3_000);
    expect(refused(await answer)).toMatchObject({
      error_code: "validation",
      next_step:
        "Set metadata.smtp_ssl to true (usually port 465), or metadata.smtp_port to 587 for STARTTLS.",
      attempts: 1,
    });
  });
});

test("a server that is only slow to greet is waited for", async () => {
  const under = await imap(false);
  under.imap.inbox.add({ subject: "found" });
  under.imap.script("greeting", imapHang);
  const answer = under.search({ timeout_seconds: 7 });
  await under.imap.waitFor("greeting");
  under.clock.advance(3_000);
  // The look for TLS.
  await under.imap.waitFor("greeting", 2);
  expect(await Promise.race([answer, "still waiting"])).toBe("still waiting");
  under.clock.advance(4_000);
  expect(subjectsOf(await answer)).toEqual(["found"]);
});

describe("plain text where TLS was expected is reported at once", () => {
  test("for reading", async () => {
    const under = await imap(false);
    const credential_id = await under.connectByPassword({ imap_ssl: true });
    expect(refused(await under.search({ credential_id }))).toMatchObject({
      error_code: "validation",
      refusal_reason: `127.0.0.1 does not use TLS from the first byte on this port: port ${under.imap.port}.`,
      next_step: "Set metadata.imap_ssl to false (STARTTLS, usually port 143), or metadata.imap_port to 993.",
      attempts: 1,
    });
  });

  test("for sending", async () => {
    const under = await smtp(false);
    const credential_id = await under.connectByPassword({ smtp_ssl: true });
    expect(refused(await under.send({ credential_id }))).toMatchObject({
      error_code: "validation",
      next_step: "Set metadata.smtp_ssl to false (STARTTLS, usually port 587), or metadata.smtp_port to 465.",
      attempts: 1,
    });
  });
});
