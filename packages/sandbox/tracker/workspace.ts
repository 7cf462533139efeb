/** A token of the workspace and the user that it acts for. */
export interface TrackerToken {
  /** A personal API key stands alone in the header, an OAuth token behind "Bearer". */
  readonly form: "key" | "bearer";
  readonly userId: string;
  readonly scopes: readonly string[];
}

export interface TrackerUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Others mention this person by it; the name in lower case when left out. */
  readonly displayName?: string;
  /** A disabled account is in no list. */
  readonly active?: boolean;
}

export interface TrackerTeam {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** A label of a team, or of the whole workspace when `teamId` is left out. */
export interface TrackerLabel {
  readonly id: string;
  readonly name: string;
  readonly teamId?: string;
  /** A group holds labels and cannot be put on an issue. */
  readonly isGroup?: boolean;
  /** The group this label is in; an issue has at most one of a group. */
  readonly groupId?: string;
}

export interface TrackerProject {
  readonly id: string;
  /** Ends its link. */
  readonly slugId: string;
  readonly name: string;
}

/** An issue as it was created. */
export interface TrackerIssue {
  readonly id: string;
  /** Counts within the team: ENG-1, ENG-2. */
  readonly number: number;
  readonly teamId: string;
  readonly title: string;
  readonly description?: string;
  /** 0 none, 1 urgent, 2 high, 3 medium, 4 low. */
  readonly priority: number;
  readonly assigneeId?: string;
  readonly labelIds: readonly string[];
  readonly projectId?: string;
  readonly dueDate?: string;
  readonly creatorId: string;
}

/** Initial content of a workspace. */
export interface TrackerSeed {
  /** Token text → token. */
  readonly tokens: Readonly<Record<string, TrackerToken>>;
  readonly users: readonly TrackerUser[];
  readonly teams: readonly TrackerTeam[];
  readonly labels: readonly TrackerLabel[];
  readonly projects: readonly TrackerProject[];
}

/** The issue tracker's state. Ids and numbers come from counters. */
export class TrackerWorkspace {
  readonly urlKey = "sandbox";
  readonly name = "Sandbox";
  readonly tokens: Map<string, TrackerToken>;
  readonly users: readonly TrackerUser[];
  readonly teams: readonly TrackerTeam[];
  readonly labels: readonly TrackerLabel[];
  readonly projects: readonly TrackerProject[];
  /** Every issue created, oldest first: what tests count. */
  readonly issues: TrackerIssue[] = [];

  constructor(seed: TrackerSeed) {
    this.tokens = new Map(Object.entries(seed.tokens));
    this.users = seed.users;
    this.teams = seed.teams;
    this.labels = seed.labels;
    this.projects = seed.projects;
  }

  /** By UUID or by number such as ENG-1. */
  issue(id: string): TrackerIssue | undefined {
    return this.issues.find((issue) => issue.id === id || this.identifier(issue) === id);
  }

  identifier({ teamId, number }: TrackerIssue): string {
    return `${byId(this.teams, teamId)?.key}-${number}`;
  }

  /** Keeps a new issue; without an id it gets one. */
  create(issue: Omit<TrackerIssue, "id" | "number"> & { id?: string }): TrackerIssue {
    const number = this.issues.filter(({ teamId }) => teamId === issue.teamId).length + 1;
    const serial = String(this.issues.length + 1).padStart(12, "0");
    const created = { id: `00000000-0000-4000-8000-${serial}`, ...issue, number };
    this.issues.push(created);
    return created;
  }
}

/** The record with this id. */
export function byId<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string | undefined,
): Item | undefined {
  return items.find((item) => item.id === id);
}
