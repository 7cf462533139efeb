import {
  byId,
  type TrackerIssue,
  type TrackerLabel,
  type TrackerTeam,
  type TrackerUser,
  type TrackerWorkspace,
} from "./workspace.ts";

/** Creation time of every object in the sandbox. */
const MADE_AT = "2026-01-01T00:00:00.000Z";
const times = { createdAt: MADE_AT, updatedAt: MADE_AT };
const PRIORITY_LABELS = ["No priority", "Urgent", "High", "Medium", "Low"];

export function organizationView({ name, urlKey }: TrackerWorkspace) {
  return { __typename: "Organization", id: "e5e5e5e5-0000-4000-8000-000000000001", name, urlKey, ...times };
}

export function userView({ id, name, email, displayName, active = true }: TrackerUser) {
  const mentioned = displayName ?? name.toLowerCase();
  return { __typename: "User", id, name, displayName: mentioned, email, active, ...times };
}

export function teamView({ id, key, name }: TrackerTeam) {
  return { __typename: "Team", id, key, name, displayName: name, ...times };
}

export function labelView(label: TrackerLabel, workspace: TrackerWorkspace) {
  const { id, name, isGroup = false } = label;
  const team = byId(workspace.teams, label.teamId);
  const group = byId(workspace.labels, label.groupId);
  return {
    __typename: "IssueLabel",
    id,
    name,
    isGroup,
    team: team ? teamView(team) : null,
    parent: group ? { id: group.id, name: group.name } : null,
    color: "#95a2b3",
    ...times,
  };
}

export function issueView(issue: TrackerIssue, workspace: TrackerWorkspace) {
  const { id, number, title, description, priority, labelIds, dueDate } = issue;
  const team = byId(workspace.teams, issue.teamId);
  const assignee = byId(workspace.users, issue.assigneeId);
  const creator = byId(workspace.users, issue.creatorId);
  const project = byId(workspace.projects, issue.projectId);
  const identifier = workspace.identifier(issue);
  const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  return {
    __typename: "Issue",
    id,
    identifier,
    number,
    title,
    description,
    priority,
    priorityLabel: PRIORITY_LABELS[priority],
    dueDate,
    labelIds,
    url: `https://tracker.example/${workspace.urlKey}/issue/${identifier}/${slug}`,
    branchName: `${identifier.toLowerCase()}-${slug}`,
    team: team && teamView(team),
    state: { id: "f6f6f6f6-0000-4000-8000-000000000001", name: "Backlog", type: "backlog" },
    assignee: assignee && userView(assignee),
    creator: creator && userView(creator),
    project,
    previousIdentifiers: [],
    reactions: [],
    reactionData: [],
    sharedAccess: { isShared: false, sharedWithCount: 0, sharedWithUsers: [], disallowedIssueFields: [] },
    customerTicketCount: 0,
    boardOrder: 0,
    sortOrder: -number,
    ...times,
  };
}
