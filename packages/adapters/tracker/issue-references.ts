import type { ActionRequest, PreviewAnswer } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalField, optionalText, type ReadableItems, readableItems } from "../answer-fields.ts";
import { bestFits, type Candidate, chooseFit, FIRST, GROUP_MARK } from "./name-match.ts";
import { askTracker, type TrackerContext, unreadableAnswer } from "./tracker-client.ts";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const isUuid = (text: string) => UUID.test(text);

/** A project's identifier, alone or after its name: relaunch-0123456789ab */
const PROJECT_IDENTIFIER = /(?:^|-)([0-9a-f]{12})$/;

/** References of an issue as the caller wrote them. */
export interface IssueReferences {
  /** UUID, key or name. */
  team: string;
  /** UUID, e-mail address, name, or "me". */
  assignee: string | undefined;
  /** UUIDs or names, optionally prefixed by their group's name. */
  labels: readonly string[];
  /** UUID, identifier or name. */
  project: string | undefined;
}

/**
 * Looks up, in one request, every reference that is not an ID, and what a refusal lists. Labels must belong
 * to the team or the workspace. The provider omits archived things.
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
/** The requested fields of a team, person, project or label. */
const named = z.object({
  id: optionalText,
  key: optionalText,
  slugId: optionalText,
  email: optionalText,
  name: optionalText,
  displayName: optionalText,
  /** The group of a label. */
  parent: optionalField(z.object({ name: z.string() })),
  /** A label without a team belongs to the whole workspace. */
  team: optionalField(z.object({ id: optionalText })),
});
const found = named.extend({ id: z.string().min(1) });

const lookUpAnswer = z.object({
  teams: nodes(found),
  knownTeams: nodes(named),
  viewer: optionalField(found),
  users: nodes(found),
  knownUsers: nodes(named),
  projects: nodes(found),
  knownProjects: nodes(named),
  labels: nodes(found.extend({ name: z.string() })),
  knownLabels: nodes(named),
});
type Found = z.output<typeof lookUpAnswer>;
type Known = ReadableItems<z.output<typeof named>> | undefined;

function asCandidate(node: z.output<typeof named>): Candidate {
  const { id, key, slugId, email, name, displayName, parent } = node;
  const unique = key ?? slugId ?? email ?? id;
  return { id, unique, names: [parent && `${parent.name}/${name}`, name, displayName] };
}

/**
 * Resolves keys, e-mail addresses and names to IDs with at most one request. Throws AdapterValidationError
 * with the argument and the candidates if a reference matches nothing or several things.
 */
export async function resolveReferences(context: TrackerContext, baseUrl: string, given: IssueReferences) {
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

  const teamFilter = byTeam ? called(given.team, "key", "name") : { id: { eq: given.team } };
  const fitting = { isGroup: { eq: false }, or: [{ team: { null: true } }, { team: teamFilter }] };
  const answer = await askTracker(context, baseUrl, {
    document: LOOK_UP,
    variables: {
      byTeam,
      team: teamFilter,
      byMe,
      byPerson,
      ...(byPerson ? peopleCalled(person) : {}),
      byProject,
      ...(byProject ? { project: called(given.project ?? "", "name", "slugId") } : {}),
      byLabel,
      ...(byLabel ? { labels: { and: [fitting, { or: names.flatMap(labelFilters) }] }, fitting } : {}),
    },
    effect: "read",
    data: lookUpAnswer,
  });

  if (byTeam) ids.teamId = chosen("team_id", given.team, answer.teams, answer.knownTeams);
  if (byPerson) ids.assigneeId = chosen("assignee_id", person, answer.users, answer.knownUsers);
  if (byMe) ids.assigneeId = readable(answer.viewer).id;
  if (byProject)
    ids.projectId = chosen("project_id", given.project ?? "", answer.projects, answer.knownProjects);
  if (byLabel) ids.labelIds = labelIds(given.labels, answer, ids.teamId);
  return ids;
}

/** Returns the identifier at the end of a project's link; `undefined` if there is no identifier. */
export function identifierIn(text: string): string | undefined {
  return PROJECT_IDENTIFIER.exec(text)?.[1];
}

/** Returns a filter for records with this text in one of the fields, ignoring case. */
function called(text: string, ...fields: readonly string[]) {
  return { or: fields.map((field) => ({ [field]: { eqIgnoreCase: text.replace(/\s+/g, " ") } })) };
}

/** Returns filters for active people with this name, and for those with a part of it in theirs. */
function peopleCalled(text: string) {
  const fields = ["email", "displayName", "name"];
  // The domain would match everybody.
  const [own = ""] = text.split("@", 1);
  const alike = own.match(/[^\s._-]{2,}/g)?.slice(0, 4) ?? [text];
  const or = alike.flatMap((word) => fields.map((field) => ({ [field]: { containsIgnoreCase: word } })));
  const active = { active: { eq: true } };
  return { assignee: { ...active, ...called(text, ...fields) }, alike: { ...active, or } };
}

/** Returns filters for a label with this name, or with its second half within the group of its first half. */
function labelFilters(text: string) {
  const grouped = [...text.matchAll(GROUP_MARK)].map(({ index, 0: mark }) => ({
    parent: called(text.slice(0, index), "name"),
    ...called(text.slice(index + mark.length), "name"),
  }));
  return [called(text, "name"), ...grouped];
}

/** Returns the ID of the best match among those that the provider found. */
function chosen(argument: string, text: string, found: Known, known: Known): string {
  const { items, unreadable } = readable(found);
  const candidates = items.map(asCandidate);
  const fits = bestFits(text, candidates);
  // The provider may match a name that its response does not contain.
  return chooseFit(argument, text, {
    fits: fits.length > 0 ? fits : candidates,
    unreadable,
    known: known?.items.map(asCandidate) ?? [],
  });
}

function readable<Part>(part: Part | undefined): Part {
  if (part === undefined) throw unreadableAnswer();
  return part;
}

/**
 * Returns the labels' IDs without duplicates. A label of the team takes precedence over one of the workspace.
 */
function labelIds(
  labels: readonly string[],
  { labels: found, knownLabels }: Found,
  teamId: string,
): string[] {
  const { items, unreadable } = readable(found);
  const ofTeam = items.filter(({ team }) => team && (team.id ?? teamId) === teamId).map(asCandidate);
  const ofAll = items.filter(({ team }) => !team).map(asCandidate);
  const known = knownLabels?.items.map(asCandidate) ?? [];
  const ids = labels.map((text) => {
    if (isUuid(text)) return text;
    const own = bestFits(text, ofTeam);
    const fits = own.length > 0 ? own : bestFits(text, ofAll);
    return chooseFit("label_ids", text, { fits, unreadable, known });
  });
  return [...new Set(ids)];
}

/**
 * Predicts the response to the look-up with one match for each reference. Returns `undefined` for other
 * requests.
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
