import type { ActionRequest, PreviewAnswer } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalField, optionalText, type ReadableItems, readableItems } from "../answer-fields.ts";
import { bestFits, type Candidate, chooseNamed, FIRST, GROUP_MARK, type Wording } from "./name-match.ts";
import { askTracker, type TrackerContext, unreadableAnswer } from "./tracker-client.ts";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** A project's identifier, after its name or alone: relaunch-0123456789ab */
const PROJECT_IDENTIFIER = /(?:^|-)([0-9a-f]{12})$/;

/** References of an issue, each as the caller wrote it. */
export interface IssueReferences {
  /** UUID, key or name. */
  team: string;
  /** UUID, e-mail address, name, or "me". */
  assignee: string | undefined;
  /** UUIDs or names, a group's name before them or not. */
  labels: readonly string[];
  /** UUID, identifier or name. */
  project: string | undefined;
}

/** The references of an issue as the provider wants them. */
export interface IssueReferenceIds {
  teamId: string;
  assigneeId: string | undefined;
  labelIds: string[];
  projectId: string | undefined;
}

/**
 * Query that looks up, in one request, every reference that is no id, and what a refusal lists. Labels must
 * fit the team: its own and the workspace's. The provider leaves out what is archived.
 */
const LOOK_UP = `query LookUp(
  $byTeam: Boolean!, $team: TeamFilter,
  $byMe: Boolean!, $byPerson: Boolean!, $assignee: UserFilter, $alike: UserFilter,
  $byProject: Boolean!, $project: ProjectFilter,
  $byLabel: Boolean!, $labels: IssueLabelFilter, $fitting: IssueLabelFilter
) {
  teams(filter: $team, first: ${FIRST}) @include(if: $byTeam) { nodes { id key name } }
  knownTeams: teams(first: ${FIRST}) @include(if: $byTeam) { nodes { key name } }
  viewer @include(if: $byMe) { id }
  users(filter: $assignee, first: ${FIRST}) @include(if: $byPerson) { nodes { id email name displayName } }
  knownUsers: users(filter: $alike, first: ${FIRST}) @include(if: $byPerson) { nodes { email name displayName } }
  projects(filter: $project, first: ${FIRST}) @include(if: $byProject) { nodes { id slugId name } }
  knownProjects: projects(first: ${FIRST}) @include(if: $byProject) { nodes { slugId name } }
  labels: issueLabels(filter: $labels, first: 100) @include(if: $byLabel) {
    nodes { id name team { id } parent { name } }
  }
  knownLabels: issueLabels(filter: $fitting, first: ${FIRST}) @include(if: $byLabel) {
    nodes { name parent { name } }
  }
}`;

const nodes = <Node extends z.ZodType>(node: Node) =>
  optionalField(z.object({ nodes: readableItems(node) }).transform((part) => part.nodes));
const id = z.string().min(1);
const team = z.object({ key: optionalText, name: optionalText });
const user = z.object({ email: optionalText, name: optionalText, displayName: optionalText });
const project = z.object({ slugId: optionalText, name: optionalText });
const label = z.object({ name: z.string(), parent: optionalField(z.object({ name: z.string() })) });
/** Without a team it is a label of the whole workspace. */
const foundLabel = label.extend({ id, team: optionalField(z.object({ id: optionalText })) });

const lookUpAnswer = z.object({
  teams: nodes(team.extend({ id })),
  knownTeams: nodes(team),
  viewer: optionalField(z.object({ id })),
  users: nodes(user.extend({ id })),
  knownUsers: nodes(user),
  projects: nodes(project.extend({ id })),
  knownProjects: nodes(project),
  labels: nodes(foundLabel),
  knownLabels: nodes(label),
});
type Found = z.output<typeof lookUpAnswer>;
type Shape<Schema extends z.ZodType> = z.output<Schema> & { id?: string };

const asTeam = ({ id, key, name }: Shape<typeof team>): Candidate => ({ id, unique: key, names: [name] });
const asUser = ({ id, email, name, displayName }: Shape<typeof user>): Candidate => ({
  id,
  unique: email,
  names: [name, displayName],
});
const asProject = ({ id, slugId, name }: Shape<typeof project>): Candidate => ({
  id,
  unique: slugId,
  names: [name],
});
const asLabel = ({ id, name, parent }: Shape<typeof label>): Candidate => ({
  id,
  unique: id,
  names: parent ? [`${parent.name}/${name}`, name] : [name],
});

const TEAM: Wording = {
  argument: "team_id",
  none: "there is no team with the key or name",
  several: "is the name of several teams",
  there: "Teams this connection sees",
  check: "Check the team's key.",
};
const ASSIGNEE: Wording = {
  argument: "assignee_id",
  none: "nobody in the workspace has the address or name",
  several: "is the name of several people",
  there: "People with a similar name",
  check: "Use the person's e-mail address or UUID.",
};
const PROJECT: Wording = {
  argument: "project_id",
  none: "there is no project called",
  several: "is the name of several projects",
  there: "Projects this connection sees",
  check: "Use the project's link or UUID.",
};
const LABEL: Wording = {
  argument: "label_ids",
  none: "neither the team nor the workspace has a label called",
  several: "is the name of several labels",
  there: "Labels there are",
  check: "Check the names of the labels.",
};

/**
 * Resolves keys, e-mail addresses and names to ids, with one request at most. Throws AdapterValidationError
 * that names the argument and the candidates, when a reference fits nothing or several things.
 */
export async function resolveReferences(
  context: TrackerContext,
  baseUrl: string,
  given: IssueReferences,
): Promise<IssueReferenceIds> {
  const names = given.labels.filter((each) => !isUuid(each));
  const person = given.assignee?.replace(/^@/, "");
  const byMe = person?.toLowerCase() === "me";
  const byPerson = person !== undefined && !byMe && !isUuid(person);
  const knownProject = given.project && (isUuid(given.project) ? given.project : identifierIn(given.project));
  const byProject = given.project !== undefined && knownProject === undefined;
  const byTeam = !isUuid(given.team);
  const byLabel = names.length > 0;
  const ids = {
    teamId: given.team,
    assigneeId: person,
    labelIds: [...given.labels],
    projectId: knownProject,
  };
  if (!byTeam && !byMe && !byPerson && !byProject && !byLabel) return ids;

  const teamFilter = byTeam ? named(given.team, "key", "name") : { id: { eq: given.team } };
  const fitting = { isGroup: { eq: false }, or: [{ team: { null: true } }, { team: teamFilter }] };
  const found = await askTracker(context, baseUrl, {
    document: LOOK_UP,
    variables: {
      byTeam,
      team: teamFilter,
      byMe,
      byPerson,
      ...(byPerson ? peopleCalled(person) : {}),
      byProject,
      ...(byProject ? { project: named(given.project ?? "", "name", "slugId") } : {}),
      byLabel,
      ...(byLabel ? { labels: { and: [fitting, { or: names.flatMap(labelFilters) }] }, fitting } : {}),
    },
    effect: "read",
    data: lookUpAnswer,
  });

  if (byTeam) ids.teamId = chosen(given.team, found.teams, found.knownTeams, asTeam, TEAM);
  if (byPerson) ids.assigneeId = chosen(person, found.users, found.knownUsers, asUser, ASSIGNEE);
  if (byMe) ids.assigneeId = viewerId(found);
  if (byProject)
    ids.projectId = chosen(given.project ?? "", found.projects, found.knownProjects, asProject, PROJECT);
  if (byLabel) ids.labelIds = labelIds(given.labels, found, ids.teamId);
  return ids;
}

/** Reads the identifier that ends a link to a project; `undefined` for a text without one. */
export function identifierIn(text: string): string | undefined {
  return PROJECT_IDENTIFIER.exec(text)?.[1];
}

/** A filter for records that have this text in one of the fields, whatever its case. */
function named(text: string, ...fields: readonly string[]) {
  return { or: fields.map((field) => ({ [field]: { eqIgnoreCase: text.replace(/\s+/g, " ") } })) };
}

/** Filters for the active people of this name, and for those with a part of it in theirs. */
function peopleCalled(text: string) {
  const fields = ["email", "displayName", "name"];
  // A domain is everybody's.
  const [own = ""] = text.split("@", 1);
  const words = own.split(/[\s._-]+/).filter((word) => word.length > 1);
  const alike = (words.length > 0 ? words : [text]).slice(0, 4);
  const or = alike.flatMap((word) => fields.map((field) => ({ [field]: { containsIgnoreCase: word } })));
  const active = { active: { eq: true } };
  return { assignee: { ...active, ...named(text, ...fields) }, alike: { ...active, or } };
}

/** Filters for a label of this name, or of its second half in the group of its first. */
function labelFilters(text: string) {
  const grouped = [...text.matchAll(GROUP_MARK)].map(({ index, 0: mark }) => ({
    parent: named(text.slice(0, index), "name"),
    ...named(text.slice(index + mark.length), "name"),
  }));
  return [named(text, "name"), ...grouped];
}

function chosen<Node, Known>(
  text: string,
  found: ReadableItems<Node> | undefined,
  known: ReadableItems<Known> | undefined,
  candidate: (node: Node | Known) => Candidate,
  wording: Wording,
): string {
  const { items, unreadable } = readable(found);
  const candidates = { items: items.map(candidate), unreadable };
  return chooseNamed(text, candidates, known?.items.map(candidate), wording);
}

function readable<Node>(part: ReadableItems<Node> | undefined): ReadableItems<Node> {
  if (part === undefined) throw unreadableAnswer();
  return part;
}

function viewerId({ viewer }: Found): string {
  if (viewer === undefined) throw unreadableAnswer();
  return viewer.id;
}

/** The labels' ids, each once. A label of the team goes before one of the workspace. */
function labelIds(
  labels: readonly string[],
  { labels: found, knownLabels }: Found,
  teamId: string,
): string[] {
  const { items, unreadable } = readable(found);
  const ofTeam = items.filter(({ team }) => team && (team.id ?? teamId) === teamId).map(asLabel);
  const ofAll = items.filter(({ team }) => !team).map(asLabel);
  const known = knownLabels?.items.map(asLabel);
  const ids = labels.map((text) => {
    if (isUuid(text)) return text;
    const own = bestFits(text, ofTeam);
    const candidates = { items: own.length > 0 ? own : ofAll, unreadable };
    return chooseNamed(text, candidates, known, LABEL);
  });
  return [...new Set(ids)];
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
    viewer: { id: "<id of the user>" },
    users: { nodes: [{ id: "<id of the user>" }] },
    projects: { nodes: [{ id: "<id of the project>" }] },
    labels: { nodes: labels.map((name) => ({ id: `<id of the label ${name}>`, name })) },
  };
  return { body: { data } };
}
