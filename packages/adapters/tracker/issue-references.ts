import type { ActionRequest, PreviewAnswer } from "@plumbline/core/tool/tool.ts";
import * as z from "zod";
import { optionalText, type ReadableItems, toOptionalField, toReadableItems } from "../answer-fields.ts";
import {
  type Candidate,
  chooseCandidate,
  findBestMatches,
  GROUP_SEPARATOR,
  REQUESTED_CANDIDATES,
} from "./name-match.ts";
import { callTracker, createUnreadableError, type TrackerContext } from "./tracker-client.ts";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const isUuid = (text: string) => UUID.test(text);

/** Matches a project's identifier, alone or after its name: relaunch-0123456789ab */
const PROJECT_IDENTIFIER = /(?:^|-)([0-9a-f]{12})$/;

/** References to an issue's team, people and other records, as the caller wrote them. */
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
 * Looks up, in one request, every reference that is not an ID, and the records that an error lists. Labels
 * must belong to the team or the workspace. The provider omits archived records.
 */
const LOOK_UP = `query LookUp(
  $byTeam: Boolean!, $team: TeamFilter,
  $byMe: Boolean!, $byPerson: Boolean!, $assignee: UserFilter, $alike: UserFilter,
  $byProject: Boolean!, $project: ProjectFilter,
  $byLabel: Boolean!, $labels: IssueLabelFilter, $fitting: IssueLabelFilter
) {
  teams(filter: $team, first: ${REQUESTED_CANDIDATES}) @include(if: $byTeam) { nodes { id key name } }
  knownTeams: teams(first: ${REQUESTED_CANDIDATES}) @include(if: $byTeam) { nodes { key name } }
  viewer @include(if: $byMe) { id }
  users(filter: $assignee, first: ${REQUESTED_CANDIDATES}) @include(if: $byPerson) { nodes { id email name displayName } }
  knownUsers: users(filter: $alike, first: ${REQUESTED_CANDIDATES}) @include(if: $byPerson) { nodes { email name displayName } }
  projects(filter: $project, first: ${REQUESTED_CANDIDATES}) @include(if: $byProject) { nodes { id slugId name } }
  knownProjects: projects(first: ${REQUESTED_CANDIDATES}) @include(if: $byProject) { nodes { slugId name } }
  labels: issueLabels(filter: $labels, first: 100) @include(if: $byLabel) {
    nodes { id name team { id } parent { name } }
  }
  knownLabels: issueLabels(filter: $fitting, first: ${REQUESTED_CANDIDATES}) @include(if: $byLabel) {
    nodes { name parent { name } }
  }
}`;

const createNodesSchema = <Node extends z.ZodType>(node: Node) =>
  toOptionalField(z.object({ nodes: toReadableItems(node) }).transform((part) => part.nodes));
/** Requested fields of a team, person, project or label. */
const named = z.object({
  id: optionalText,
  key: optionalText,
  slugId: optionalText,
  email: optionalText,
  name: optionalText,
  displayName: optionalText,
  /** The group of a label. */
  parent: toOptionalField(z.object({ name: z.string() })),
  /** A label without a team belongs to the whole workspace. */
  team: toOptionalField(z.object({ id: optionalText })),
});
const found = named.extend({ id: z.string().min(1) });

const lookUpResponse = z.lazy(() =>
  z.object({
    teams: createNodesSchema(found),
    knownTeams: createNodesSchema(named),
    viewer: toOptionalField(found),
    users: createNodesSchema(found),
    knownUsers: createNodesSchema(named),
    projects: createNodesSchema(found),
    knownProjects: createNodesSchema(named),
    labels: createNodesSchema(found.extend({ name: z.string() })),
    knownLabels: createNodesSchema(named),
  }),
);
type LookUp = z.output<typeof lookUpResponse>;
type ListedRecords = ReadableItems<z.output<typeof named>> | undefined;

function toCandidate(node: z.output<typeof named>): Candidate {
  const { id, key, slugId, email, name, displayName, parent } = node;
  const unique = key ?? slugId ?? email ?? id;
  return { id, unique, names: [parent && `${parent.name}/${name}`, name, displayName] };
}

/**
 * Resolves keys, e-mail addresses and names to IDs with at most one request. Throws AdapterValidationError
 * with the argument and the candidates if a reference matches no record or several.
 */
export async function resolveReferences(context: TrackerContext, baseUrl: string, given: IssueReferences) {
  const names = given.labels.filter((each) => !isUuid(each));
  const person = given.assignee?.replace(/^@/, "");
  const byMe = person?.toLowerCase() === "me";
  const byPerson = person !== undefined && !byMe && !isUuid(person);
  const knownProject =
    given.project && (isUuid(given.project) ? given.project : findIdentifier(given.project));
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

  const teamFilter = byTeam ? createNameFilter(given.team, "key", "name") : { id: { eq: given.team } };
  const fitting = { isGroup: { eq: false }, or: [{ team: { null: true } }, { team: teamFilter }] };
  const answer = await callTracker(context, baseUrl, {
    document: LOOK_UP,
    variables: {
      byTeam,
      team: teamFilter,
      byMe,
      byPerson,
      ...(byPerson ? createPeopleFilters(person) : {}),
      byProject,
      ...(byProject ? { project: createNameFilter(given.project ?? "", "name", "slugId") } : {}),
      byLabel,
      ...(byLabel ? { labels: { and: [fitting, { or: names.flatMap(createLabelFilters) }] }, fitting } : {}),
    },
    effect: "read",
    data: lookUpResponse,
  });

  if (byTeam) ids.teamId = chooseRecord("team_id", given.team, answer.teams, answer.knownTeams);
  if (byPerson) ids.assigneeId = chooseRecord("assignee_id", person, answer.users, answer.knownUsers);
  if (byMe) ids.assigneeId = requireReadable(answer.viewer).id;
  if (byProject)
    ids.projectId = chooseRecord("project_id", given.project ?? "", answer.projects, answer.knownProjects);
  if (byLabel) ids.labelIds = chooseLabels(given.labels, answer, ids.teamId);
  return ids;
}

/** Returns the identifier at the end of a project's link, or `undefined` without one. */
export function findIdentifier(text: string): string | undefined {
  return PROJECT_IDENTIFIER.exec(text)?.[1];
}

/** Creates a filter for records with this text in one of the fields, ignoring case. */
function createNameFilter(text: string, ...fields: readonly string[]) {
  return { or: fields.map((field) => ({ [field]: { eqIgnoreCase: text.replace(/\s+/g, " ") } })) };
}

/** Creates filters for active people: by this name, and by a part of it. */
function createPeopleFilters(text: string) {
  const fields = ["email", "displayName", "name"];
  // The domain of an address would match everybody.
  const [own = ""] = text.split("@", 1);
  const alike = own.match(/[^\s._-]{2,}/g)?.slice(0, 4) ?? [text];
  const or = alike.flatMap((word) => fields.map((field) => ({ [field]: { containsIgnoreCase: word } })));
  const active = { active: { eq: true } };
  return { assignee: { ...active, ...createNameFilter(text, ...fields) }, alike: { ...active, or } };
}

/** Creates filters for a label: by this name, and by its second half within the group of its first half. */
function createLabelFilters(text: string) {
  const grouped = [...text.matchAll(GROUP_SEPARATOR)].map(({ index, 0: mark }) => ({
    parent: createNameFilter(text.slice(0, index), "name"),
    ...createNameFilter(text.slice(index + mark.length), "name"),
  }));
  return [createNameFilter(text, "name"), ...grouped];
}

/** Returns the ID of the best match among the records that the provider found. */
function chooseRecord(argument: string, text: string, found: ListedRecords, known: ListedRecords): string {
  const { items, unreadable } = requireReadable(found);
  const candidates = items.map(toCandidate);
  const fits = findBestMatches(text, candidates);
  // The provider may match by a name that its response does not contain.
  return chooseCandidate(argument, text, {
    fits: fits.length > 0 ? fits : candidates,
    unreadable,
    known: known?.items.map(toCandidate) ?? [],
  });
}

function requireReadable<Part>(part: Part | undefined): Part {
  if (part === undefined) throw createUnreadableError();
  return part;
}

/** Returns the labels' IDs without duplicates. Prefers a label of the team to one of the workspace. */
function chooseLabels(
  labels: readonly string[],
  { labels: found, knownLabels }: LookUp,
  teamId: string,
): string[] {
  const { items, unreadable } = requireReadable(found);
  const ofTeam = items.filter(({ team }) => team && (team.id ?? teamId) === teamId).map(toCandidate);
  const ofAll = items.filter(({ team }) => !team).map(toCandidate);
  const known = knownLabels?.items.map(toCandidate) ?? [];
  const ids = labels.map((text) => {
    if (isUuid(text)) return text;
    const own = findBestMatches(text, ofTeam);
    const fits = own.length > 0 ? own : findBestMatches(text, ofAll);
    return chooseCandidate("label_ids", text, { fits, unreadable, known });
  });
  return [...new Set(ids)];
}

/**
 * Predicts a response to the look-up with one match per reference. Returns `undefined` for other requests.
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
