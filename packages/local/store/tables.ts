/** SQLite's types as a STRICT table takes them. */
export type ColumnType = "TEXT" | "INTEGER";
export type Columns = Readonly<Record<string, ColumnType>>;

/**
 * A table of records. `key` finds a record; `found` holds what else it is found by, and is a function of the
 * record. The record itself is the JSON text `body`; `digest` is the checksum over all of it (rows.ts).
 */
export interface Table {
  readonly name: string;
  readonly key: Columns;
  /** May be null, which leaves the record out of an index. */
  readonly found: Columns;
  /** Columns of a unique index: only one record has these values, if none of them is null. */
  readonly unique?: readonly string[];
}

/** Marks the file as ours in its header (https://sqlite.org/pragma.html#pragma_application_id): "Plmb". */
export const APPLICATION_ID = 0x506c6d62;

const text = "TEXT";
const integer = "INTEGER";

/** Times in `found` are milliseconds since the epoch, or ISO 8601 in UTC where the record has them so. */
export const TABLES = {
  /** Facts about the store itself. */
  facts: { name: "facts", key: { name: text }, found: {} },
  tenants: { name: "tenants", key: { tenant_id: text }, found: { deleted: integer } },
  /** `owner` is the tenant's id, or empty for operators. */
  apiKeys: { name: "api_keys", key: { hash: text }, found: { owner: text, key_id: text } },
  /** `label` is null once the record is revoked and its label is free. */
  credentials: {
    name: "credentials",
    key: { tenant_id: text, id: text },
    found: { kind: text, label: text },
    unique: ["tenant_id", "label", "kind"],
  },
  dataKeys: { name: "data_keys", key: { tenant_id: text, version: integer }, found: {} },
  idempotentCalls: {
    name: "idempotent_calls",
    key: { tenant_id: text, id: text },
    found: { expires_at: integer },
  },
  /** `slot` and `position` are null while the watch is paused. */
  watches: { name: "watches", key: { tenant_id: text, id: text }, found: { slot: text, position: text } },
  watchStates: { name: "watch_states", key: { tenant_id: text, watch_id: text }, found: {} },
  /** `due_at` is null unless the event's delivery waits. */
  watchEvents: {
    name: "watch_events",
    key: { tenant_id: text, watch_id: text, sequence: integer },
    found: { due_at: text, expires_at: integer },
  },
  subscriptions: { name: "subscriptions", key: { tenant_id: text, subscription: text }, found: {} },
  heartbeats: { name: "heartbeats", key: { slot: text, start: text }, found: { expires_at: integer } },
  ticks: { name: "ticks", key: { wheel: text }, found: {} },
  pendingConnects: {
    name: "pending_connects",
    key: { tenant_id: text, id: text },
    found: { expires_at: integer },
  },
  approvals: { name: "approvals", key: { tenant_id: text, id: text }, found: { expires_at: integer } },
  approvalTexts: {
    name: "approval_texts",
    key: { tenant_id: text, approval_id: text, name: text },
    found: { expires_at: integer },
  },
  /** `tenant_id` is empty in the operators' own log. */
  auditEntries: { name: "audit_entries", key: { tenant_id: text, sequence: integer }, found: {} },
  /** `tenant_id` is `stage` for tenants and API keys themselves. */
  recordStates: {
    name: "record_states",
    key: { tenant_id: text, record: text },
    found: { revoked: integer },
  },
  /** States of records that expire, such as approvals. */
  expiringStates: {
    name: "expiring_states",
    key: { tenant_id: text, record: text },
    found: { expires_at: integer },
  },
  runTraces: { name: "run_traces", key: { tenant_id: text, id: text }, found: { expires_at: integer } },
  sessions: { name: "sessions", key: { tenant_id: text, hash: text }, found: { expires_at: integer } },
  /** `tenant_id` is `stage`. */
  endedVisits: {
    name: "ended_visits",
    key: { tenant_id: text, hash: text },
    found: { expires_at: integer },
  },
  callBlocks: { name: "call_blocks", key: { tenant_id: text, id: text }, found: { expires_at: integer } },
  callSums: { name: "call_sums", key: { tenant_id: text, hour: text }, found: { expires_at: integer } },
} as const satisfies Record<string, Table>;

/** The table of a kind of record. */
export function tableNamed(name: string): Table {
  const table = BY_NAME.get(name);
  if (!table) throw new Error(`No table keeps ${name}.`);
  return table;
}

const BY_NAME: ReadonlyMap<string, Table> = new Map(
  Object.values(TABLES).map((table) => [table.name, table]),
);

/** Those whose records expire. */
export const EXPIRING = [
  TABLES.idempotentCalls,
  TABLES.watchEvents,
  TABLES.heartbeats,
  TABLES.pendingConnects,
  TABLES.runTraces,
  TABLES.approvals,
  TABLES.approvalTexts,
  TABLES.sessions,
  TABLES.endedVisits,
  TABLES.expiringStates,
  TABLES.callBlocks,
  TABLES.callSums,
] as const;

/** Those of a tenant: all that its deletion erases. Its API keys are found by `owner`. */
export const TENANT_TABLES = Object.values(TABLES).filter(
  (table) => "tenant_id" in table.key && table !== TABLES.tenants,
);

/** Number of committed batches. Compared with commit-mark.js, it shows whether some were lost. */
const COMMITS = "CREATE TABLE commits (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL) STRICT";

/** Tables that came after the first version, and the version that added each. */
const ADDED_LATER: ReadonlyMap<Table, number> = new Map<Table, number>([
  [TABLES.pendingConnects, 2],
  [TABLES.auditEntries, 3],
  [TABLES.recordStates, 3],
  [TABLES.runTraces, 4],
  [TABLES.approvals, 5],
  [TABLES.approvalTexts, 5],
  [TABLES.sessions, 6],
  [TABLES.callBlocks, 7],
  [TABLES.callSums, 7],
  [TABLES.expiringStates, 9],
  [TABLES.endedVisits, 9],
]);

/** The tables that a store of this version has. */
export function tablesOf(version: number): readonly Table[] {
  return Object.values(TABLES).filter((table) => (ADDED_LATER.get(table) ?? 1) <= version);
}

/**
 * Lists what each version of the store added, oldest first. A released entry never changes: a store of an
 * earlier version gets what it lacks when it is opened, so a new table is a new entry here.
 */
const ADDED_BY_VERSION: readonly (readonly string[])[] = [
  [
    ...tablesOf(1).map(createTable),
    COMMITS,
    "CREATE UNIQUE INDEX api_keys_of_owner ON api_keys (owner, key_id)",
    "CREATE UNIQUE INDEX credentials_by_label ON credentials (tenant_id, label, kind) WHERE label IS NOT NULL",
    "CREATE INDEX watches_by_slot ON watches (slot, position) WHERE slot IS NOT NULL",
    "CREATE INDEX watch_events_due ON watch_events (due_at) WHERE due_at IS NOT NULL",
    ...[TABLES.idempotentCalls, TABLES.watchEvents, TABLES.heartbeats].map(indexByExpiry),
  ],
  [createTable(TABLES.pendingConnects), indexByExpiry(TABLES.pendingConnects)],
  [createTable(TABLES.auditEntries), createTable(TABLES.recordStates)],
  [createTable(TABLES.runTraces), indexByExpiry(TABLES.runTraces)],
  [TABLES.approvals, TABLES.approvalTexts].flatMap((table) => [createTable(table), indexByExpiry(table)]),
  [createTable(TABLES.sessions), indexByExpiry(TABLES.sessions)],
  [TABLES.callBlocks, TABLES.callSums].flatMap((table) => [createTable(table), indexByExpiry(table)]),
  ["CREATE INDEX credentials_by_kind ON credentials (tenant_id, kind, id) WHERE label IS NOT NULL"],
  [TABLES.expiringStates, TABLES.endedVisits].flatMap((table) => [createTable(table), indexByExpiry(table)]),
];

/** A store of a later version is refused (store-inspection.ts). */
export const SCHEMA_VERSION = ADDED_BY_VERSION.length;

/** Everything that `sqlite_schema` of a store of this version holds, in the order it is made. */
export function schemaOf(version: number): readonly string[] {
  return ADDED_BY_VERSION.slice(0, version).flat();
}

/** Lists the statements that turn a store of an earlier version into one of the present version. */
export function schemaSince(version: number): readonly string[] {
  return ADDED_BY_VERSION.slice(version).flat();
}

/** The columns of a table in the order its rows are read. */
export function columnsOf({ key, found }: Table): string[] {
  return [...Object.keys(key), ...Object.keys(found), "body", "digest"];
}

/** Without a rowid the records stand in the order of their keys, in one tree. */
function createTable({ name, key, found }: Table): string {
  const columns = [
    ...Object.entries(key).map(([column, type]) => `${column} ${type} NOT NULL`),
    ...Object.entries(found).map(([column, type]) => `${column} ${type}`),
    "body TEXT NOT NULL",
    "digest TEXT NOT NULL",
    `PRIMARY KEY (${Object.keys(key).join(", ")})`,
  ];
  return `CREATE TABLE ${name} (${columns.join(", ")}) STRICT, WITHOUT ROWID`;
}

function indexByExpiry({ name }: Table): string {
  return `CREATE INDEX ${name}_expiring ON ${name} (expires_at)`;
}
