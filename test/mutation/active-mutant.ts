import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Holds the number of the active mutant, or `RECORD` during a dry run. */
const ACTIVE = "active-mutant.txt";
const RECORD = "record";
/** Holds a line for each mutant that the dry run reached. */
const REACHED = "reached-mutants.txt";

const folder = fileURLToPath(new URL(".", import.meta.url));
const active = existsSync(join(folder, ACTIVE)) ? readFileSync(join(folder, ACTIVE), "utf8") : "";
const activeId = active === "" || active === RECORD ? undefined : Number(active);
const reached = new Set<number>();

/**
 * Tells switched code whether one of its mutants is active. The answer is read from a file, so that
 * processes started by a test get it too, and read once, so that it cannot change while tests run.
 */
export function isActive(id: number): boolean {
  if (active === RECORD && !reached.has(id)) {
    reached.add(id);
    appendFileSync(join(folder, REACHED), `${id}\n`);
  }
  return id === activeId;
}

/** Chooses the mutant that processes started from now on in the copy at `root` run with. */
export function activate(root: string, id: number | undefined): void {
  writeFileSync(join(root, "test/mutation", ACTIVE), id === undefined ? "" : String(id));
}

/** Makes processes started from now on in the copy at `root` record which mutants they reach. */
export function startRecording(root: string): void {
  writeFileSync(join(root, "test/mutation", ACTIVE), RECORD);
  rmSync(join(root, "test/mutation", REACHED), { force: true });
}

/** Returns the mutants that were reached since recording started. */
export function reachedMutants(root: string): Set<number> {
  const file = join(root, "test/mutation", REACHED);
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return new Set(lines.map(Number));
}
