import { emailSend } from "@plumbline/adapters/mail/email-send.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { createSocketOptions, type LookupAll } from "@plumbline/core/egress/guard.ts";
import { createTrustContext } from "@plumbline/core/egress/trust-context.ts";
import type { SmtpServerOptions } from "@plumbline/sandbox/mail/smtp-server.ts";
import { sandboxCertificate } from "@plumbline/sandbox/tls/sandbox-certificate.ts";
import { afterEach, describe, expect, test } from "vitest";
import { resolver } from "../../core/egress/resolver.ts";
import type { ServiceUnderTestOptions } from "../../support/service-under-test.ts";
import { refused } from "../adapter-under-test.ts";
import { type SmtpUnderTest, startSmtpUnderTest } from "./smtp-under-test.ts";

let under: SmtpUnderTest;

async function start(options: SmtpServerOptions & { service?: ServiceUnderTestOptions } = {}): Promise<void> {
  under = await startSmtpUnderTest(options);
}

afterEach(() => under.close());

/** Commands of the clients, beside those of hand-shaking. */
const asked = () => under.smtp.commands.filter((command) => !/^(EHLO|STARTTLS|QUIT)/.test(command));

describe("encryption", () => {
  test("from the first byte, with a password", async () => {
    await start({ implicitTls: true });
    const credential_id = await under.connectByPassword();
    expect(await under.send({ credential_id })).toMatchObject({ ok: true, attempts: 1 });
    expect(under.smtp.commands).not.toContain("STARTTLS");
    expect(under.smtp.delivered).toHaveLength(1);
  });

  test("by STARTTLS, before the login", async () => {
    await start();
    const credential_id = await under.connectByPassword();
    expect(await under.send({ credential_id })).toMatchObject({ ok: true, attempts: 1 });
    expect(under.smtp.commands.slice(0, 4)).toEqual([
      "EHLO [127.0.0.1]",
      "STARTTLS",
      "EHLO [127.0.0.1]",
      "AUTH PLAIN",
    ]);
  });

  test("a server that offers none receives nothing", async () => {
    await start({ behaviour: { offersStartTls: false } });
    expect(refused(await under.send())).toMatchObject({
      error_code: "validation",
      refusal_reason: "127.0.0.1 does not support encryption (STARTTLS), so nothing was sent to it.",
      attempts: 1,
    });
    expect(asked()).toEqual([]);
  });

  test("words slipped in before it are not taken for the server's", async () => {
    await start({ behaviour: { mechanisms: [] } });
    under.smtp.script("starttls", "220 2.0.0 Ready\r\n250-injected\r\n250 AUTH PLAIN XOAUTH2");
    expect(refused(await under.send())).toMatchObject({
      refusal_reason: "The mail server does not support login, so nothing was sent to it.",
    });
    expect(asked()).toEqual([]);
  });

  test.each([
    ["from the first byte", true],
    ["by STARTTLS", false],
  ])("a certificate nobody vouches for is not accepted: %s", async (_what, implicitTls) => {
    await start({ implicitTls, service: { extraCertificates: "" } });
    const credential_id = await under.connectByPassword();
    expect(refused(await under.send({ credential_id }))).toMatchObject({
      error_code: "transient",
      refusal_reason: "The certificate of 127.0.0.1 could not be verified.",
      attempts: 1,
    });
    expect(under.clock.waits).toEqual([]);
    expect(asked()).toEqual([]);
  });

  test("smtp_ssl on a port of STARTTLS: said, and not tried again", async () => {
    await start();
    const credential_id = await under.connectByPassword({ smtp_ssl: true });
    expect(refused(await under.send({ credential_id }))).toMatchObject({
      error_code: "validation",
      next_step: "Set metadata.smtp_ssl to false (STARTTLS, usually port 587), or metadata.smtp_port to 465.",
      attempts: 1,
    });
  });
});

/** Sends through a resolver of our own, to the server a tenant named. */
async function sendTo(smtp_host: string, lookup: LookupAll, egressAllow = `127.0.0.1:${under.smtp.port}`) {
  const credential_id = await under.connectByPassword({ smtp_host });
  const trusted = createTrustContext(sandboxCertificate().cert);
  const socketOptions = createSocketOptions(parseEgressAllow(egressAllow), trusted, lookup);
  const nowhere = { host: "mail.invalid", port: 587 };
  const servers = { smtp: nowhere, imap: nowhere };
  const tool = emailSend({ endpoints: { mail_oauth_a: servers, mail_oauth_b: servers }, socketOptions });
  const args = { credential_id, to: ["grace@example.com"], subject: "Hello", text: "Hello." };
  return under.service.dispatcher.run(under.caller, tool, args);
}

describe.each([
  ["from the first byte", true],
  ["by STARTTLS", false],
])("a server by name, encrypted %s", (_what, implicitTls) => {
  test("must have a certificate of that name", async () => {
    await start({ implicitTls });
    const { lookup, asked: names } = resolver(["127.0.0.1"]);
    expect(await sendTo("mail.sandbox.example", lookup)).toMatchObject({ ok: true, attempts: 1 });
    expect(names).toEqual(["mail.sandbox.example"]);
  });

  test("is not trusted with another's", async () => {
    await start({ implicitTls });
    const { lookup } = resolver(["127.0.0.1"]);
    expect(refused(await sendTo("mail.other.example", lookup))).toMatchObject({
      error_code: "transient",
      refusal_reason: "The certificate of mail.other.example could not be verified.",
      attempts: 1,
    });
    expect(asked()).toEqual([]);
  });
});

describe("the guard", () => {
  test.each(["127.0.0.1", "[::1]", "10.0.0.5", "169.254.169.254", "localhost", "mailserver", "0x7f.1"])(
    "refuses metadata.smtp_host %s before anything is asked",
    async (smtp_host) => {
      await start({ service: { egressAllow: "" } });
      const credential_id = await under.connectByPassword({ smtp_host });
      expect(refused(await under.send({ credential_id }))).toMatchObject({
        error_code: "validation",
        refusal_reason:
          "metadata.smtp_host must have a public host. Internal names and private, loopback, link-local and reserved addresses are refused, except those in the operator's EGRESS_ALLOW.",
        attempts: 0,
      });
      expect(under.smtp.connections()).toBe(0);
    },
  );

  test("refuses a name that turns out to be inside", async () => {
    await start();
    const { lookup } = resolver(["93.184.215.14", "127.0.0.1"]);
    expect(refused(await sendTo("mail.sandbox.example", lookup, ""))).toMatchObject({
      error_code: "validation",
      refusal_reason: "Requests to mail.sandbox.example are not allowed: only public hosts can be reached.",
      attempts: 1,
    });
    expect(under.smtp.connections()).toBe(0);
  });

  test("does not judge the operator's own server", async () => {
    await start({ service: { egressAllow: "" } });
    expect(await under.send()).toMatchObject({ ok: true, attempts: 1 });
  });
});

test("a name nobody knows is tried three times", async () => {
  await start();
  const { lookup } = resolver(Object.assign(new Error("not found"), { code: "ENOTFOUND" }));
  expect(refused(await sendTo("mail.sandbox.example", lookup))).toMatchObject({
    error_code: "transient",
    refusal_reason: "The host name mail.sandbox.example could not be resolved.",
    attempts: 3,
  });
});

test("a connection that does not come about is given up after 10 s and tried again", async () => {
  await start();
  let looked: () => void = () => undefined;
  const lookedUp = new Promise<void>((resolve) => {
    looked = resolve;
  });
  const found = resolver(["127.0.0.1"]).lookup;
  let first = true;
  const answer = sendTo("mail.sandbox.example", (...question) => {
    if (!first) return found(...question);
    first = false;
    looked();
  });
  await lookedUp;
  under.clock.advance(10_000);
  expect(await answer).toMatchObject({ ok: true, attempts: 2, elapsed_ms: 10_600 });
});
