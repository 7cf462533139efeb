import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import { smtpReplies as said } from "@plumbline/sandbox/mail/smtp-failures.ts";
import type { SmtpAnswer, SmtpAnswerPoint } from "@plumbline/sandbox/mail/smtp-script.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { advisedWith, refused, succeeded } from "../adapter-under-test.ts";
import { startSmtpUnderTest } from "./smtp-under-test.ts";

const under = startedForEach(startSmtpUnderTest);

test("a message that is taken at once", async () => {
  const result = succeeded(await under.send());
  expect(result).toEqual({
    ok: true,
    tool: "email_send",
    credential: expect.objectContaining({ kind: "mail_oauth_a" }),
    result: {
      id: expect.stringMatching(/^<[\da-f-]{36}@example\.com>$/),
      accepted: ["grace@example.com"],
      rejected: [],
      response: "250 2.0.0 OK queued as sandbox",
    },
    attempts: 1,
    elapsed_ms: 0,
  });
  expect(under.smtp.delivered).toHaveLength(1);
  expect(under.smtp.delivered[0]).toMatchObject({ from: "ada@example.com", to: ["grace@example.com"] });
  expect(under.clock.waits).toEqual([]);
});

describe("tried again until it is taken", () => {
  test.each<[what: string, stage: SmtpAnswerPoint, answer: SmtpAnswer]>([
    ["421 in place of a greeting", "greeting", said.unavailable],
    ["a greeting that is another protocol's", "greeting", "SSH-2.0-OpenSSH_9.6"],
    ["421 to EHLO", "ehlo", said.unavailable],
    ["454 to STARTTLS", "starttls", "454 4.7.0 TLS not available due to temporary reason"],
    ["454 at the login", "auth", said.temporaryLogin],
    ["421 at the login", "auth", said.tooManyLogins],
    ["421 to the sender", "mail", said.unavailable],
    ["451 to the sender", "mail", said.localError],
    ["452 to the sender", "mail", said.storageFull],
    ["503 to the sender", "mail", said.badSequence],
    ["432 to the sender", "mail", said.threadLimit],
    ["450 to the only recipient", "rcpt", said.mailboxBusy],
    ["450 4.2.1 to the only recipient", "rcpt", said.receivingTooQuickly],
    ["452 4.5.3 to the only recipient", "rcpt", said.tooManyRecipients],
    ["451 to DATA", "data", said.localError],
    ["421 to DATA", "data", said.unavailable],
    ["451 4.7.500 after the message", "dot", said.serverBusy],
    ["421 after the message", "dot", said.unavailable],
    ["452 after the message", "dot", said.storageFull],
  ])("%s", async (_what, stage, answer) => {
    under.smtp.script(stage, answer);
    expect(await under.send()).toMatchObject({ ok: true, attempts: 2 });
    expect(under.clock.waits).toEqual([600]);
    expect(under.smtp.delivered).toHaveLength(1);
    expect(under.smtp.connections()).toBe(2);
  });
});

const OAUTH_NEXT_STEP = advisedWith(
  "Connect the mailbox with OAuth (kind mail_oauth_a or mail_oauth_b): its provider no longer accepts passwords.",
);

type Refusal = Partial<DispatchFailure>;

describe("given up after three attempts", () => {
  test.each<[what: string, stage: SmtpAnswerPoint, answer: SmtpAnswer, expected: Refusal]>([
    ["454 at the login", "auth", said.temporaryLogin, { error_code: "transient" }],
    ["421 4.7.0 at the login", "auth", said.tooManyLogins, { error_code: "transient" }],
    ["421 in place of a greeting", "greeting", said.unavailable, { error_code: "transient" }],
    ["432", "mail", said.threadLimit, { error_code: "rate_limit" }],
    ["450 4.2.1", "rcpt", said.receivingTooQuickly, { error_code: "rate_limit" }],
    ["452 4.5.3", "rcpt", said.tooManyRecipients, { error_code: "rate_limit" }],
    ["450 4.2.0", "rcpt", said.mailboxBusy, { error_code: "transient" }],
    ["451 4.7.500", "dot", said.serverBusy, { error_code: "rate_limit" }],
    [
      "451 4.3.0",
      "dot",
      said.localError,
      {
        error_code: "transient",
        refusal_reason:
          "The mail server refused the message: 451 4.3.0 Mail server temporarily rejected message.",
      },
    ],
    ["421 after the message", "dot", said.unavailable, { error_code: "transient" }],
  ])("%s", async (_what, stage, answer, expected) => {
    under.smtp.scriptAlways(stage, answer);
    const result = refused(await under.send());
    expect(result).toMatchObject({ attempts: 3, retry_after_seconds: 300, ...expected });
    expect(result.outcome_unknown).toBeUndefined();
    expect(under.clock.waits).toEqual([600, 1200]);
    expect(under.smtp.delivered).toEqual([]);
  });
});

describe("a server that says when to come back", () => {
  test.each([
    ["451 4.7.1 Greylisting in action, please come back in 00:05:00", 300],
    ["450 4.2.0 Greylisted for 4 min 59 s", 299],
    ["451 4.7.1 Try again in 2 hours", 7_200],
    ["450 4.7.1 retry after 90 seconds", 90],
  ])("%s", async (answer, seconds) => {
    under.smtp.scriptAlways("rcpt", answer);
    const result = refused(await under.send());
    expect(result).toMatchObject({ error_code: "transient", attempts: 1, retry_after_seconds: seconds });
    expect(under.clock.waits).toEqual([]);
  });
});

describe("refused at once", () => {
  test.each<[what: string, stage: SmtpAnswerPoint, answer: SmtpAnswer, expected: Refusal]>([
    [
      "535 at the login",
      "auth",
      said.badCredentials,
      {
        error_code: "authentication",
        refusal_reason:
          "The mail server refused the login: 535 5.7.8 Username and Password not accepted. For more information, go to the help pages.",
        next_step: advisedWith("Reconnect the mailbox, and check its metadata.username."),
      },
    ],
    [
      "534 5.7.9",
      "auth",
      said.appPasswordNeeded,
      {
        error_code: "authentication",
        next_step: advisedWith("Store an app password, or connect the mailbox with OAuth."),
      },
    ],
    ["534 5.7.14", "auth", said.webLoginNeeded, { error_code: "authentication" }],
    [
      "535 5.7.139",
      "auth",
      said.loginSwitchedOff,
      {
        error_code: "authentication",
        next_step: advisedWith("Ask the mailbox's administrator to enable SMTP AUTH for it."),
      },
    ],
    ...(["auth", "mail", "rcpt", "dot"] as const).map(
      (stage): [string, SmtpAnswerPoint, SmtpAnswer, Refusal] => [
        `550 5.7.30 at ${stage}`,
        stage,
        said.passwordsSwitchedOff,
        { error_code: "authentication", next_step: OAUTH_NEXT_STEP },
      ],
    ),
    [
      "535 5.7.139 for passwords",
      "auth",
      said.basicLoginDisabled,
      { error_code: "authentication", next_step: OAUTH_NEXT_STEP },
    ],
    [
      "550 for a client that is not logged in",
      "mail",
      said.notAuthenticated,
      { error_code: "authentication" },
    ],
    [
      "534 5.7.14 asks for a browser",
      "auth",
      said.webLoginNeeded,
      { next_step: advisedWith("Sign in to the account with a web browser once, then try again.") },
    ],
    ["538", "auth", said.encryptionRequired, { error_code: "authentication" }],
    ["550 at the login", "auth", "550 5.7.1 Not permitted", { error_code: "authentication" }],
    ["504 at the login", "auth", "504 5.5.4 Unknown mechanism", { error_code: "validation" }],
    ["530 to the sender", "mail", said.authRequired, { error_code: "authentication" }],
    ["554 in place of a greeting", "greeting", said.turnedAway, { error_code: "validation" }],
    [
      "502 to STARTTLS",
      "starttls",
      "502 5.5.1 Command not implemented",
      {
        error_code: "validation",
        refusal_reason: "127.0.0.1 does not support encryption (STARTTLS), so nothing was sent to it.",
      },
    ],
    [
      "553 to the sender",
      "mail",
      said.badSender,
      {
        error_code: "validation",
        refusal_reason:
          "The mail server refused the sender: 553 5.1.8 Sender address rejected: domain not found",
      },
    ],
    [
      "550 to the only recipient",
      "rcpt",
      said.noSuchUser,
      {
        error_code: "validation",
        refusal_reason:
          "The mail server refused the recipients: 550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking the recipient's email address.",
      },
    ],
    ["552 5.2.2 to the only recipient", "rcpt", said.mailboxFull, { error_code: "validation" }],
    ["501 to the only recipient", "rcpt", said.badSyntax, { error_code: "validation" }],
    ["555 to the sender", "mail", "555 5.5.4 Unsupported parameter", { error_code: "validation" }],
    ["551", "rcpt", "551 5.1.6 User not local", { error_code: "validation" }],
    [
      "552 5.3.4",
      "dot",
      said.messageTooLarge,
      { error_code: "validation", next_step: "Send fewer or smaller attachments." },
    ],
    ["554", "dot", said.spam, { error_code: "validation" }],
    [
      "554 5.2.252",
      "dot",
      said.sendAsDenied,
      {
        error_code: "validation",
        next_step: "Set metadata.from_address to an address this mailbox may send from.",
      },
    ],
    [
      "550 5.4.5",
      "dot",
      said.dailyLimit,
      {
        error_code: "rate_limit",
        next_step: "Wait until the provider lifts its sending limit, often the next day.",
      },
    ],
    ["550 5.1.90", "dot", "550 5.1.90 Your message can't be sent", { error_code: "rate_limit" }],
    ["550 5.7.233", "dot", said.recipientRate, { error_code: "rate_limit" }],
    ["554 5.2.0 SubmissionQuotaExceeded", "dot", said.submissionQuota, { error_code: "rate_limit" }],
  ])("%s", async (_what, stage, answer, expected) => {
    under.smtp.script(stage, answer);
    const result = refused(await under.send());
    expect(result).toMatchObject({ attempts: 1, ...expected });
    expect(result.outcome_unknown).toBeUndefined();
    expect(under.clock.waits).toEqual([]);
    expect(under.smtp.delivered).toEqual([]);
    expect(under.smtp.connections()).toBe(1);
  });
});
