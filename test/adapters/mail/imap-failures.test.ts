import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import {
  imapClose,
  imapCut,
  imapFarewells,
  imapReplies,
  imapReset,
} from "@plumbline/sandbox/mail/imap-failures.ts";
import type { ImapAnswer } from "@plumbline/sandbox/mail/imap-script.ts";
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

const has = "UID SEARCH";

function throttledFor(milliseconds: number): ImapAnswer {
  return imapReplies.throttled.replace("92415", String(milliseconds));
}

describe("tried again until it is answered", () => {
  test.each<[what: string, command: string, answer: ImapAnswer, waits: number[]]>([
    ["greeted with BYE", "greeting", imapFarewells.shuttingDown, [600]],
    ["too many connections, as a greeting", "greeting", imapFarewells.tooManyConnections, [600]],
    ["reset instead of a greeting", "greeting", imapReset, [600]],
    ["closed instead of a greeting", "greeting", imapClose, [600]],
    ["sign-in unavailable", "AUTHENTICATE", imapReplies.loginUnavailable, [600]],
    ["sign-in: too many connections", "AUTHENTICATE", imapReplies.tooManyConnections, [600]],
    ["BYE during sign-in", "AUTHENTICATE", imapFarewells.shuttingDown, [600]],
    ["reset during sign-in", "AUTHENTICATE", imapReset, [600]],
    ["signed in but not connected, at the namespace", "NAMESPACE", imapReplies.notConnected, [600]],
    ["signed in but not connected, at the mailbox", "EXAMINE", imapReplies.notConnected, [600]],
    ["mailbox in use", "EXAMINE", imapReplies.inUse, [600]],
    ["no listing", "LIST", imapReplies.serverBug, [600]],
    ["search: internal error", has, imapReplies.serverBug, [600]],
    ["search: an error without a code", has, imapReplies.systemError, [600]],
    ["search: a plain NO", has, "NO Search failed", [600]],
    ["search: over quota", has, imapReplies.overQuota, [600]],
    ["search: limit", has, imapReplies.limit, [600]],
    ["search: reset", has, imapReset, [600]],
    ["search: closed", has, imapClose, [600]],
    ["search: BYE", has, imapFarewells.bandwidth, [600]],
    ["search: a result that cannot be read", has, { instead: "* SEARCH 1 (\r\n" }, [600]],
    [
      "search: a part of the result that cannot be read",
      has,
      { instead: "* SEARCH 1\r\n* SEARCH )\r\n" },
      [600],
    ],
    ["search: answered, then BYE", has, { last: "Server shutting down." }, [600]],
    ["mailbox opened, then BYE", "EXAMINE", { last: "Server shutting down." }, [600]],
    ["sign-in: an error without a code", "AUTHENTICATE", imapReplies.systemError, [600]],
    ["search: an answer that cannot be read", has, "OK [(", [600]],
    ["search: throttled", has, throttledFor(42_415), [42_415]],
    ["fetch: throttled", "UID FETCH", throttledFor(42_415), [42_415]],
    ["fetch: internal error", "UID FETCH", imapReplies.serverBug, [600]],
    ["fetch: broken off in its middle", "UID FETCH", imapCut, [600]],
    ["fetch: reset", "UID FETCH", imapReset, [600]],
  ])("%s", async (_what, command, answer, waits) => {
    under.imap.script(command, answer);
    const result = await under.search();
    expect(subjectsOf(result)).toEqual(["found"]);
    expect(result.attempts).toBe(2);
    expect(under.clock.waits).toEqual(waits);
    expect(under.imap.connections()).toBe(2);
  });
});

describe("given up after three attempts", () => {
  test.each<[what: string, command: string, answer: ImapAnswer, expected: Partial<DispatchFailure>]>([
    [
      "sign-in unavailable",
      "AUTHENTICATE",
      imapReplies.loginUnavailable,
      {
        error_code: "transient",
        refusal_reason: "The mail server is temporarily unable to do this: Temporary authentication failure.",
      },
    ],
    [
      "too many connections",
      "AUTHENTICATE",
      imapReplies.tooManyConnections,
      {
        error_code: "rate_limit",
        refusal_reason: "The mail server is limiting calls: Too many simultaneous connections. (Failure).",
      },
    ],
    [
      "BYE with a reason",
      "greeting",
      imapFarewells.bandwidth,
      {
        error_code: "rate_limit",
        refusal_reason: "The mail server is limiting calls: Account exceeded command or bandwidth limits.",
      },
    ],
    [
      "BYE without a known reason",
      "greeting",
      imapFarewells.shuttingDown,
      {
        error_code: "transient",
        refusal_reason: "127.0.0.1 closed the connection during the sign-in: Server shutting down.",
      },
    ],
    [
      "signed in but not connected",
      "EXAMINE",
      imapReplies.notConnected,
      {
        error_code: "transient",
        next_step:
          "If this persists, check that IMAP is enabled for the mailbox and that the token has the IMAP scope.",
      },
    ],
    ["over quota", has, imapReplies.overQuota, { error_code: "rate_limit" }],
    [
      "a connection lost during the search",
      has,
      imapReset,
      { error_code: "transient", refusal_reason: "127.0.0.1 closed the connection." },
    ],
    [
      "a search whose result cannot be read",
      has,
      { instead: "* SEARCH 1 (\r\n" },
      { error_code: "transient", refusal_reason: "127.0.0.1 sent a response that could not be read." },
    ],
  ])("%s", async (_what, command, answer, expected) => {
    under.imap.scriptAlways(command, answer);
    const result = refused(await under.search());
    expect(result).toMatchObject({ attempts: 3, ...expected });
    expect(under.clock.waits).toEqual([600, 1200]);
  });

  test("throttled for less than the caller may be held: waits what the server asks for", async () => {
    under.imap.scriptAlways(has, throttledFor(20_415));
    expect(refused(await under.search())).toMatchObject({
      error_code: "rate_limit",
      retry_after_seconds: 21,
      attempts: 3,
    });
    expect(under.clock.waits).toEqual([20_415, 20_415]);
  });

  test("throttled twice for longer than the caller may be held in all: waits once", async () => {
    under.imap.scriptAlways(has, throttledFor(42_415));
    expect(refused(await under.search())).toMatchObject({
      error_code: "rate_limit",
      retry_after_seconds: 43,
      attempts: 2,
    });
    expect(under.clock.waits).toEqual([42_415]);
  });

  test("a server that is not there", async () => {
    await under.imap.close();
    expect(refused(await under.search())).toMatchObject({
      error_code: "transient",
      refusal_reason: "127.0.0.1 could not be reached: the connection was refused or there is no route.",
      attempts: 3,
    });
  });
});

test.each([
  ["search", has],
  ["fetch", "UID FETCH"],
])(
  "a %s that is throttled for longer than the caller may be held is answered at once",
  async (_what, command) => {
    under.imap.scriptAlways(command, imapReplies.throttled);
    expect(refused(await under.search())).toMatchObject({
      error_code: "rate_limit",
      retry_after_seconds: 93,
      attempts: 1,
    });
    expect(under.clock.waits).toEqual([]);
  },
);
