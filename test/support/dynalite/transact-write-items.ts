import { createRequire } from "node:module";
import type { DynaliteStore, DynaliteTable } from "dynalite/db";

const load = createRequire(import.meta.url);
const db = load("dynalite/db") as typeof import("dynalite/db");
const { checkTypes, checkValidations } = load(
  "dynalite/validations",
) as typeof import("dynalite/validations");

type Attributes = Record<string, unknown>;
type Action = { TableName: string; Item?: Attributes; Key?: Attributes };

/** One action of a transaction, validated like the dynalite operation of the same form. */
interface Step {
  action: Action;
  table: DynaliteTable;
  key: string;
  /** False for a condition check. */
  writes: boolean;
}

/** Tokens of completed transactions. Repeating a token has no effect. */
const carriedOut = new WeakMap<DynaliteStore, Set<string>>();

/**
 * Carries out TransactWriteItems, which dynalite 4.0.0 does not support. Checks every condition while the
 * items are locked, then writes all or none. Rejects with an error that has `statusCode` and `body`.
 */
export async function transactWriteItems(store: DynaliteStore, input: unknown): Promise<unknown> {
  const { TransactItems, ClientRequestToken: token } = input as {
    TransactItems: Record<string, Action>[];
    ClientRequestToken: string;
  };
  const steps = await Promise.all(TransactItems.map((item) => stepOf(store, item)));
  const tables = [...new Set(steps.map(({ action }) => action.TableName))].sort();
  const unlocks: (() => void)[] = [];
  for (const name of tables) {
    const keys = new Set(steps.filter(({ action }) => action.TableName === name).map(({ key }) => key));
    unlocks.push(await lock(store, name, [...keys]));
  }
  try {
    const done = carriedOut.get(store) ?? new Set();
    if (done.has(token)) return {};
    await writeAll(store, steps);
    carriedOut.set(store, done.add(token));
    return {};
  } finally {
    for (const unlock of unlocks) unlock();
  }
}

async function stepOf(store: DynaliteStore, item: Record<string, Action>): Promise<Step> {
  const [[name, input] = ["", undefined]] = Object.entries(item);
  const form = name === "Put" ? "putItem" : "deleteItem";
  const { types, custom } = load(`dynalite/validations/${form}`) as { types: unknown; custom: unknown };
  const action = checkTypes(input, types) as Action;
  checkValidations(action, types, custom, store);
  const table = await called<DynaliteTable>((done) => store.getTable(action.TableName, done));
  const invalid = action.Item ? db.validateItem(action.Item, table) : db.validateKey(action.Key ?? {}, table);
  if (invalid) throw invalid;
  const key = db.createKey(action.Item ?? action.Key ?? {}, table);
  return { action, table, key, writes: name !== "ConditionCheck" };
}

/** Locks keys of a table. Callers lock tables in a fixed order to avoid deadlocks. */
function lock(store: DynaliteStore, table: string, keys: readonly string[]): Promise<() => void> {
  return new Promise((resolve) => {
    store.getItemDb(table).lock(keys, (release) => resolve(release(() => undefined)));
  });
}

async function writeAll(store: DynaliteStore, steps: readonly Step[]): Promise<void> {
  const stored = await Promise.all(steps.map((step) => read(store, step)));
  const failures = steps.map(({ action }, index) => db.checkConditional(action, stored[index]));
  if (failures.some(Boolean)) throw cancelled(failures.map((failure) => Boolean(failure)));
  for (const [index, { action, table, key, writes }] of steps.entries()) {
    if (!writes) continue;
    const { Item: item } = action;
    await called((done) => db.updateIndexes(store, table, stored[index], item ?? null, done));
    const items = store.getItemDb(action.TableName);
    await called((done) => (item ? items.put(key, item, done) : items.del(key, done)));
  }
}

async function read(store: DynaliteStore, { action, key }: Step): Promise<Attributes | undefined> {
  try {
    return await called<Attributes>((done) => store.getItemDb(action.TableName).get(key, done));
  } catch (error) {
    if (error instanceof Error && error.name === "NotFoundError") return undefined;
    throw error;
  }
}

function cancelled(failed: readonly boolean[]): Error {
  const reasons = failed.map((isFailed) => ({ Code: isFailed ? "ConditionalCheckFailed" : "None" }));
  return Object.assign(new Error("The transaction was cancelled."), {
    statusCode: 400,
    body: {
      __type: "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
      message: `Transaction cancelled: [${reasons.map(({ Code }) => Code).join(", ")}]`,
      CancellationReasons: reasons,
    },
  });
}

function called<T = unknown>(call: (done: (error: Error | null, value?: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    call((error, value) => (error ? reject(error) : resolve(value as T)));
  });
}
