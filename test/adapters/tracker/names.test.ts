import { json } from "@plumbline/sandbox/server/reply.ts";
import { sampleIds, sampleTrackerWorkspace } from "@plumbline/sandbox/tracker/sample-workspace.ts";
import { TrackerWorkspace } from "@plumbline/sandbox/tracker/workspace.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import { startTrackerUnderTest } from "./tracker-under-test.ts";

const success = "b2b2b2b2-0000-4000-8000-000000000003";
const chore = "c3c3c3c3-0000-4000-8000-00000000000b";
const sam = (at: number, email: string) => ({
  id: `a1a1a1a1-0000-4000-8000-00000000000${at}`,
  name: "Sam Lee",
  displayName: email.split("@", 1)[0] ?? "",
  email,
});

/** The sample workspace with full names, two people of one name, a further team and a label with a mark. */
function busyWorkspace() {
  const { tokens, users, teams, labels, projects } = sampleTrackerWorkspace();
  const named = users.map((user) =>
    user.name === "Ada" ? { ...user, name: "Ada Lovelace", displayName: "ada" } : user,
  );
  return new TrackerWorkspace({
    tokens: Object.fromEntries(tokens),
    users: [...named, sam(4, "sam@example.com"), sam(5, "slee@example.com")],
    teams: [...teams, { id: success, key: "CS", name: "Customer Success" }],
    labels: [...labels, { id: chore, name: "type/chore" }],
    projects,
  });
}

const under = startedForEach(() => startTrackerUnderTest(busyWorkspace()));

const issue = () => under.tracker.workspace.issues[0];
const lookUp = (data: Record<string, unknown>) =>
  under.tracker.script(({ text }) => text.includes("LookUp"), json({ data }));

describe("a name that people use is looked up, all in one request", () => {
  test.each<[what: string, args: Record<string, unknown>, expected: Record<string, unknown>]>([
    ["a team by its name", { team_id: " engineering " }, { teamId: sampleIds.engineering }],
    ["a team of two words", { team_id: "customer  success" }, { teamId: success }],
    ["me", { assignee_id: "me" }, { assigneeId: sampleIds.ada }],
    ["Me, as it is mentioned", { assignee_id: "@Me" }, { assigneeId: sampleIds.ada }],
    ["an assignee by full name", { assignee_id: "ada lovelace" }, { assigneeId: sampleIds.ada }],
    ["an assignee by display name", { assignee_id: "Grace" }, { assigneeId: sampleIds.grace }],
    ["an assignee who is mentioned", { assignee_id: "@grace" }, { assigneeId: sampleIds.grace }],
    ["a label in its group", { label_ids: ["Area/Search"] }, { labelIds: [sampleIds.areaSearch] }],
    ["the same with a colon", { label_ids: ["team: search"] }, { labelIds: [sampleIds.teamSearch] }],
    ["a label with a mark in its name", { label_ids: ["type/chore"] }, { labelIds: [chore] }],
    ["a project by its name", { project_id: "launch" }, { projectId: sampleIds.launch }],
    ["a project by the end of its link", { project_id: "0123456789ab" }, { projectId: sampleIds.launch }],
    [
      "all of it",
      {
        team_id: "Engineering",
        assignee_id: "Ada Lovelace",
        label_ids: ["Bug", "Area > Login"],
        project_id: "Launch",
      },
      {
        teamId: sampleIds.engineering,
        assigneeId: sampleIds.ada,
        labelIds: [sampleIds.bug, sampleIds.areaLogin],
        projectId: sampleIds.launch,
      },
    ],
  ])("%s", async (_what, args, expected) => {
    expect(succeeded(await under.create(args)).attempts).toBe(1);
    expect(issue()).toMatchObject(expected);
    expect(under.tracker.requests.length).toBeLessThanOrEqual(2);
  });

  test("the name letter for letter goes before one in another case, a key before a name", async () => {
    const teams = [
      { id: sampleIds.operations, key: "PLAT", name: "PLATFORM" },
      { id: sampleIds.engineering, key: "PLT", name: "Platform" },
    ];
    lookUp({ teams: { nodes: teams } });
    succeeded(await under.create({ team_id: "Platform" }));
    lookUp({
      teams: {
        nodes: [
          { id: sampleIds.engineering, key: "SEC", name: "OPS" },
          { id: sampleIds.operations, key: "OPS", name: "Operations" },
        ],
      },
    });
    succeeded(await under.create({ team_id: "ops" }));
    const made = under.tracker.workspace.issues.map(({ teamId }) => teamId);
    expect(made).toEqual([sampleIds.engineering, sampleIds.operations]);
  });
});

describe("a name that fits several or none is refused with the candidates", () => {
  test.each([
    [
      "two people of one name",
      { assignee_id: "Sam Lee" },
      'assignee_id: "Sam Lee" matches more than one.',
      "Use the value in brackets of the intended one: Sam Lee (sam@example.com), Sam Lee (slee@example.com).",
    ],
    [
      "part of a name",
      { assignee_id: "Lovelace" },
      'assignee_id: the workspace has nothing called "Lovelace".',
      "Use one of these: Ada Lovelace (ada@example.com).",
    ],
    [
      "somebody who left",
      { assignee_id: "Left" },
      'assignee_id: the workspace has nothing called "Left".',
      "Check the name, or use the UUID.",
    ],
    [
      "a team there is not",
      { team_id: "Sales Team" },
      'team_id: the workspace has nothing called "Sales Team".',
      "Use one of these: Engineering (ENG), Operations (OPS), Customer Success (CS).",
    ],
    [
      "a project there is not",
      { project_id: "Landing" },
      'project_id: the workspace has nothing called "Landing".',
      "Use one of these: Launch (0123456789ab).",
    ],
    [
      "a label that is in another group",
      { label_ids: ["Area/Chore"] },
      'label_ids: the workspace has nothing called "Area/Chore".',
      "Use one of these: Bug, Design, Area/Search, Area/Login, Team/Search, type/chore.",
    ],
  ])("%s", async (_what, args, refusal_reason, next_step) => {
    expect(refused(await under.create(args))).toMatchObject({
      error_code: "validation",
      refusal_reason,
      next_step,
    });
    expect(under.creates()).toBe(0);
  });

  test("ten are listed, and that there are more", async () => {
    const teams = Array.from({ length: 11 }, (_, at) => ({ key: `T${at}`, name: `Team ${at}` }));
    lookUp({ teams: { nodes: [] }, knownTeams: { nodes: teams } });
    const { next_step = "" } = refused(await under.create({ team_id: "Nobody" }));
    expect(next_step).toMatch(/^Use one of these: Team 0 \(T0\), .*Team 9 \(T9\), and more\.$/);
  });
});
