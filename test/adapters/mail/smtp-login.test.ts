import { smtpHang } from "@plumbline/sandbox/mail/smtp-failures.ts";
import type { SmtpMechanism } from "@plumbline/sandbox/mail/smtp-login.ts";
import { sampleSmtpLogin } from "@plumbline/sandbox/mail/smtp-server.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { advisedWith, refused } from "../adapter-under-test.ts";
import { startSmtpUnderTest } from "./smtp-under-test.ts";

const under = startedForEach(startSmtpUnderTest);

const { user, token, password } = sampleSmtpLogin;
const logins = () => under.smtp.commands.filter((command) => command.startsWith("AUTH"));

async function connectBadToken(): Promise<string> {
  const metadata = { username: user };
  return under.connect({ kind: "mail_oauth_b", label: "Old", token: "an-expired-token", metadata });
}

describe("with a token", () => {
  test("it is presented once, by XOAUTH2, whatever else is offered", async () => {
    expect(await under.send()).toMatchObject({ ok: true });
    expect(logins()).toEqual(["AUTH XOAUTH2"]);
  });

  test.each<[what: string, refusal: { status: string; scope: string } | "at once", expected: object]>([
    [
      "an expired one, with a challenge",
      { status: "401", scope: "https://mail.sandbox.example/" },
      {
        error_code: "authentication",
        next_step: advisedWith("Reconnect the mailbox, and check its metadata.username."),
      },
    ],
    [
      "one without the scope",
      { status: "400", scope: "https://mail.sandbox.example/" },
      {
        error_code: "authentication",
        next_step: advisedWith("Reconnect the mailbox with the scope https://mail.sandbox.example/."),
      },
    ],
    ["a bad one, refused at once", "at once", { error_code: "authentication" }],
  ])("%s is refused and not presented again", async (_what, tokenRefusal, expected) => {
    under.smtp.behaviour.logins = { ...under.smtp.behaviour.logins, tokenRefusal };
    const result = refused(await under.send({ credential_id: await connectBadToken() }));
    expect(result).toMatchObject({
      refusal_reason: "The mail server refused the login: 535 5.7.8 Username and Password not accepted",
      attempts: 1,
      ...expected,
    });
    expect(logins()).toEqual(["AUTH XOAUTH2"]);
  });

  test("a challenge that blames the provider itself is tried again", async () => {
    const tokenRefusal = { status: "500", scope: "" };
    under.smtp.behaviour.logins = { ...under.smtp.behaviour.logins, tokenRefusal };
    const result = refused(await under.send({ credential_id: await connectBadToken() }));
    expect(result).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(result.next_step).toBeUndefined();
  });

  test("a challenge nobody can read is a refusal all the same", async () => {
    under.smtp.script("auth", "334 ???\r\n535 5.7.8 Not accepted");
    expect(refused(await under.send())).toMatchObject({ error_code: "authentication", attempts: 1 });
  });

  test("the refusal says when a server takes no tokens", async () => {
    under.smtp.behaviour.mechanisms = ["PLAIN", "LOGIN"];
    expect(refused(await under.send())).toMatchObject({
      error_code: "validation",
      refusal_reason: "The mail server does not support login with a token (XOAUTH2).",
      attempts: 1,
    });
    expect(logins()).toEqual([]);
  });
});

describe("with a password", () => {
  test.each<[SmtpMechanism[], string]>([
    [["PLAIN"], "AUTH PLAIN"],
    [["LOGIN"], "AUTH LOGIN"],
    [["XOAUTH2", "LOGIN", "PLAIN"], "AUTH PLAIN"],
  ])("where %j is offered", async (mechanisms, expected) => {
    under.smtp.behaviour.mechanisms = mechanisms;
    const credential_id = await under.connectByPassword();
    expect(await under.send({ credential_id })).toMatchObject({ ok: true, attempts: 1 });
    expect(logins()).toEqual([expected]);
  });

  test.each<SmtpMechanism>(["PLAIN", "LOGIN"])("a wrong one is refused: %s", async (mechanism) => {
    under.smtp.behaviour.mechanisms = [mechanism];
    const credential_id = await under.connectByPassword({ username: "eve@example.com" });
    expect(refused(await under.send({ credential_id }))).toMatchObject({
      error_code: "authentication",
      attempts: 1,
    });
    expect(under.smtp.delivered).toEqual([]);
  });
});

test("nothing is sent where no login is offered", async () => {
  under.smtp.behaviour.mechanisms = [];
  expect(refused(await under.send())).toMatchObject({
    error_code: "validation",
    refusal_reason: "The mail server does not support login, so nothing was sent to it.",
    next_step: "Check the port: use 465 or 587 to submit messages; 25 is for mail between servers.",
    attempts: 1,
  });
  expect(under.smtp.commands).not.toContainEqual(expect.stringMatching(/^(AUTH|MAIL)/));
});

test("a message larger than the server takes is not begun", async () => {
  under.smtp.behaviour.maxSize = 1_000;
  expect(refused(await under.send({ text: "x".repeat(2_000) }))).toMatchObject({
    error_code: "validation",
    refusal_reason: "The message is larger than the mail server accepts.",
    next_step: "Send fewer or smaller attachments.",
    attempts: 1,
  });
  expect(under.smtp.delivered).toEqual([]);
});

describe("testing a connection that only sends", () => {
  test("logs in and leaves", async () => {
    const id = await under.connectByPassword();
    expect(await under.testCredential(id)).toMatchObject({ ok: true, result: { account: user } });
    expect(logins()).toEqual(["AUTH PLAIN"]);
    expect(under.smtp.commands).not.toContainEqual(expect.stringMatching(/^MAIL/));
  });

  test("says what is wrong with it", async () => {
    const id = await under.connectByPassword({ username: "eve@example.com" });
    expect(await under.testCredential(id)).toMatchObject({ ok: false, error_code: "authentication" });
  });

  test("wants an address to send from, without which no message could be sent", async () => {
    const id = await under.connectByPassword({ username: "ada" });
    expect(await under.testCredential(id)).toMatchObject({
      ok: false,
      error_code: "validation",
      next_step: "Set metadata.from_address to the mailbox's address, such as ada@example.com.",
    });
    expect(under.smtp.connections()).toBe(0);
  });
});

describe("the secret, as it is or as it is sent, is in no result, refusal or log line", () => {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const byPassword = [password, base64(password), base64(`\0${user}\0${password}`)];
  const byToken = [token, base64(`user=${user}\u0001auth=Bearer ${token}\u0001\u0001`)];

  test.each([
    ["a token", "a message that is taken", undefined],
    ["a token", "a refusal that quotes it", `535 5.7.8 Bad credentials: ${byToken.join(" ")}`],
    ["a token", "silence", smtpHang],
    ["a password", "a message that is taken", undefined],
    ["a password", "a refusal that quotes it", `535 5.7.8 Bad credentials: ${byPassword.join(" ")}`],
    ["a password", "silence", smtpHang],
  ])("%s: %s", async (what, _answer, answer) => {
    const credential = what === "a token" ? {} : { credential_id: await under.connectByPassword() };
    if (answer !== undefined) under.smtp.script("auth", answer);
    const controller = new AbortController();
    const calling = under.send(credential, { signal: controller.signal });
    await under.smtp.waitFor("auth");
    if (answer === smtpHang) controller.abort();
    const seen = JSON.stringify([await calling, under.logged]);
    for (const form of [...byToken, ...byPassword]) expect(seen).not.toContain(form);
    expect(under.callLines()).toHaveLength(1);
  });

  test("not even in the answer to a message that was taken", async () => {
    under.smtp.script("dot", `250 2.0.0 OK ${token}`);
    expect(await under.send()).toMatchObject({ result: { response: "250 2.0.0 OK [redacted]" } });
  });
});
