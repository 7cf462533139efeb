import { Deadline } from "@plumbline/core/clock/clock.ts";
import { imapHang } from "@plumbline/sandbox/mail/imap-failures.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { startImapUnderTest, subjectsOf } from "./imap-under-test.ts";

const under = startedForEach(startImapUnderTest);

beforeEach(async () => {
  under.imap.inbox.add({ subject: "found" });
});

afterEach(async () => {
  await under.imap.gone();
});

describe("a server that falls silent", () => {
  test.each(["greeting", "CAPABILITY", "STARTTLS", "AUTHENTICATE", "EXAMINE", "UID SEARCH", "UID FETCH"])(
    "at %s: the call ends in its time and is tried again",
    async (command) => {
      under.imap.script(command, imapHang);
      const answer = under.search({ timeout_seconds: 7 });
      await under.imap.waitFor(command);
      under.clock.advance(6_999);
      expect(await Promise.race([answer, "still waiting"])).toBe("still waiting");
      under.clock.advance(1);
      expect(subjectsOf(await answer)).toEqual(["found"]);
      expect(await answer).toMatchObject({ attempts: 2, elapsed_ms: 7_600 });
    },
  );

  test("ever: the refusal says so", async () => {
    under.imap.scriptAlways("UID SEARCH", imapHang);
    const answer = under.search({ timeout_seconds: 2 });
    for (const attempt of [1, 2, 3]) {
      await under.imap.waitFor("UID SEARCH", attempt);
      under.clock.advance(2_000);
    }
    expect(refused(await answer)).toMatchObject({
      error_code: "transient",
      refusal_reason: "127.0.0.1 did not respond within 2 s.",
      attempts: 3,
    });
  });

  test("at the farewell: the answer is there already", async () => {
    under.imap.script("LOGOUT", imapHang);
    const answer = under.search();
    await under.imap.waitFor("LOGOUT");
    under.clock.advance(2_000);
    expect(subjectsOf(await answer)).toEqual(["found"]);
    expect(await answer).toMatchObject({ attempts: 1 });
  });
});

test("the deadline of the whole call bounds a session, too", async () => {
  under.imap.script("UID SEARCH", imapHang);
  const answer = under.call(
    "email_search",
    { credential_id: under.credentialId, query: "is:unread" },
    { deadline: Deadline.in(5_000, under.clock) },
  );
  await under.imap.waitFor("UID SEARCH");
  under.clock.advance(5_000);
  expect(refused(await answer)).toMatchObject({
    error_code: "transient",
    refusal_reason: "127.0.0.1 did not respond within 5 s.",
    attempts: 1,
  });
});

test("a caller that goes away ends the session", async () => {
  under.imap.script("UID SEARCH", imapHang);
  const controller = new AbortController();
  const args = { credential_id: under.credentialId, query: "is:unread" };
  const answer = under.call("email_search", args, { signal: controller.signal });
  await under.imap.waitFor("UID SEARCH");
  controller.abort();
  expect(refused(await answer)).toMatchObject({
    error_code: "transient",
    refusal_reason: "The call was cancelled by its caller.",
    attempts: 1,
  });
});

test("throttled at sign-in, the wait is the dispatcher's and not the library's", async () => {
  under.imap.script("AUTHENTICATE", "BAD Request is throttled. Suggested Backoff Time: 300000 milliseconds");
  expect(refused(await under.search())).toMatchObject({
    error_code: "rate_limit",
    retry_after_seconds: 300,
    attempts: 1,
  });
  expect(under.clock.waits).toEqual([]);
});
