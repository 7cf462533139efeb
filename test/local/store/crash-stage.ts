import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { IDEMPOTENT_CALLS } from "@plumbline/core/dispatch/idempotency/idempotency-record.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { checkStore } from "@plumbline/local/store/backup-store.ts";
import { build } from "esbuild";
import { openStore } from "../../../packages/local/store/open-store.ts";
import { sqliteStores } from "../../../packages/local/store/sqlite-stores.ts";
import { sampleEvent } from "../../aws/dynamodb/watch-samples.ts";
import { checkedStores } from "../../support/entity-stores.ts";
import { sampleClaim } from "./crash-records.ts";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const LATER = "2026-02-01T00:00:00.000Z";

export const HAS_STRACE = spawnSync("strace", ["-V"]).status === 0;

/** The end of a writer, and its lines before: "ready", then one for each write that was acknowledged. */
export interface WriterEnd {
  signal: NodeJS.Signals | null;
  said: string[];
}

/** A folder with the writer, bundled, as each process would else read and compile the sources anew. */
export interface CrashStage {
  place: string;
  /** Makes an empty data folder. */
  folder(name: string): string;
  /** Runs the writer behind `command`, such as strace; `watch` may kill it at any line. */
  write(
    args: readonly string[],
    options?: { command?: readonly string[]; watch?: (said: readonly string[], child: ChildProcess) => void },
  ): Promise<WriterEnd>;
  close(): void;
}

export async function openCrashStage(): Promise<CrashStage> {
  const place = mkdtempSync(join(tmpdir(), "plumbline-crash-"));
  symlinkSync(here("../../../node_modules"), join(place, "node_modules"));
  for (const name of ["commit-worker.js", "commit-batch.js", "commit-mark.js"])
    copyFileSync(here(`../../../packages/local/store/${name}`), join(place, name));
  const writer = join(place, "writer.mjs");
  await build({
    entryPoints: [here("./crash-writer.ts")],
    outfile: writer,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["libsql"],
  });
  writeFileSync(join(place, "package.json"), '{"type":"module"}');
  return {
    place,
    folder(name) {
      const folder = join(place, name);
      mkdirSync(folder, { mode: 0o700 });
      return folder;
    },
    async write(args, { command = [], watch } = {}) {
      const [program = process.execPath, ...rest] = [...command, process.execPath, writer, ...args];
      const child = spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"] });
      const exited = once(child, "exit");
      const said: string[] = [];
      watch?.(said, child);
      for await (const line of createInterface({ input: child.stdout })) {
        said.push(line);
        watch?.(said, child);
      }
      const [, signal] = await exited;
      return { signal, said };
    },
    close: () => rmSync(place, { recursive: true }),
  };
}

/**
 * Starts the store that a crash left, and says what is wrong with it: an acknowledged write that is lost, an
 * event that would never be delivered or is listed twice, a keyed call that could be made again, or a store
 * that does not start. `acknowledged`: lines of the writer, each behind its round.
 */
export async function findLosses(folder: string, acknowledged: readonly string[]): Promise<string[]> {
  const clock = new ManualClock(LATER);
  const losses: string[] = [];
  const logger = createLogger((line) => losses.push(line), clock, "error");
  try {
    const { store, close } = await openStore(folder, logger);
    const { credentials, watches, opened } = checkedStores(sqliteStores(store), clock);
    const due: string[] = [];
    for await (const { watchId, sequence } of watches.dueDeliveries(LATER, { total: 1e6, perWatch: 1e6 }))
      due.push(`${watchId} ${sequence}`);
    const isDue = new Set(due);
    if (isDue.size !== due.length) losses.push("an event is due twice");
    for (const line of acknowledged) {
      const [round, kind, number, outcome] = line.split(" ");
      const id = `${round}-${number}`;
      if (outcome !== "written") losses.push(`${line}: refused`);
      if (kind === "credential" && !(await credentials.get("t", id))) losses.push(`${line}: lost`);
      if (kind === "call" && (await opened.records.insert(IDEMPOTENT_CALLS, sampleClaim(id))) === "written")
        losses.push(`${line}: could be made again`);
      if (kind !== "event") continue;
      const sequence = Number(number) + 1;
      if (!isDue.has(`w-${round} ${sequence}`)) losses.push(`${line}: would never be delivered`);
    }
    const rounds = new Set(acknowledged.map((line) => line.split(" ")[0]));
    for (const round of rounds) {
      const watch = { tenantId: sampleEvent(1).tenant_id, watchId: `w-${round}` };
      const { items } = await watches.listEvents(watch, { limit: 100_000, before: Number.MAX_SAFE_INTEGER });
      if (new Set(items.map(({ id }) => id)).size !== items.length)
        losses.push(`${round}: an event is listed twice`);
    }
    await close();
    losses.push(...checkStore(folder).problems);
  } catch (error) {
    losses.push(`does not start: ${error}`);
  }
  return losses;
}
