/** A token of the workspace and its user. */
export interface TrackerToken {
  /** `key`: a personal API key, sent alone in the header. `bearer`: an OAuth token, sent after "Bearer". */
  readonly form: "key" | "bearer";
  readonly userId: string;
  readonly scopes: readonly string[];
}

export interface TrackerUser {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Name for mentions. Defaults to the name in lower case. */
  readonly displayName?: string;
  /** False for a disabled account, which no list includes. */
  readonly active?: boolean;
}

export interface TrackerTeam {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** A label of a team, or of the whole workspace if `teamId` is omitted. */
export interface TrackerLabel {
  readonly id: string;
  readonly name: string;
  readonly teamId?: string;
  /** True for a group, which contains labels and cannot itself be put on an issue. */
  readonly isGroup?: boolean;
  /** The group that contains this label. An issue has at most one label of a group. */
  readonly groupId?: string;
}

export interface TrackerProject {
  readonly id: string;
  /** The last part of the project's URL. */
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

/** The issue tracker's state. IDs and numbers come from counters. */
export class TrackerWorkspace {
  readonly urlKey = "sandbox";
  readonly name = "Sandbox";
  readonly tokens: Map<string, TrackerToken>;
  readonly users: readonly TrackerUser[];
  readonly teams: readonly TrackerTeam[];
  readonly labels: readonly TrackerLabel[];
  readonly projects: readonly TrackerProject[];
  /** Every issue created, oldest first, for tests to count. */
  readonly issues: TrackerIssue[] = [];

  constructor(seed: TrackerSeed) {
    this.tokens = new Map(Object.entries(seed.tokens));
    this.users = seed.users;
    this.teams = seed.teams;
    this.labels = seed.labels;
    this.projects = seed.projects;
  }

  /** Returns an issue by UUID or by identifier such as ENG-1. */
  issue(id: string): TrackerIssue | undefined {
    return this.issues.find((issue) => issue.id === id || this.identifier(issue) === id);
  }

  identifier({ teamId, number }: TrackerIssue): string {
    return `${byId(this.teams, teamId)?.key}-${number}`;
  }

  /** Stores a new issue and assigns an ID if none was given. */
  create(issue: Omit<TrackerIssue, "id" | "number"> & { id?: string }): TrackerIssue {
    const number = this.issues.filter(({ teamId }) => teamId === issue.teamId).length + 1;
    const serial = String(this.issues.length + 1).padStart(12, "0");
    const created = { id: `00000000-0000-4000-8000-${serial}`, ...issue, number };
    this.issues.push(created);
    return created;
  }
}

/** Returns the record with this ID. */
export function byId<Item extends { readonly id: string }>(
  items: readonly Item[],
  id: string | undefined,
): Item | undefined {
  return items.find((item) => item.id === id);
}
