import { hangBeforeHeaders, json, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { trackerRateLimited, trackerUnavailable } from "@plumbline/sandbox/tracker/failures.ts";
import { sampleIds } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import { startTrackerUnderTest } from "./tracker-under-test.ts";

const under = startedForEach(startTrackerUnderTest);

const issue = () => under.tracker.workspace.issues[0];

describe("looked up, all in one request", () => {
  test.each<[what: string, args: Record<string, unknown>, expected: Record<string, unknown>]>([
    ["a team by key", { team_id: "OPS" }, { teamId: sampleIds.operations }],
    ["a team by key in lower case", { team_id: "eng" }, { teamId: sampleIds.engineering }],
    ["an assignee by e-mail", { assignee_id: "Ada@Example.com" }, { assigneeId: sampleIds.ada }],
    ["a label of the workspace", { label_ids: ["bug"] }, { labelIds: [sampleIds.bug] }],
    [
      "the team's own label before the workspace's",
      { label_ids: ["design"] },
      { labelIds: [sampleIds.engineeringDesign] },
    ],
    [
      "the same in a team given by key",
      { team_id: "OPS", label_ids: ["Design", "on call"] },
      { labelIds: [sampleIds.operationsDesign, sampleIds.onCall] },
    ],
    [
      "names and ids mixed, in their order",
      { label_ids: [sampleIds.areaLogin, "Bug"] },
      { labelIds: [sampleIds.areaLogin, sampleIds.bug] },
    ],
    ["a label named and given by id", { label_ids: ["Bug", sampleIds.bug] }, { labelIds: [sampleIds.bug] }],
    [
      "all of it",
      { team_id: "ENG", assignee_id: "grace@example.com", label_ids: ["Bug", "Login"] },
      {
        teamId: sampleIds.engineering,
        assigneeId: sampleIds.grace,
        labelIds: [sampleIds.bug, sampleIds.areaLogin],
      },
    ],
  ])("%s", async (_what, args, expected) => {
    expect(succeeded(await under.create(args)).attempts).toBe(1);
    expect(issue()).toMatchObject(expected);
    expect(under.tracker.requests).toHaveLength(2);
  });
});

describe("refused before anything is created", () => {
  test.each([
    [
      "a key that no team has, before anything else",
      { team_id: "SALES", assignee_id: "nobody@example.com", label_ids: ["Nonsense"] },
      'team_id: the workspace has nothing called "SALES".',
      "Use one of these: Engineering (ENG), Operations (OPS).",
    ],
    [
      "an address nobody has",
      { assignee_id: "nobody@example.com" },
      'assignee_id: the workspace has nothing called "nobody@example.com".',
      "Check the name, or use the UUID.",
    ],
    [
      "somebody who left",
      { assignee_id: "left@example.com" },
      'assignee_id: the workspace has nothing called "left@example.com".',
      "Check the name, or use the UUID.",
    ],
    [
      "labels there are not, another team's among them",
      { label_ids: ["Bug", "Nonsense", "On call"] },
      'label_ids: the workspace has nothing called "Nonsense".',
      "Use one of these: Bug, Design, Area/Search, Area/Login, Team/Search.",
    ],
    [
      "a group of labels",
      { team_id: "OPS", label_ids: ["Area"] },
      'label_ids: the workspace has nothing called "Area".',
      "Use one of these: Bug, Design, On call.",
    ],
    [
      "a label that there are two of",
      { label_ids: ["search"] },
      'label_ids: "search" matches more than one.',
      `Use the value in brackets of the intended one: Area/Search (${sampleIds.areaSearch}), Team/Search (${sampleIds.teamSearch}).`,
    ],
  ])("%s", async (_what, args, refusal_reason, next_step) => {
    const expected = { error_code: "validation", refusal_reason, next_step, attempts: 1 };
    expect(refused(await under.create(args))).toMatchObject(expected);
    expect(under.tracker.requests).toHaveLength(1);
    expect(issue()).toBeUndefined();
  });

  test("in a workspace that has nothing", async () => {
    const empty = { nodes: [] };
    const nothing = { teams: empty, knownTeams: empty, labels: empty, knownLabels: empty };
    under.tracker.scriptAlways("", json({ data: nothing }));
    const next_step = "Check the name, or use the UUID.";
    expect(refused(await under.create({ team_id: "ENG" }))).toMatchObject({ next_step });
    expect(refused(await under.create({ label_ids: ["Bug"] }))).toMatchObject({
      next_step: "Check the name, or use the UUID.",
    });
  });
});

describe("a look-up that fails", () => {
  test.each([
    ["502 with a gateway's page", trackerUnavailable(), [600]],
    ["a rate limit", trackerRateLimited({}, { headers: { "retry-after": "2.5" } }), [2500]],
    ["a connection reset after it was read", resetAfterReading(), [600]],
    ["an answer without what was asked for", json({ data: {} }), [600]],
  ])("is tried again: %s", async (_what, reply, waits) => {
    under.tracker.script("", reply);
    expect(await under.create({ team_id: "ENG" })).toMatchObject({ ok: true, attempts: 2 });
    expect(under.clock.waits).toEqual(waits);
    expect(under.tracker.workspace.issues).toHaveLength(1);
  });

  test("three times: nothing can have happened", async () => {
    under.tracker.scriptAlways("", resetAfterReading());
    const result = refused(await under.create({ team_id: "ENG" }));
    expect(result).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(result.outcome_unknown).toBeUndefined();
  });

  test("by never being answered", async () => {
    under.tracker.script("", hangBeforeHeaders());
    const answer = under.create({ team_id: "ENG" });
    await under.tracker.waitForRequests(1);
    await new Promise(setImmediate);
    under.clock.advance(30_000);
    expect(await answer).toMatchObject({ ok: true, attempts: 2, elapsed_ms: 30_600 });
  });

  test("one that is done is not repeated when the create is", async () => {
    under.tracker.script(({ text }) => text.includes("issueCreate"), trackerUnavailable());
    expect(await under.create({ team_id: "ENG" })).toMatchObject({ ok: true, attempts: 2 });
    expect(under.tracker.requests.filter(({ text }) => text.includes("LookUp"))).toHaveLength(1);
    expect(under.tracker.requests).toHaveLength(3);
  });
});
