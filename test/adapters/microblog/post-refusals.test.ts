import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import {
  microblogAppOnly,
  microblogCreditsDepleted,
  microblogDayCapped,
  microblogDuplicate,
  microblogErrorCode,
  microblogForbidden,
  microblogInvalidRequest,
  microblogProblem,
  microblogRateLimited,
  microblogReadOnlyApp,
  microblogUnauthorized,
  microblogUsageCapped,
} from "@plumbline/sandbox/microblog/failures.ts";
import { json, type Reply, text } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { advisedWith, refused } from "../adapter-under-test.ts";
import { startMicroblogUnderTest } from "./microblog-under-test.ts";

const under = startedForEach(startMicroblogUnderTest);

const NOW = Date.parse("2026-01-01T00:00:00Z") / 1000;

type Refusal = Partial<DispatchFailure>;

describe("refused at once", () => {
  test.each<[what: string, reply: Reply, expected: Refusal]>([
    [
      "401",
      microblogUnauthorized(),
      { error_code: "authentication", next_step: expect.stringMatching(/^Reconnect "/) },
    ],
    ...[32, 89, 99, 135, 215].map((code): [string, Reply, Refusal] => [
      `code ${code}`,
      microblogErrorCode(code === 99 ? 403 : 401, code, "Bad token."),
      { error_code: "authentication", refusal_reason: "The microblog (X) refused the call: Bad token." },
    ]),
    [
      "credits that are used up",
      microblogCreditsDepleted(),
      { error_code: "validation", next_step: "Add credits or change the plan in the developer portal." },
    ],
    [
      "credits that are used up under 403",
      microblogProblem(403, "CreditsDepleted", "No credits.", "credits-depleted"),
      { error_code: "validation" },
    ],
    [
      "an identical post",
      microblogDuplicate(),
      {
        error_code: "validation",
        refusal_reason:
          "The microblog (X) refused the call: You are not allowed to create a Tweet with duplicate content.",
        next_step: "Change the text: the account has already posted the same one.",
      },
    ],
    [
      "an identical post (187)",
      microblogErrorCode(403, 187, "Status is a duplicate."),
      { error_code: "validation" },
    ],
    [
      "an app-only token",
      microblogAppOnly(),
      {
        error_code: "authentication",
        next_step: advisedWith("Connect a user's token: an app-only token cannot post."),
      },
    ],
    ["an app that may only read", microblogReadOnlyApp(), { error_code: "authentication" }],
    [
      "an app without a plan",
      microblogProblem(403, "Client Forbidden", "Enroll.", "client-forbidden"),
      { error_code: "authentication" },
    ],
    ...[64, 261, 326, 453].map((code): [string, Reply, Refusal] => [
      `code ${code}`,
      microblogErrorCode(403, code, "Not with this app or account."),
      { error_code: "authentication" },
    ]),
    [
      "403 without a reason",
      microblogForbidden(),
      {
        error_code: "authentication",
        refusal_reason: "The microblog (X) refused the call: You are not permitted to perform this action.",
        next_step: advisedWith(
          "Check the text, who may reply to that post, and the permissions of the connected app.",
        ),
      },
    ],
    [
      "400, explained",
      microblogInvalidRequest("[$.text: too odd]"),
      {
        error_code: "validation",
        refusal_reason:
          "The microblog (X) refused the call: One or more parameters to your request was invalid. [$.text: too odd]",
      },
    ],
    [
      "400 with an error nobody knows",
      json({ type: "https://x/constructor", errors: [7] }, 400),
      { error_code: "validation" },
    ],
    [
      "code 453 behind one nobody knows",
      json({ errors: [{ code: 7 }, { code: 453, message: "Another plan." }] }, 403),
      {
        next_step: advisedWith(
          "In the developer portal, put the app into a project whose plan includes posting.",
        ),
      },
    ],
    [
      "415",
      text("", 415),
      { error_code: "validation", refusal_reason: "The microblog (X) responded with 415." },
    ],
    [
      "the month's cap",
      microblogUsageCapped(),
      {
        error_code: "rate_limit",
        next_step: "The plan's cap is used up: wait for its next period, or change the plan.",
      },
    ],
    [
      "the day's cap, though the window has room",
      microblogDayCapped(NOW + 60, NOW + 7200),
      { error_code: "rate_limit", retry_after_seconds: 7200 },
    ],
  ])("%s", async (_what, reply, expected) => {
    under.microblog.script("", reply);
    const result = refused(await under.post());
    expect(result).toMatchObject({ attempts: 1, ...expected });
    expect(result.outcome_unknown).toBeUndefined();
    expect(under.clock.waits).toEqual([]);
    expect(under.asked()).toEqual(["POST /2/tweets"]);
  });

  test("the month's cap, of which the window's reset says nothing", async () => {
    under.microblog.script("", {
      ...microblogUsageCapped(),
      headers: microblogRateLimited(NOW + 90).headers ?? {},
    });
    expect(refused(await under.post()).retry_after_seconds).toBeUndefined();
  });

  test("a reply to a post that is gone", async () => {
    expect(refused(await under.post({ reply_to: "17" }))).toMatchObject({
      error_code: "validation",
      next_step: "Check reply_to: that post may have been deleted.",
      attempts: 1,
    });
  });
});
