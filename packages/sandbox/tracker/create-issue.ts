import { entityNotFound, idTaken, invalidArgument, invalidDocument } from "./failures.ts";
import { byId, type TrackerIssue, type TrackerLabel, type TrackerWorkspace } from "./workspace.ts";

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

const isText = (value: unknown) => typeof value === "string";
/** Supported fields of IssueCreateInput, each with a test of its type. */
const FIELDS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ["id", isText],
  ["teamId", isText],
  ["title", isText],
  ["description", isText],
  ["priority", Number.isInteger],
  ["assigneeId", isText],
  ["labelIds", (value: unknown) => Array.isArray(value) && value.every(isText)],
  ["projectId", isText],
  ["dueDate", isText],
]);

type Input = Partial<Omit<TrackerIssue, "number" | "creatorId">>;

/** Answers `issueCreate`. Refuses what the provider refuses, including a second issue with the same ID. */
export function createIssue(input: unknown, creatorId: string, workspace: TrackerWorkspace): TrackerIssue {
  const { id, teamId, title, priority = 0, labelIds = [], ...rest } = readInput(input);
  if (id !== undefined && !UUID_V4.test(id)) throw invalidArgument("id must be a UUID.");
  if (teamId === undefined || !byId(workspace.teams, teamId)) throw entityNotFound("Team");
  if (title === undefined || title.trim() === "") throw invalidArgument("title should not be empty.");
  if (priority < 0 || priority > 4) throw invalidArgument("priority must be between 0 and 4.");
  if (rest.dueDate !== undefined && !DATE.test(rest.dueDate))
    throw invalidArgument("dueDate must be a date.");
  if (rest.assigneeId !== undefined && !byId(workspace.users, rest.assigneeId)) throw entityNotFound("User");
  const project = workspace.projects.find(({ id, slugId }) => [id, slugId].includes(rest.projectId ?? ""));
  if (rest.projectId !== undefined && project === undefined) throw entityNotFound("Project");
  checkLabels(labelIds, teamId, workspace);
  if (id !== undefined && workspace.issue(id)) throw idTaken(id);
  return workspace.create({
    ...rest,
    ...(project && { projectId: project.id }),
    ...(id === undefined ? {} : { id }),
    teamId,
    title,
    priority,
    labelIds,
    creatorId,
  });
}

function readInput(input: unknown): Input {
  const entries = Object.entries(typeof input === "object" && input !== null ? input : {});
  for (const [name, value] of entries) {
    const fits = FIELDS.get(name);
    if (fits === undefined) {
      throw invalidDocument(`Field "${name}" is not defined by type "IssueCreateInput".`);
    }
    if (value !== null && !fits(value)) {
      throw invalidDocument(`Variable "$input" got an invalid value at "input.${name}".`);
    }
  }
  const given: Input = Object.fromEntries(entries.filter(([, value]) => value !== null));
  if (given.teamId === undefined) {
    throw invalidDocument('Field "teamId" of required type "String!" was not provided.');
  }
  return given;
}

function checkLabels(ids: readonly string[], teamId: string, workspace: TrackerWorkspace): void {
  const labels = ids.map((id) => byId(workspace.labels, id));
  const groups = new Set<string>();
  for (const label of labels) {
    if (!label) throw entityNotFound("IssueLabel");
    if (label.isGroup === true) throw invalidArgument("A label group cannot be applied to an issue.");
    if (!fitsTeam(label, teamId)) throw invalidArgument(`Label "${label.name}" is not of the issue's team.`);
    if (label.groupId === undefined) continue;
    if (groups.has(label.groupId)) throw invalidArgument("Only one label of a group can be applied.");
    groups.add(label.groupId);
  }
}

function fitsTeam(label: TrackerLabel, teamId: string): boolean {
  return label.teamId === undefined || label.teamId === teamId;
}
