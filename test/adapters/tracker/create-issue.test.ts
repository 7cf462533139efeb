import type { Message } from "@plumbline/sandbox/server/reply.ts";
import { trackerFailure, trackerRateLimited } from "@plumbline/sandbox/tracker/failures.ts";
import {
  sampleIds,
  sampleOauthToken,
  sampleReadOnlyToken,
} from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { advisedWith, refused, succeeded } from "../adapter-under-test.ts";
import { ENGINEERING, startTrackerUnderTest } from "./tracker-under-test.ts";

const under = startedForEach(startTrackerUnderTest);

test("the least there can be: one request, and what was made", async () => {
  const result = await under.create();
  expect(result).toEqual({
    ok: true,
    tool: "tracker_create_issue",
    credential: expect.objectContaining({ id: expect.any(String) }),
    result: {
      id: under.tracker.workspace.issues[0]?.id,
      identifier: "ENG-1",
      url: "https://tracker.example/sandbox/issue/ENG-1/login-fails",
      title: "Login fails",
      state: "Backlog",
    },
    attempts: 1,
    elapsed_ms: 0,
  });
  expect(under.tracker.requests).toHaveLength(1);
  expect(under.clock.waits).toEqual([]);
  expect(under.callLines()[0]).toMatchObject({ provider_status: 200, provider_request_id: "sandbox-1" });
});

test("everything at once, by id: still one request", async () => {
  const result = await under.create({
    title: "Ünïcode ✅ 登录失败",
    description: "# Steps\n\n1. “Open” 🙂",
    priority: "urgent",
    assignee_id: sampleIds.grace,
    label_ids: [sampleIds.bug, sampleIds.areaLogin],
    project_id: sampleIds.launch,
    due_date: "2028-02-29",
  });
  expect(succeeded(result).result).toMatchObject({ title: "Ünïcode ✅ 登录失败", priority: "urgent" });
  expect(under.tracker.workspace.issues).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      number: 1,
      creatorId: sampleIds.ada,
      teamId: ENGINEERING,
      title: "Ünïcode ✅ 登录失败",
      description: "# Steps\n\n1. “Open” 🙂",
      priority: 1,
      assigneeId: sampleIds.grace,
      labelIds: [sampleIds.bug, sampleIds.areaLogin],
      projectId: sampleIds.launch,
      dueDate: "2028-02-29",
    },
  ]);
  expect(under.tracker.requests).toHaveLength(1);
});

test.each([
  ["low", 4],
  ["medium", 3],
  ["high", 2],
  ["urgent", 1],
])("priority %s is %i to the provider and itself in the result", async (priority, number) => {
  expect(succeeded(await under.create({ priority })).result).toMatchObject({ priority });
  expect(under.tracker.workspace.issues[0]?.priority).toBe(number);
});

test("a personal API key stands alone in the header", async () => {
  await under.create();
  expect(under.tracker.requests[0]?.headers.authorization).toBe("lin_api_sandboxsandbox");
});

test("an OAuth token stands behind Bearer", async () => {
  const credential_id = await under.connectToken(sampleOauthToken, { auth_form: "bearer" });
  expect(await under.create({ credential_id })).toMatchObject({ ok: true });
  expect(under.tracker.requests[0]?.headers.authorization).toBe(`Bearer ${sampleOauthToken}`);
});

describe("a token the provider does not take", () => {
  test("an API key sent as a bearer token: the connection is set up wrongly", async () => {
    const credential_id = await under.connectToken("lin_api_sandboxsandbox", { auth_form: "bearer" });
    expect(refused(await under.create({ credential_id }))).toMatchObject({
      error_code: "authentication",
      next_step: advisedWith(
        "The token is a personal API key: remove auth_form from the connection's metadata.",
      ),
      attempts: 1,
    });
  });

  test("an OAuth token sent as an API key", async () => {
    const credential_id = await under.connectToken(sampleOauthToken);
    expect(refused(await under.create({ credential_id }))).toMatchObject({
      error_code: "authentication",
      refusal_reason:
        "The issue tracker (Linear) refused the connection: You need to authenticate to access this operation.",
      next_step: advisedWith(
        "Reconnect the issue tracker (Linear); an OAuth token also needs auth_form: bearer in the connection's metadata.",
      ),
    });
  });

  test("one that may only read", async () => {
    const credential_id = await under.connectToken(sampleReadOnlyToken, { auth_form: "bearer" });
    expect(refused(await under.create({ credential_id }))).toMatchObject({
      error_code: "authentication",
      next_step: advisedWith(
        "Grant the connection the scope issues:create (or write) and access to the team.",
      ),
    });
    expect(under.tracker.workspace.issues).toEqual([]);
  });
});

describe("what the provider does not know", () => {
  test.each([
    ["team", { team_id: sampleIds.ada }, "Could not find referenced Team."],
    ["assignee", { assignee_id: sampleIds.launch }, "Could not find referenced User."],
    ["label", { label_ids: [sampleIds.ada] }, "Could not find referenced IssueLabel."],
    ["project", { project_id: sampleIds.ada }, "Could not find referenced Project."],
  ])("%s", async (_what, args, reason) => {
    expect(refused(await under.create(args))).toMatchObject({
      error_code: "validation",
      refusal_reason: `The issue tracker (Linear) refused the call: ${reason}`,
      next_step: "Check the ids: they do not exist, or this connection cannot see them.",
      attempts: 1,
    });
  });

  test("two labels of one group are the provider's to refuse", async () => {
    const label_ids = [sampleIds.areaSearch, sampleIds.areaLogin];
    expect(refused(await under.create({ label_ids }))).toMatchObject({
      error_code: "validation",
      refusal_reason:
        "The issue tracker (Linear) refused the call: Only one label of a group can be applied.",
    });
  });
});

describe("bad input", () => {
  const TEAM =
    "team_id: must be a UUID, a team's key or name, or a link such as https://linear.app/acme/team/ENG";

  const DATE = "due_date: must be a real date, YYYY-MM-DD";

  test.each<[what: string, args: Record<string, unknown>, reason: string]>([
    ["a blank team", { team_id: " " }, TEAM],
    ["a team's name without end", { team_id: "x".repeat(256) }, TEAM],
    ["a link to something else", { team_id: "https://linear.app/acme/project/ENG" }, TEAM],
    ["a label twice", { label_ids: ["Bug", "bug"] }, "label_ids: must not list a label twice"],
    [
      "a project's URL",
      { project_id: "https://tracker.example/launch" },
      "project_id: must be a UUID, a project's name, or a link such as https://linear.app/acme/project/name-0123456789ab",
    ],
    ["a due date in words", { due_date: "tomorrow" }, DATE],
    ["a time for a date", { due_date: "2026-01-01T00:00:00Z" }, DATE],
  ])("%s", async (_what, args, reason) => {
    expect(refused(await under.create(args))).toMatchObject({
      error_code: "validation",
      refusal_reason: `Invalid arguments for tracker_create_issue: ${reason}.`,
      attempts: 0,
    });
    expect(under.tracker.requests).toEqual([]);
  });
});

describe("rate limits", () => {
  /** The manual clock's beginning. */
  const NOW = Date.parse("2026-01-01T00:00:00Z");

  function limited(
    resets: Record<string, number>,
    status = 400,
    retryAfter?: string,
    more: Record<string, string> = {},
  ) {
    const headers = { ...more, ...(retryAfter === undefined ? {} : { "retry-after": retryAfter }) };
    return trackerRateLimited(resets, { status, headers });
  }

  test.each<[what: string, reply: Message, waits: number[]]>([
    ["a rate limit under 400 with Retry-After", limited({}, 400, "7"), [7000]],
    ["a rate limit under 429", limited({}, 429, "7"), [7000]],
    ["a rate limit under 200, no wait named", limited({}, 200), [600]],
    ["a rate limit by its code alone", trackerFailure({ message: "x", code: "ratelimited" }), [600]],
    [
      "a rate limit by its type, whatever its code",
      trackerFailure({ message: "x", type: "ratelimited", code: "INPUT_ERROR" }),
      [600],
    ],
    ["a reset in epoch milliseconds", limited({ requests: NOW + 20_000 }), [20_000]],
    ["the later of two resets", limited({ requests: NOW + 20_000, complexity: NOW + 45_000 }), [45_000]],
    ["an endpoint's reset", limited({ "endpoint-requests": NOW + 1_500 }), [2000]],
    ["Retry-After before a reset", limited({ requests: NOW + 90_000 }, 400, "3"), [3000]],
    ["a reset gone by", limited({ requests: NOW - 10_000 }), [600]],
    [
      "a reset that is no number",
      limited({}, 400, undefined, { "x-ratelimit-requests-reset": "soon" }),
      [600],
    ],
    [
      "a reset of a budget that is not used up",
      limited({ complexity: NOW + 2_000 }, 400, undefined, {
        "x-ratelimit-requests-remaining": "12",
        "x-ratelimit-requests-reset": String(NOW + 90_000),
      }),
      [2000],
    ],
    [
      "a reset that does not say what remains",
      limited({}, 400, undefined, { "x-ratelimit-requests-reset": String(NOW + 4_000) }),
      [4000],
    ],
  ])("%s", async (_what, reply, waits) => {
    under.tracker.script("", reply);
    expect(await under.create()).toMatchObject({ ok: true, attempts: 2 });
    expect(under.clock.waits).toEqual(waits);
    expect(under.creates()).toBe(2);
    expect(under.tracker.workspace.issues).toHaveLength(1);
  });

  test("a limit that is reset in an hour is not waited for", async () => {
    under.tracker.script("", limited({ requests: NOW + 3_600_000 }));
    expect(refused(await under.create())).toMatchObject({
      error_code: "rate_limit",
      refusal_reason:
        "The issue tracker (Linear) is limiting calls: Rate limit exceeded. Only 5000 requests are allowed per 1 hour.",
      retry_after_seconds: 3600,
      attempts: 1,
    });
    expect(under.clock.waits).toEqual([]);
  });
});
