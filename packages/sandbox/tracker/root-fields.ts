import { createIssue } from "./create-issue.ts";
import { entityNotFound, invalidArgument, invalidDocument, missingScope } from "./failures.ts";
import type { GraphqlDocument, SelectedField } from "./graphql-document.ts";
import {
  byId,
  type TrackerIssue,
  type TrackerLabel,
  type TrackerTeam,
  type TrackerToken,
  type TrackerUser,
  type TrackerWorkspace,
} from "./workspace.ts";

const LARGEST_PAGE = 250;

type Arguments = SelectedField["arguments"];
type Field = (args: Arguments, workspace: TrackerWorkspace, caller: TrackerToken) => unknown;

const QUERIES: ReadonlyMap<string, Field> = new Map<string, Field>([
  ["viewer", (_args, { users }, { userId }) => found(byId(users, userId), "User", userView)],
  ["organization", (_args, workspace) => organizationView(workspace)],
  ["team", ({ id }, { teams }) => found(byId(teams, String(id)), "Team", teamView)],
  ["teams", (args, { teams }) => page(teams.map(teamView), args)],
  ["user", ({ id }, { users }) => found(byId(users, String(id)), "User", userView)],
  ["users", (args, { users }) => page(users.filter(({ active = true }) => active).map(userView), args)],
  [
    "issueLabels",
    (args, space) =>
      page(
        space.labels.map((label) => labelView(label, space)),
        args,
      ),
  ],
  ["projects", (args, { projects }) => page(projects, args)],
  ["issue", ({ id }, space) => found(space.issue(String(id)), "Issue", (issue) => issueView(issue, space))],
  [
    "issues",
    (args, space) =>
      page(
        space.issues.map((issue) => issueView(issue, space)),
        args,
      ),
  ],
]);

const MUTATIONS: ReadonlyMap<string, Field> = new Map<string, Field>([["issueCreate", issueCreate]]);

/** Resolves one root field. Throws RefusedOperation. */
export function resolveRootField(
  operation: GraphqlDocument["operation"],
  { name, arguments: args }: SelectedField,
  workspace: TrackerWorkspace,
  caller: TrackerToken,
): unknown {
  const [fields, type] = operation === "query" ? [QUERIES, "Query"] : [MUTATIONS, "Mutation"];
  const field = fields.get(name);
  if (field === undefined) throw invalidDocument(`Cannot query field "${name}" on type "${type}".`);
  return field(args, workspace, caller);
}

function issueCreate({ input }: Arguments, workspace: TrackerWorkspace, caller: TrackerToken) {
  if (!caller.scopes.includes("write") && !caller.scopes.includes("issues:create")) {
    throw missingScope("issues:create");
  }
  const issue = issueView(createIssue(input, caller.userId, workspace), workspace);
  return { __typename: "IssuePayload", success: true, lastSyncId: workspace.issues.length, issue };
}

function found<Item>(item: Item | undefined, entity: string, view: (item: Item) => unknown): unknown {
  if (item === undefined) throw entityNotFound(entity);
  return view(item);
}

/**
 * Returns a Relay connection: the first `first` (default 50) items that pass the filter, after the cursor,
 * which is an ID.
 */
function page(items: readonly { readonly id: string }[], { filter, first = 50, after }: Arguments) {
  if (typeof first !== "number" || first < 1 || first > LARGEST_PAGE) {
    throw invalidArgument(`first must not be greater than ${LARGEST_PAGE}.`);
  }
  const passing = items.filter((item) => passes(item, filter));
  const start = passing.findIndex(({ id }) => id === after) + 1;
  const nodes = passing.slice(start, start + first);
  const pageInfo = {
    hasNextPage: start + first < passing.length,
    hasPreviousPage: start > 0,
    startCursor: nodes[0]?.id ?? null,
    endCursor: nodes.at(-1)?.id ?? null,
  };
  return { nodes, edges: nodes.map((node) => ({ node, cursor: node.id })), pageInfo };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns whether a record passes one of the tracker's filters: `and`, `or`, nested records, and the
 * comparators named here.
 */
function passes(record: unknown, filter: unknown): boolean {
  if (!isFields(filter)) return true;
  return Object.entries(filter).every(([name, wanted]) => {
    if (name === "and" && Array.isArray(wanted)) return wanted.every((each) => passes(record, each));
    if (name === "or" && Array.isArray(wanted)) return wanted.some((each) => passes(record, each));
    const comparator = comparators.get(name);
    if (comparator !== undefined) return comparator(record, wanted);
    return passes(isFields(record) ? record[name] : undefined, wanted);
  });
}

const comparators: ReadonlyMap<string, (value: unknown, wanted: unknown) => boolean> = new Map([
  ["eq", (value: unknown, wanted: unknown) => value === wanted],
  ["neq", (value: unknown, wanted: unknown) => value !== wanted],
  ["eqIgnoreCase", (value: unknown, wanted: unknown) => lower(value) === lower(wanted)],
  [
    "containsIgnoreCase",
    (value: unknown, wanted: unknown) => String(lower(value)).includes(String(lower(wanted))),
  ],
  ["in", (value: unknown, wanted: unknown) => Array.isArray(wanted) && wanted.includes(value)],
  ["null", (value: unknown, wanted: unknown) => (value === undefined || value === null) === wanted],
]);

function lower(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Creation time of every object in the sandbox. */
const MADE_AT = "2026-01-01T00:00:00.000Z";
const times = { createdAt: MADE_AT, updatedAt: MADE_AT };
const PRIORITY_LABELS = ["No priority", "Urgent", "High", "Medium", "Low"];

function organizationView({ name, urlKey }: TrackerWorkspace) {
  return { __typename: "Organization", id: "e5e5e5e5-0000-4000-8000-000000000001", name, urlKey, ...times };
}

function userView({ id, name, email, displayName, active = true }: TrackerUser) {
  const mentioned = displayName ?? name.toLowerCase();
  return { __typename: "User", id, name, displayName: mentioned, email, active, ...times };
}

function teamView({ id, key, name }: TrackerTeam) {
  return { __typename: "Team", id, key, name, displayName: name, ...times };
}

function labelView(label: TrackerLabel, workspace: TrackerWorkspace) {
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

function issueView(issue: TrackerIssue, workspace: TrackerWorkspace) {
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
