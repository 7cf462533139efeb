import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { sampleIds, sampleReadOnlyToken } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import {
  type AnswerRules,
  problemsWithoutEachField,
  UNKNOWN_THRICE,
  UNREADABLE_THRICE,
} from "../without-each-field.ts";
import { startTrackerUnderTest } from "./tracker-under-test.ts";

const under = startedForEach(startTrackerUnderTest);

const output = () => under.tools.get("tracker_create_issue")?.output;

/** The operation's name, as all requests go to one URL. */
const nameOf = ({ text }: RecordedRequest) => /(?:query|mutation) (\w+)/.exec(text)?.[1] ?? "identity";

/** Of an issue the id; the rest is what the result shows. */
const issue = (at: string): AnswerRules => ({
  fields: {
    [`${at}.id`]: "required",
    [`${at}.identifier`]: ["identifier"],
    [`${at}.url`]: ["url"],
    [`${at}.title`]: ["title"],
    [`${at}.priority`]: ["priority"],
    [`${at}.state.name`]: ["state"],
  },
  failure: UNKNOWN_THRICE,
});
const CREATED = issue("data.issueCreate.issue");

test("an issue whose team, assignee and labels are looked up", async () => {
  const args = { team_id: "ENG", assignee_id: "ada@example.com", label_ids: ["Bug", "Login"] };
  const problems = await problemsWithoutEachField({
    server: under.tracker,
    call: () => under.create({ ...args, priority: "high" }),
    output: output(),
    nameOf,
    answers: {
      LookUp: {
        // Ids are looked up by key, address and name. What else there is serves refusals
        // alone.
        fields: {
          "": "required",
          data: "required",
          "data.teams.nodes.0.id": "required",
          "data.users.nodes.0.id": "required",
          "data.labels.nodes": "required",
          "data.labels.nodes.*.id": "required",
          "data.labels.nodes.*.name": "required",
        },
        failure: UNREADABLE_THRICE,
      },
      Create: CREATED,
    },
  });
  expect(problems).toEqual([]);
});

test("an issue that an earlier try had created", async () => {
  const problems = await problemsWithoutEachField({
    server: under.tracker,
    call: () => under.create({ priority: "urgent" }),
    output: output(),
    nameOf,
    answer: async (request, handle) => {
      const first = await handle(request);
      // The provider refuses a taken id under 200 or 400.
      return nameOf(request) === "Create" ? { ...(await handle(request)), status: 400 } : first;
    },
    answers: { Read: issue("data.issue") },
  });
  expect(problems).toEqual([]);
});

test("the test of a token", async () => {
  const problems = await problemsWithoutEachField({
    server: under.tracker,
    call: () => under.testCredential(under.credentialId),
    output: undefined,
    nameOf,
    answers: {
      identity: {
        fields: {
          "": "required",
          "data.viewer": "required",
          "data.viewer.id": ["account_id"],
          "data.viewer.name": ["account"],
          "data.organization.urlKey": ["account"],
        },
        failure: UNREADABLE_THRICE,
      },
    },
  });
  expect(problems).toEqual([]);
});

test("success: false without errors is no success, whatever stands beside it", async () => {
  const body = { data: { issueCreate: { success: false, issue: { id: "x" } } } };
  under.tracker.scriptAlways("", json(body));
  expect(refused(await under.create())).toMatchObject(UNKNOWN_THRICE);
});

test("an unreadable label beside the one that is meant is passed over", async () => {
  const labels = { nodes: [null, { id: 7, name: "Bug" }, { id: sampleIds.bug, name: "Bug" }] };
  under.tracker.script(({ text }) => text.includes("LookUp"), json({ data: { labels } }));
  expect(succeeded(await under.create({ label_ids: ["Bug"] })).attempts).toBe(1);
});

test.each([
  ["team", { team_id: "NOPE" }, { teams: { nodes: [] } }, "Check the name, or use the UUID."],
  ["label", { label_ids: ["Nope"] }, { labels: { nodes: [] } }, "Check the name, or use the UUID."],
])("a %s that is not there, without what there is", async (_what, args, data, next_step) => {
  under.tracker.script("", json({ data }));
  expect(refused(await under.create(args))).toMatchObject({ error_code: "validation", next_step });
});

describe("connection", () => {
  test("an OAuth token with the right form", async () => {
    const id = await under.connectToken(sampleReadOnlyToken, { auth_form: "bearer" });
    expect(await under.testCredential(id)).toMatchObject({
      ok: true,
      result: { account: "Grace @ sandbox" },
    });
  });

  test.each([
    [
      "without a name",
      { viewer: { id: "u1", name: "", email: "a@b.c" }, organization: { urlKey: "x" } },
      "a@b.c @ x",
    ],
    ["without a workspace", { viewer: { id: "u1", name: "Ada" }, organization: null }, "Ada"],
    ["with an id alone", { viewer: { id: "u1" } }, "u1"],
  ])("an answer %s is still a good token", async (_what, data, account) => {
    under.tracker.script("", json({ data }));
    expect(await under.testCredential(under.credentialId)).toMatchObject({ ok: true, result: { account } });
  });
});
