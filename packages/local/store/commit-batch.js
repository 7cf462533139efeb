// @ts-check
/** JavaScript, so that the writer's thread starts without a loader; commit-batch.d.ts has the types. */

/** @typedef {import("libsql").Database} Database */

/** Prepared statements of each connection, by their SQL. @type {WeakMap<object, Map<string, any>>} */
const prepared = new WeakMap();

export function commitBatch(database, transactions) {
  const run = (sql, values = []) => statement(database, sql).run(...values);
  run("BEGIN IMMEDIATE");
  try {
    const outcomes = transactions.map((transaction) => commitOne(database, run, transaction));
    run("UPDATE commits SET count = count + 1");
    run("COMMIT");
    return outcomes;
  } catch (error) {
    if (database.inTransaction) run("ROLLBACK");
    throw error;
  }
}

export function failureOf(error) {
  if (!(error instanceof Error)) return { code: "UNKNOWN", message: String(error) };
  return { code: String(/** @type {any} */ (error).code ?? error.name), message: error.message };
}

function commitOne(database, run, { guards, statements }) {
  for (const { sql, values, isThere } of guards) {
    const found = statement(database, sql)
      .raw()
      .get(...values);
    if (isThere ? found?.[0] !== 1 : found !== undefined) return { committed: false };
  }
  run("SAVEPOINT one");
  try {
    for (const { sql, values } of statements) run(sql, values);
    run("RELEASE one");
    return { committed: true };
  } catch (error) {
    // SQLite has ended the transaction itself (disk full, I/O error): nothing of the batch can be saved.
    if (!database.inTransaction) throw error;
    run("ROLLBACK TO one");
    run("RELEASE one");
    const failure = failureOf(error);
    return failure.code.startsWith("SQLITE_CONSTRAINT") ? { committed: false } : { failure };
  }
}

function statement(database, sql) {
  const known = prepared.get(database) ?? new Map();
  prepared.set(database, known);
  const found = known.get(sql) ?? database.prepare(sql);
  known.set(sql, found);
  return found;
}
