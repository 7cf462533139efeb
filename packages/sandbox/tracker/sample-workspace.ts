import { TrackerWorkspace } from "./workspace.ts";

/** A personal API key of the sample workspace. */
export const sampleApiKey = "lin_api_sandboxsandbox";

/** An OAuth token of the sample workspace, sent after "Bearer". */
export const sampleOauthToken = "lin_oauth_sandboxsandbox";

/** A read-only OAuth token of the sample workspace. */
export const sampleReadOnlyToken = "lin_oauth_readonlyreadonly";

/** The sample workspace's UUIDs by name. */
export const sampleIds = {
  ada: "a1a1a1a1-0000-4000-8000-000000000001",
  grace: "a1a1a1a1-0000-4000-8000-000000000002",
  left: "a1a1a1a1-0000-4000-8000-000000000003",
  engineering: "b2b2b2b2-0000-4000-8000-000000000001",
  operations: "b2b2b2b2-0000-4000-8000-000000000002",
  bug: "c3c3c3c3-0000-4000-8000-000000000001",
  design: "c3c3c3c3-0000-4000-8000-000000000002",
  engineeringDesign: "c3c3c3c3-0000-4000-8000-000000000003",
  operationsDesign: "c3c3c3c3-0000-4000-8000-000000000004",
  area: "c3c3c3c3-0000-4000-8000-000000000005",
  areaSearch: "c3c3c3c3-0000-4000-8000-000000000006",
  areaLogin: "c3c3c3c3-0000-4000-8000-000000000007",
  team: "c3c3c3c3-0000-4000-8000-000000000008",
  teamSearch: "c3c3c3c3-0000-4000-8000-000000000009",
  onCall: "c3c3c3c3-0000-4000-8000-00000000000a",
  launch: "d4d4d4d4-0000-4000-8000-000000000001",
} as const;

/**
 * Creates a small workspace: two teams (ENG, OPS), two people and a deactivated one, a project, and labels.
 * There are labels of the workspace (bug, Design) and of each team (Design in both, On call in OPS). Two
 * groups of ENG each contain a label "Search".
 */
export function sampleTrackerWorkspace(): TrackerWorkspace {
  const { engineering, operations } = sampleIds;
  return new TrackerWorkspace({
    tokens: {
      [sampleApiKey]: { form: "key", userId: sampleIds.ada, scopes: ["read", "write"] },
      [sampleOauthToken]: { form: "bearer", userId: sampleIds.grace, scopes: ["read", "issues:create"] },
      [sampleReadOnlyToken]: { form: "bearer", userId: sampleIds.grace, scopes: ["read"] },
    },
    users: [
      { id: sampleIds.ada, name: "Ada", email: "ada@example.com" },
      { id: sampleIds.grace, name: "Grace", email: "grace@example.com" },
      { id: sampleIds.left, name: "Left", email: "left@example.com", active: false },
    ],
    teams: [
      { id: engineering, key: "ENG", name: "Engineering" },
      { id: operations, key: "OPS", name: "Operations" },
    ],
    labels: [
      { id: sampleIds.bug, name: "Bug" },
      { id: sampleIds.design, name: "Design" },
      { id: sampleIds.engineeringDesign, name: "Design", teamId: engineering },
      { id: sampleIds.operationsDesign, name: "Design", teamId: operations },
      { id: sampleIds.area, name: "Area", teamId: engineering, isGroup: true },
      { id: sampleIds.areaSearch, name: "Search", teamId: engineering, groupId: sampleIds.area },
      { id: sampleIds.areaLogin, name: "Login", teamId: engineering, groupId: sampleIds.area },
      { id: sampleIds.team, name: "Team", teamId: engineering, isGroup: true },
      { id: sampleIds.teamSearch, name: "Search", teamId: engineering, groupId: sampleIds.team },
      { id: sampleIds.onCall, name: "On call", teamId: operations },
    ],
    projects: [{ id: sampleIds.launch, slugId: "0123456789ab", name: "Launch" }],
  });
}
