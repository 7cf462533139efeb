import { Deadline } from "@plumbline/core/clock/clock.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { afterDelivery, smtpClose, smtpHang, smtpReset } from "@plumbline/sandbox/mail/smtp-failures.ts";
import type { SmtpAnswerPoint } from "@plumbline/sandbox/mail/smtp-script.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { startSmtpUnderTest } from "./smtp-under-test.ts";

const under = startedForEach(startSmtpUnderTest);

const LOOK_FIRST = "It may have taken effect: check at the provider before repeating it.";
const BEFORE_THE_MESSAGE: SmtpAnswerPoint[] = [
  "greeting",
  "ehlo",
  "starttls",
  "auth",
  "mail",
  "rcpt",
  "data",
];

/** The message's Message-ID as the mail server got it, each time it came. */
const messageIds = () =>
  under.smtp.delivered.map(({ raw }) => /^Message-ID: (<.+>)\r$/im.exec(raw)?.[1] ?? "none");

describe("before the message went out, a broken connection is tried again", () => {
  test.each(
    BEFORE_THE_MESSAGE.flatMap(
      (stage) =>
        [
          ["reset", stage],
          ["closed", stage],
        ] as const,
    ),
  )("%s at %s", async (how, stage) => {
    under.smtp.script(stage, how === "reset" ? smtpReset : smtpClose);
    expect(await under.send()).toMatchObject({ ok: true, attempts: 2 });
    expect(under.clock.waits).toEqual([600]);
    expect(under.smtp.delivered).toHaveLength(1);
  });

  test("each command alone: a server without pipelining", async () => {
    under.smtp.behaviour.pipelining = false;
    under.smtp.script("rcpt", smtpClose);
    under.smtp.script("data", smtpReset);
    expect(await under.send()).toMatchObject({ ok: true, attempts: 3 });
    expect(under.smtp.delivered).toHaveLength(1);
  });

  test("under one Message-ID, whatever attempt gets through", async () => {
    under.smtp.script("data", smtpClose, smtpReset);
    const result = await under.send();
    expect(result).toMatchObject({ ok: true, attempts: 3, result: { id: messageIds()[0] } });
    expect(under.clock.waits).toEqual([600, 1200]);
  });
});

describe("once the message went out, it is not sent again", () => {
  test.each([
    ["reset, the message delivered", afterDelivery(smtpReset), 1],
    ["closed, the message delivered", afterDelivery(smtpClose), 1],
    ["reset, the message lost", smtpReset, 0],
    ["closed, the message lost", smtpClose, 0],
    ["a response that is not SMTP", "Thank you!", 0],
  ] as const)("%s", async (_what, answer, delivered) => {
    under.smtp.script("dot", answer);
    expect(refused(await under.send())).toMatchObject({
      error_code: "transient",
      outcome_unknown: true,
      next_step: LOOK_FIRST,
      attempts: 1,
    });
    expect(under.clock.waits).toEqual([]);
    expect(under.smtp.delivered).toHaveLength(delivered);
    expect(under.smtp.connections()).toBe(1);
  });
});

/** Resolves when the mail server was asked so often, and the client knows of all that came before. */
async function asked(stage: SmtpAnswerPoint, count = 1): Promise<void> {
  await under.smtp.waitFor(stage, count);
  await new Promise(setImmediate);
}

/** Returns the call's result when it is done, and "still waiting" before that. */
const soFar = (answer: Promise<DispatchResult>) => Promise.race([answer, "still waiting"]);

describe("time-out", () => {
  test.each(BEFORE_THE_MESSAGE)("silence at %s ends after 30 s and is tried again", async (stage) => {
    under.smtp.script(stage, smtpHang);
    const answer = under.send();
    await asked(stage);
    under.clock.advance(29_999);
    expect(await soFar(answer)).toBe("still waiting");
    under.clock.advance(1);
    expect(await answer).toMatchObject({ ok: true, attempts: 2, elapsed_ms: 30_600 });
    expect(under.smtp.delivered).toHaveLength(1);
  });

  test.each([
    ["delivered", afterDelivery(smtpHang), 1],
    ["lost", smtpHang, 0],
  ] as const)("silence after the message: not again, it may have been %s", async (_what, hang, delivered) => {
    under.smtp.script("dot", hang);
    const answer = under.send();
    await asked("dot");
    under.clock.advance(30_000);
    expect(refused(await answer)).toMatchObject({
      error_code: "transient",
      refusal_reason: "127.0.0.1 did not respond within 30 s.",
      outcome_unknown: true,
      attempts: 1,
      elapsed_ms: 30_000,
    });
    expect(under.smtp.delivered).toHaveLength(delivered);
  });

  test("timeout_seconds bounds the whole exchange of one attempt", async () => {
    under.smtp.script("ehlo", smtpHang, smtpHang, smtpHang);
    const answer = under.send({ timeout_seconds: 2 });
    for (let attempt = 1; attempt <= 3; attempt++) {
      await asked("ehlo", attempt);
      under.clock.advance(2_000);
    }
    const result = refused(await answer);
    expect(result).toMatchObject({
      error_code: "transient",
      refusal_reason: "127.0.0.1 did not respond within 2 s.",
      attempts: 3,
      elapsed_ms: 7_800,
    });
    expect(result.outcome_unknown).toBeUndefined();
  });

  test("the call's deadline ends it sooner", async () => {
    under.smtp.script("auth", smtpHang);
    const answer = under.send({}, { deadline: Deadline.in(5_000, under.clock) });
    await asked("auth");
    under.clock.advance(5_000);
    expect(refused(await answer)).toMatchObject({ error_code: "transient", attempts: 1, elapsed_ms: 5_000 });
  });
});

describe("cancelling", () => {
  test("before the call: nothing is connected", async () => {
    const result = refused(await under.send({}, { signal: AbortSignal.abort() }));
    expect(result).toMatchObject({ error_code: "transient", attempts: 0 });
    expect(under.smtp.connections()).toBe(0);
  });

  test.each([
    ["the login", "auth", undefined],
    ["the message", "dot", true],
  ] as const)("during %s: not repeated", async (_what, stage, outcomeUnknown) => {
    under.smtp.script(stage, smtpHang);
    const controller = new AbortController();
    const answer = under.send({}, { signal: controller.signal });
    await asked(stage);
    controller.abort();
    const result = refused(await answer);
    expect(result).toMatchObject({
      error_code: "transient",
      refusal_reason: "The call was cancelled by its caller.",
      attempts: 1,
    });
    expect(result.outcome_unknown).toBe(outcomeUnknown);
  });
});

test("a refused connection is tried three times, and nothing can have happened", async () => {
  await under.smtp.close();
  const result = refused(await under.send());
  expect(result).toMatchObject({
    error_code: "transient",
    refusal_reason: "127.0.0.1 could not be reached: the connection was refused or there is no route.",
    attempts: 3,
  });
  expect(result.outcome_unknown).toBeUndefined();
  expect(under.clock.waits).toEqual([600, 1200]);
});
