import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import { json, type Reply, text } from "@plumbline/sandbox/server/reply.ts";
import type { ScriptedReply } from "@plumbline/sandbox/server/script.ts";
import { afterHandling } from "@plumbline/sandbox/server/script.ts";
import { trackerFailure, trackerUnavailable } from "@plumbline/sandbox/tracker/failures.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { advisedWith, refused } from "../adapter-under-test.ts";
import { startTrackerUnderTest } from "./tracker-under-test.ts";

const under = startedForEach(startTrackerUnderTest);

const internal = { message: "Internal server error", type: "internal error", code: "INTERNAL_SERVER_ERROR" };

describe("tried again until it is taken", () => {
  test.each<[what: string, replies: ScriptedReply[], waits: number[]]>([
    ["internal error under 200", [trackerFailure(internal)], [600]],
    ["internal error under 500", [trackerFailure(internal, { status: 500 })], [600]],
    ["network error", [trackerFailure({ message: "x", type: "network error" })], [600]],
    ["lock timeout", [trackerFailure({ message: "x", type: "lock timeout" })], [600]],
    ["bootstrap error", [trackerFailure({ message: "x", type: "bootstrap error" })], [600]],
    ["unknown under 400", [trackerFailure({ message: "x", type: "unknown" }, { status: 400 })], [600]],
    ["an error without a type under 200", [trackerFailure({ message: "x" })], [600]],
  ])("%s", async (_what, replies, waits) => {
    under.tracker.script("", ...replies);
    expect(await under.create()).toMatchObject({ ok: true, attempts: replies.length + 1 });
    expect(under.clock.waits).toEqual(waits);
    expect(under.creates()).toBe(replies.length + 1);
    expect(under.tracker.workspace.issues).toHaveLength(1);
  });
});

describe("refused at once", () => {
  const of = (type: string, code: string, presentable?: string) => ({
    message: "raw",
    type,
    code,
    ...(presentable === undefined ? {} : { presentable }),
  });
  test.each<[what: string, reply: Reply, expected: Partial<DispatchFailure>]>([
    [
      "401",
      text("", 401),
      { error_code: "authentication", refusal_reason: "The issue tracker (Linear) responded with 401." },
    ],
    [
      "a bad token under 200",
      trackerFailure(of("authentication error", "AUTHENTICATION_ERROR", "You need to authenticate.")),
      {
        error_code: "authentication",
        refusal_reason: "The issue tracker (Linear) refused the connection: You need to authenticate.",
      },
    ],
    [
      "a bad token under 400",
      trackerFailure(of("authentication error", "AUTHENTICATION_ERROR"), { status: 400 }),
      {
        error_code: "authentication",
        refusal_reason: "The issue tracker (Linear) refused the connection: raw",
      },
    ],
    [
      "no right, by its code in capitals",
      trackerFailure({ message: "x", code: "FORBIDDEN" }),
      { error_code: "authentication" },
    ],
    [
      "a plan that lacks the feature",
      trackerFailure(of("feature not accessible", "FEATURE_NOT_ACCESSIBLE")),
      {
        error_code: "authentication",
        next_step: advisedWith("Ask the workspace's admin: its plan lacks this feature."),
      },
    ],
    ["bad input under 200", trackerFailure(of("invalid input", "INPUT_ERROR")), { error_code: "validation" }],
    [
      "bad input by another code",
      trackerFailure({ message: "x", code: "INVALID_INPUT" }),
      { error_code: "validation" },
    ],
    [
      "a wrong query",
      trackerFailure(of("graphql error", "GRAPHQL_VALIDATION_FAILED"), { status: 400 }),
      { error_code: "validation" },
    ],
    ["a user error", trackerFailure(of("user error", "USER_ERROR")), { error_code: "validation" }],
    [
      "the free plan's limit",
      trackerFailure(of("usage limit exceeded", "USAGE_LIMIT_EXCEEDED")),
      {
        error_code: "validation",
        next_step: "The plan's limit is reached: archive issues, or upgrade the workspace.",
      },
    ],
    [
      "400 with an error that has no type",
      trackerFailure({ message: "No" }, { status: 400 }),
      { error_code: "validation" },
    ],
    [
      "400 that says nothing",
      trackerFailure({ message: "", type: "invalid input", presentable: "" }, { status: 400 }),
      { error_code: "validation", refusal_reason: "The issue tracker (Linear) responded with 400." },
    ],
    [
      "a message for people that is empty",
      trackerFailure(of("invalid input", "INPUT_ERROR", "")),
      { error_code: "validation", refusal_reason: "The issue tracker (Linear) refused the call: raw" },
    ],
  ])("%s", async (_what, reply, expected) => {
    under.tracker.script("", reply);
    const result = refused(await under.create());
    expect(result).toMatchObject({ attempts: 1, ...expected });
    expect(result.outcome_unknown).toBeUndefined();
    expect(under.clock.waits).toEqual([]);
    expect(under.creates()).toBe(1);
  });

  test("a reason without end is cut", async () => {
    under.tracker.script("", trackerFailure({ message: "ä".repeat(10_000), type: "invalid input" }));
    expect(refused(await under.create()).refusal_reason.length).toBeLessThan(600);
  });
});

describe("lost answers", () => {
  describe("carried out, its answer lost: the second attempt finds the issue", () => {
    test.each<[what: string, reply: Reply]>([
      ["200 that says it was no success, and not why", json({ data: { issueCreate: { success: false } } })],
      ["502 with a gateway's page", trackerUnavailable()],
      [
        "an internal error beside the issue",
        trackerFailure(internal, { data: { issueCreate: { success: true } } }),
      ],
    ])("%s", async (_what, reply) => {
      under.tracker.script("", afterHandling(reply));
      expect(await under.create()).toMatchObject({
        ok: true,
        result: { id: under.tracker.workspace.issues[0]?.id, identifier: "ENG-1" },
        attempts: 2,
      });
      expect(under.clock.waits).toEqual([600]);
      expect(under.creates()).toBe(2);
      expect(under.tracker.requests).toHaveLength(3);
      expect(under.tracker.workspace.issues).toHaveLength(1);
    });

    test("a conflict that is reported under 400, in the raw message alone", async () => {
      const taken = trackerFailure(
        { message: "conflict on insert of Issue", code: "INPUT_ERROR" },
        { status: 400 },
      );
      under.tracker.script("", afterHandling(taken));
      expect(await under.create()).toMatchObject({ ok: true, attempts: 1 });
      expect(under.tracker.requests).toHaveLength(2);
    });
  });

  describe("the outcome stays unknown", () => {
    test.each<[what: string, reply: Reply]>([["it fails inside, every time", trackerFailure(internal)]])(
      "%s",
      async (_what, reply) => {
        under.tracker.scriptAlways("", reply);
        expect(refused(await under.create())).toMatchObject({
          error_code: "transient",
          outcome_unknown: true,
          next_step: "It may have taken effect: check at the provider before repeating it.",
          attempts: 3,
        });
        expect(under.creates()).toBe(3);
      },
    );

    test("refused, but beside an issue that was created", async () => {
      const data = { issueCreate: { success: true, issue: null } };
      under.tracker.script("", trackerFailure({ message: "x", type: "invalid input" }, { data }));
      expect(refused(await under.create())).toMatchObject({
        error_code: "validation",
        outcome_unknown: true,
        attempts: 1,
      });
    });

    test("created, and never to be read", async () => {
      under.tracker.script("", afterHandling(trackerUnavailable()));
      under.tracker.scriptAlways(({ text }) => text.includes("query Read"), text("", 403));
      expect(refused(await under.create())).toMatchObject({
        error_code: "transient",
        refusal_reason:
          "The issue was created but could not be read: The issue tracker (Linear) responded with 403.",
        outcome_unknown: true,
        attempts: 3,
      });
      expect(under.tracker.workspace.issues).toHaveLength(1);
    });
  });
});
