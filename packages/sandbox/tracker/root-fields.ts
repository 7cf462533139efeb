import { createIssue } from "./create-issue.ts";
import { entityNotFound, invalidArgument, invalidDocument, missingScope } from "./failures.ts";
import { passes } from "./filter.ts";
import type { GraphqlDocument, SelectedField } from "./graphql-document.ts";
import { issueView, labelView, organizationView, teamView, userView } from "./views.ts";
import { byId, type TrackerToken, type TrackerWorkspace } from "./workspace.ts";

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
