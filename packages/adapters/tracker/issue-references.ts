import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { ActionRequest, PreviewAnswer } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalField, type ReadableItems, readableItems } from "../answer-fields.ts";
import { askTracker, type TrackerContext, unreadableAnswer } from "./tracker-client.ts";

/** A label that a look-up found. */
const foundLabel = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** Absent: a label of the whole workspace. */
  team: optionalField(z.object({})),
  /** The group it belongs to. */
  parent: optionalField(z.object({ name: z.string() })),
});

type FoundLabel = z.output<typeof foundLabel>;

/**
 * The id of each name, whatever its case; a label of the team goes before one of the workspace. `found` holds
 * labels of these two alone. Throws AdapterValidationError for names that fit none (with those there are) or
 * several (with their ids), and AdapterTransientError when a name that fits none may be that of a label that
 * could not be read.
 */
function labelIdsByName(
  names: readonly string[],
  { items: found, unreadable }: ReadableItems<FoundLabel>,
  known: ReadableItems<{ name: string }> | undefined,
): Map<string, string> {
  const ids = new Map<string, string>();
  const missing: string[] = [];
  for (const name of names) {
    const [only, ...others] = fitting(name, found);
    if (only === undefined) missing.push(`"${name}"`);
    else if (others.length > 0) throw ambiguous(name, [only, ...others]);
    else ids.set(name, only.id);
  }
  if (missing.length === 0) return ids;
  if (unreadable > 0) throw unreadableAnswer();
  const there = known && [...new Set(known.items.map(({ name }) => name))].join(", ");
  const labels = there === "" ? "There are no labels at all." : `Labels there are: ${there}.`;
  throw new AdapterValidationError(
    `label_ids: neither the team nor the workspace has a label called ${missing.join(", ")}.`,
    { nextStep: there === undefined ? "Check the names of the labels." : labels },
  );
}

function fitting(name: string, found: readonly FoundLabel[]): FoundLabel[] {
  const called = found.filter((label) => label.name.toLowerCase() === name.toLowerCase());
  const own = called.filter(({ team }) => team);
  return own.length > 0 ? own : called;
}

function ambiguous(name: string, labels: readonly FoundLabel[]): AdapterValidationError {
  const candidates = labels.map((label) => `${label.id}${label.parent ? ` (in ${label.parent.name})` : ""}`);
  return new AdapterValidationError(`label_ids: "${name}" is the name of several labels.`, {
    nextStep: `Use the id of the one that is meant: ${candidates.join(", ")}.`,
  });
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The team, assignee and labels of an issue, each as the caller wrote it. */
export interface IssueReferences {
  /** UUID or key. */
  team: string;
  /** UUID or e-mail address. */
  assignee: string | undefined;
  /** UUIDs or names. */
  labels: readonly string[];
}

/** The references of an issue as the provider wants them: UUIDs alone. */
export interface IssueReferenceIds {
  teamId: string;
  assigneeId: string | undefined;
  labelIds: string[];
}

/**
 * Query that looks up, in one request, every reference that is not a UUID. Labels must fit the team: its own
 * and the workspace's.
 */
const LOOK_UP = `query LookUp(
  $byKey: Boolean!, $team: TeamFilter,
  $byEmail: Boolean!, $assignee: UserFilter,
  $byName: Boolean!, $labels: IssueLabelFilter, $fitting: IssueLabelFilter
) {
  teams(filter: $team, first: 1) @include(if: $byKey) { nodes { id } }
  knownTeams: teams(first: 20) @include(if: $byKey) { nodes { key } }
  users(filter: $assignee, first: 1) @include(if: $byEmail) { nodes { id } }
  labels: issueLabels(filter: $labels, first: 100) @include(if: $byName) {
    nodes { id name team { id } parent { name } }
  }
  knownLabels: issueLabels(filter: $fitting, first: 20) @include(if: $byName) { nodes { name } }
}`;

const nodes = <Node extends z.ZodType>(node: Node) =>
  optionalField(z.object({ nodes: readableItems(node) }).transform((part) => part.nodes));
const id = z.string().min(1);
const lookUpAnswer = z.object({
  teams: nodes(z.object({ id })),
  knownTeams: nodes(z.object({ key: z.string() })),
  users: nodes(z.object({ id })),
  labels: nodes(foundLabel),
  knownLabels: nodes(z.object({ name: z.string() })),
});

/**
 * Resolves keys, e-mail addresses and names to UUIDs; asks nothing when all are UUIDs already. Throws
 * AdapterValidationError that names the argument and what there is, when something does not exist or is
 * ambiguous.
 */
export async function resolveReferences(
  context: TrackerContext,
  baseUrl: string,
  { team, assignee, labels }: IssueReferences,
): Promise<IssueReferenceIds> {
  const byKey = !isUuid(team);
  const byEmail = assignee !== undefined && !isUuid(assignee);
  const names = labels.filter((each) => !isUuid(each));
  const byName = names.length > 0;
  if (!byKey && !byEmail && !byName) return { teamId: team, assigneeId: assignee, labelIds: [...labels] };

  const teamFilter = byKey ? { key: { eqIgnoreCase: team } } : { id: { eq: team } };
  const fitting = { isGroup: { eq: false }, or: [{ team: { null: true } }, { team: teamFilter }] };
  const called = { or: names.map((name) => ({ name: { eqIgnoreCase: name } })) };
  const found = await askTracker(context, baseUrl, {
    document: LOOK_UP,
    variables: {
      byKey,
      team: teamFilter,
      byEmail,
      ...(byEmail ? { assignee: { email: { eqIgnoreCase: assignee } } } : {}),
      byName,
      ...(byName ? { labels: { and: [fitting, called] }, fitting } : {}),
    },
    effect: "read",
    data: lookUpAnswer,
  });

  const foundTeam = byKey ? teamId(team, onlyNode(found.teams), found.knownTeams) : team;
  const foundAssignee = byEmail ? assigneeId(onlyNode(found.users)) : assignee;
  const byLabel = byName ? labelIdsByName(names, nodesOf(found.labels), found.knownLabels) : undefined;
  const labelIds = new Set(labels.map((each) => byLabel?.get(each) ?? each));
  return { teamId: foundTeam, assigneeId: foundAssignee, labelIds: [...labelIds] };
}

/**
 * Returns a stand-in answer to the look-up for a preview: one match for each reference. Returns `undefined`
 * for any other request.
 */
export function previewLookUp(
  body: ActionRequest["body"],
  labels: readonly string[],
): PreviewAnswer | undefined {
  if (JSON.parse(String(body)).query !== LOOK_UP) return undefined;
  const data = {
    teams: { nodes: [{ id: "<id of the team>" }] },
    knownTeams: { nodes: [] },
    users: { nodes: [{ id: "<id of the user>" }] },
    labels: { nodes: labels.map((name) => ({ id: `<id of the label ${name}>`, name })) },
    knownLabels: { nodes: [] },
  };
  return { body: { data } };
}

function nodesOf<Node>(part: ReadableItems<Node> | undefined): ReadableItems<Node> {
  if (part === undefined) throw unreadableAnswer();
  return part;
}

/** The first node; `undefined` where the answer lists no node. An unreadable node still counts as listed. */
function onlyNode<Node>(part: ReadableItems<Node> | undefined): Node | undefined {
  const { items, unreadable } = nodesOf(part);
  if (items.length === 0 && unreadable > 0) throw unreadableAnswer();
  return items[0];
}

function teamId(
  key: string,
  team: { id: string } | undefined,
  known: ReadableItems<{ key: string }> | undefined,
): string {
  if (team !== undefined) return team.id;
  const keys = known?.items.map((each) => each.key).join(", ");
  const teams = keys === "" ? "This connection sees no team at all." : `Teams this connection sees: ${keys}.`;
  throw new AdapterValidationError(`team_id: there is no team with the key ${key}.`, {
    nextStep: keys === undefined ? "Check the team's key." : teams,
  });
}

function assigneeId(user: { id: string } | undefined): string {
  if (user !== undefined) return user.id;
  throw new AdapterValidationError("assignee_id: nobody in the workspace has this e-mail address.", {
    nextStep: "Check the address, or use the person's UUID.",
  });
}
