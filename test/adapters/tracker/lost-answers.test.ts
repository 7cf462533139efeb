import {
  closeAfterReading,
  cutBody,
  hangBeforeHeaders,
  htmlPage,
  json,
  type Reply,
  resetAfterReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { afterHandling } from "@plumbline/sandbox/server/script.ts";
import { trackerFailure, trackerUnavailable } from "@plumbline/sandbox/tracker/failures.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refused } from "../adapter-under-test.ts";
import { startTrackerUnderTest, type TrackerUnderTest } from "./tracker-under-test.ts";

let under: TrackerUnderTest;

beforeEach(async () => {
  under = await startTrackerUnderTest();
});

afterEach(() => under.close());

const internal = { message: "Internal server error", type: "internal error", code: "INTERNAL_SERVER_ERROR" };
const issueWithout = (field: string) => {
  const issue = { id: "1", identifier: "ENG-1", url: "https://tracker.example/1", title: "T" };
  return json({ data: { issueCreate: { success: true, issue: { ...issue, [field]: undefined } } } });
};

describe("carried out, its answer lost: the second attempt finds the issue", () => {
  test.each<[what: string, reply: Reply]>([
    ["connection reset after it was read", resetAfterReading()],
    ["connection closed in good order", closeAfterReading()],
    ["200 that is a page", htmlPage("<h1>Hello</h1>")],
    ["200 with nothing", text("")],
    ["200 that is JSON but no answer", json(["ok"])],
    ["200 without an issue", json({ data: { issueCreate: { success: true } } })],
    ["200 without an id", issueWithout("id")],
    ["200 that says it was no success, and not why", json({ data: { issueCreate: { success: false } } })],
    ["200 whose body breaks off", cutBody(json({ data: {} }), { afterBytes: 5 })],
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

  test("a create that is never answered", async () => {
    under.tracker.script("", afterHandling(hangBeforeHeaders()));
    const answer = under.create();
    await under.tracker.waitForRequests(1);
    await new Promise(setImmediate);
    under.clock.advance(30_000);
    expect(await answer).toMatchObject({ ok: true, attempts: 2, elapsed_ms: 30_600 });
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
  test.each<[what: string, reply: Reply]>([
    ["every answer is lost", resetAfterReading()],
    ["it fails inside, every time", trackerFailure(internal)],
  ])("%s", async (_what, reply) => {
    under.tracker.scriptAlways("", reply);
    expect(refused(await under.create())).toMatchObject({
      error_code: "transient",
      outcome_unknown: true,
      next_step: "It may have taken effect: check at the provider before repeating it.",
      attempts: 3,
    });
    expect(under.creates()).toBe(3);
  });

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
      refusal_reason: "The issue was created but could not be read: The issue tracker (Linear) answered 403.",
      outcome_unknown: true,
      attempts: 3,
    });
    expect(under.tracker.workspace.issues).toHaveLength(1);
  });
});
