import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import { imapReplies } from "@plumbline/sandbox/mail/imap-failures.ts";
import type { ImapAnswer } from "@plumbline/sandbox/mail/imap-script.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { advisedWith, refused } from "../adapter-under-test.ts";
import { startImapUnderTest } from "./imap-under-test.ts";

const under = startedForEach(startImapUnderTest);

describe("refused at once", () => {
  test.each<[what: string, command: string, answer: ImapAnswer, expected: Partial<DispatchFailure>]>([
    [
      "a wrong token",
      "AUTHENTICATE",
      imapReplies.badCredentials,
      {
        error_code: "authentication",
        refusal_reason: "The mail server refused the sign-in: Invalid credentials (Failure).",
        next_step: expect.stringMatching(/^Reconnect "/),
      },
    ],
    ["a bare refusal", "AUTHENTICATE", imapReplies.bareRefusal, { error_code: "authentication" }],
    ["a refusal without a word", "AUTHENTICATE", "NO", { error_code: "authentication" }],
    [
      "an app password is asked for",
      "AUTHENTICATE",
      imapReplies.appPasswordNeeded,
      {
        error_code: "authentication",
        next_step: advisedWith("Store an app password of the account as the token."),
      },
    ],
    [
      "a web login is asked for",
      "AUTHENTICATE",
      imapReplies.webLoginNeeded,
      {
        error_code: "authentication",
        next_step: advisedWith("Sign in to the account with a web browser once, then try again."),
      },
    ],
    [
      "IMAP is switched off",
      "AUTHENTICATE",
      imapReplies.imapSwitchedOff,
      { error_code: "authentication", next_step: advisedWith("Enable IMAP in the mailbox's settings.") },
    ],
    ["no permission for the mailbox", "EXAMINE", imapReplies.noPermission, { error_code: "authentication" }],
    [
      "a search in letters the server does not know",
      "UID SEARCH",
      imapReplies.badCharset,
      {
        error_code: "validation",
        refusal_reason: "The mail server refused the request: Unknown charset.",
        next_step: "It can only search for ASCII text: leave other letters out of the query.",
      },
    ],
    [
      "a search the server cannot read",
      "UID SEARCH",
      imapReplies.cannotSearch,
      {
        error_code: "validation",
        refusal_reason: "The mail server refused the request: Could not parse command.",
      },
    ],
  ])("%s", async (_what, command, answer, expected) => {
    under.imap.script(command, answer);
    const result = refused(await under.search());
    expect(result).toMatchObject({ attempts: 1, ...expected });
    expect(result.retry_after_seconds).toBeUndefined();
    expect(under.clock.waits).toEqual([]);
    expect(under.imap.connections()).toBe(1);
  });
});

describe("bad input, before anything is asked of the network", () => {
  test.each<[args: Record<string, unknown>, reason: string]>([
    [{ query: "frm:ada" }, "query: frm:ada at character 1 is not a known term."],
    [{ query: "a\r\nb" }, "query: must not contain line breaks"],
    [
      { query: "in:a", mailbox: "b" },
      "query: the in: term and the mailbox argument are different mailboxes.",
    ],
    [{ mailbox: "a\r\nb" }, "mailbox: must not contain control characters"],
  ])("%j", async (args, reason) => {
    const result = refused(await under.search(args));
    expect(result.error_code).toBe("validation");
    expect(result.refusal_reason).toContain(reason);
    expect(under.imap.connections()).toBe(0);
  });
});
