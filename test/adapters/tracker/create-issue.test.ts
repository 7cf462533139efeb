import {
  sampleIds,
  sampleOauthToken,
  sampleReadOnlyToken,
} from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { advisedWith, refused, succeeded } from "../adapter-under-test.ts";
import { ENGINEERING, startTrackerUnderTest, type TrackerUnderTest } from "./tracker-under-test.ts";

let under: TrackerUnderTest;

beforeEach(async () => {
  under = await startTrackerUnderTest();
});

afterEach(() => under.close());

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
        "The token is a personal API key: take auth_form out of the connection's metadata.",
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

  test("it is in no result, refusal or log line, though the provider repeats it", async () => {
    const token = "lin_oauth_neverseenneverseen";
    const credential_id = await under.connectToken(token, { auth_form: "bearer" });
    const echo = { message: `Bad token ${token}`, code: "AUTHENTICATION_ERROR" };
    under.tracker.script("", {
      status: 401,
      json: { errors: [{ message: echo.message, extensions: echo }] },
    });
    const result = await under.create({ credential_id });
    expect(refused(result).refusal_reason).toBe(
      "The issue tracker (Linear) refused the connection: Bad token [redacted]",
    );
    expect(JSON.stringify([result, under.logged])).not.toContain(token);
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
      next_step: "Check the ids: what they name does not exist, or this connection cannot see it.",
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
