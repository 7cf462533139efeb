// @ts-check
/**
 * The thread that writes the store: a batch of transactions goes in, their outcomes come out once they are on
 * the disk. What arrives while it waits for the disk is the next batch. It says "ready" first.
 */
import { parentPort, workerData } from "node:worker_threads";
import Database from "libsql";
import { commitBatch, failureOf } from "./commit-batch.js";
import { openCommitMark } from "./commit-mark.js";

const { store, mark: markPath } = workerData;
const database = new Database(store);
// A commit returns when the disk has it.
database.exec("PRAGMA synchronous = FULL");
const mark = openCommitMark(markPath);
const count = database.prepare("SELECT count FROM commits").raw();

parentPort?.on("message", (batch) => {
  if (batch === "close") {
    // libsql leaves a connection open while its statements live, so SQLite does not empty the log by itself.
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    mark.close();
    parentPort?.close();
    return;
  }
  parentPort?.postMessage(outcomesOf(batch));
});
parentPort?.postMessage("ready");

function outcomesOf(batch) {
  try {
    const outcomes = commitBatch(database, batch);
    mark.write(count.get()[0]);
    return outcomes;
  } catch (error) {
    const failure = failureOf(error);
    return batch.map(() => ({ failure }));
  }
}
