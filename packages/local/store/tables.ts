/** SQLite's column types in a STRICT table. */
export type ColumnType = "TEXT" | "INTEGER";
export type Columns = Readonly<Record<string, ColumnType>>;

/**
 * A table of records. `key` identifies a record. `found` has further values to search by, derived from the
 * record. `body` is the record itself as JSON, and `digest` is a checksum of everything (rows.ts).
 */
export interface Table {
  readonly name: string;
  readonly key: Columns;
  /** A null value excludes the record from an index. */
  readonly found: Columns;
  /** Columns of a unique index. Only one record may have these values, unless one of them is null. */
  readonly unique?: readonly string[];
  /** Store version that added the table. Defaults to that of the previous release. */
  readonly since?: number;
}

/**
 * Marks the file as Plumbline's in its header (https://sqlite.org/pragma.html#pragma_application_id): "Plmb".
 */
export const APPLICATION_ID = 0x506c6d62;

/**
 * Versions of the previous release and of this one. Stores of other versions are refused
 * (store-inspection.ts). A new table or index requires a new version.
 */
export const LAST_VERSION = 8;
export const SCHEMA_VERSION = 9;

const text = "TEXT";
const integer = "INTEGER";
/** Milliseconds since the epoch, or null if a record never expires. */
const expiring = { expires_at: integer } as const;

/** Released entries never change. Older stores get the missing tables when they are opened. */
export const TABLES = {
  /** Facts about the store itself. */
  facts: { name: "facts", key: { name: text }, found: {} },
  tenants: { name: "tenants", key: { tenant_id: text }, found: { deleted: integer } },
  /** `owner` is the tenant's ID, or empty for operators. */
  apiKeys: { name: "api_keys", key: { hash: text }, found: { owner: text, key_id: text } },
  /** `label` is null once the record is revoked, which frees its label. */
  credentials: {
    name: "credentials",
    key: { tenant_id: text, id: text },
    found: { kind: text, label: text },
    unique: ["tenant_id", "label", "kind"],
  },
  dataKeys: { name: "data_keys", key: { tenant_id: text, version: integer }, found: {} },
  idempotentCalls: { name: "idempotent_calls", key: { tenant_id: text, id: text }, found: expiring },
  /** `slot` and `position` are null while the watch is paused. */
  watches: { name: "watches", key: { tenant_id: text, id: text }, found: { slot: text, position: text } },
  watchStates: { name: "watch_states", key: { tenant_id: text, watch_id: text }, found: {} },
  /** `due_at` is ISO 8601 in UTC, or null unless the event waits for delivery. */
  watchEvents: {
    name: "watch_events",
    key: { tenant_id: text, watch_id: text, sequence: integer },
    found: { due_at: text, ...expiring },
  },
  subscriptions: { name: "subscriptions", key: { tenant_id: text, subscription: text }, found: {} },
  heartbeats: { name: "heartbeats", key: { slot: text, start: text }, found: expiring },
  ticks: { name: "ticks", key: { wheel: text }, found: {} },
  pendingConnects: { name: "pending_connects", key: { tenant_id: text, id: text }, found: expiring },
  approvals: { name: "approvals", key: { tenant_id: text, id: text }, found: expiring },
  approvalTexts: {
    name: "approval_texts",
    key: { tenant_id: text, approval_id: text, name: text },
    found: expiring,
  },
  /** `tenant_id` is empty for the operators' log. */
  auditEntries: { name: "audit_entries", key: { tenant_id: text, sequence: integer }, found: {} },
  /** `tenant_id` is `stage` for tenants and API keys. */
  recordStates: {
    name: "record_states",
    key: { tenant_id: text, record: text },
    found: { revoked: integer },
  },
  /** States of records that expire, such as approvals. */
  expiringStates: {
    name: "expiring_states",
    key: { tenant_id: text, record: text },
    found: expiring,
    since: 9,
  },
  conversationEntries: {
    name: "conversation_entries",
    key: { tenant_id: text, id: text },
    found: expiring,
    since: 9,
  },
  chats: { name: "chats", key: { tenant_id: text, id: text }, found: expiring, since: 9 },
  /** From an earlier version; replaced by conversations. */
  runTraces: { name: "run_traces", key: { tenant_id: text, id: text }, found: expiring },
  sessions: { name: "sessions", key: { tenant_id: text, hash: text }, found: expiring },
  /** `tenant_id` is `stage`. */
  endedVisits: { name: "ended_visits", key: { tenant_id: text, hash: text }, found: expiring, since: 9 },
  callBlocks: { name: "call_blocks", key: { tenant_id: text, id: text }, found: expiring },
  callSums: { name: "call_sums", key: { tenant_id: text, hour: text }, found: expiring },
} as const satisfies Record<string, Table>;

const ALL: readonly Table[] = Object.values(TABLES);

const BY_NAME: ReadonlyMap<string, Table> = new Map(ALL.map((table) => [table.name, table]));

/** Returns the table of a kind of record. */
export function findTable(name: string): Table {
  const table = BY_NAME.get(name);
  if (!table) throw new Error(`No table keeps ${name}.`);
  return table;
}

/** Tables whose records expire. */
export const EXPIRING = ALL.filter(({ found }) => "expires_at" in found);

/** Tables with a tenant's data, all of which its deletion clears. Its API keys are found by `owner`. */
export const TENANT_TABLES = ALL.filter((table) => "tenant_id" in table.key && table !== TABLES.tenants);

export function listTables(version: number): readonly Table[] {
  return ALL.filter(({ since = LAST_VERSION }) => since <= version);
}

/** Statements of the first version, except those for its tables and their indexes by expiry. */
const INDEXES = [
  // Number of committed batches. Comparing it with commit-mark.js reveals lost ones.
  "CREATE TABLE commits (id INTEGER PRIMARY KEY CHECK (id = 1), count INTEGER NOT NULL) STRICT",
  "CREATE UNIQUE INDEX api_keys_of_owner ON api_keys (owner, key_id)",
  "CREATE UNIQUE INDEX credentials_by_label ON credentials (tenant_id, label, kind) WHERE label IS NOT NULL",
  "CREATE INDEX credentials_by_kind ON credentials (tenant_id, kind, id) WHERE label IS NOT NULL",
  "CREATE INDEX watches_by_slot ON watches (slot, position) WHERE slot IS NOT NULL",
  "CREATE INDEX watch_events_due ON watch_events (due_at) WHERE due_at IS NOT NULL",
];

/**
 * Returns the statements that upgrade a store from version `from` to version `to`. From version 0, they equal
 * the store's whole `sqlite_schema`.
 */
export function listSchemaChanges(from: number, to = SCHEMA_VERSION): readonly string[] {
  const added = ALL.filter(({ since = LAST_VERSION }) => since > from && since <= to);
  const expiries = added.filter((table) => EXPIRING.includes(table));
  return [...added.map(createTable), ...expiries.map(indexByExpiry), ...(from === 0 ? INDEXES : [])];
}

/** Returns the columns of a table in the order in which rows are read. */
export function listColumns({ key, found }: Table): string[] {
  return [...Object.keys(key), ...Object.keys(found), "body", "digest"];
}

/** Creates a table without a rowid, so that records are stored in key order in a single tree. */
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
