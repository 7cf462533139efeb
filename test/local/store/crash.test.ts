import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { seededRandom } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { checkStore } from "@plumbline/local/store/backup-store.ts";
import { openStore } from "@plumbline/local/store/open-store.ts";
import { sqliteStores } from "@plumbline/local/store/sqlite-stores.ts";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, it } from "vitest";

/** `CRASHES=500 npx vitest run test/local/store/crash.test.ts` for more. */
const CRASHES = Number(process.env.CRASHES ?? 50);

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

let place: string;
let writer: string;

/** Bundled, as each process would else read and compile the sources anew. */
beforeAll(async () => {
  place = mkdtempSync(join(tmpdir(), "plumbline-crash-"));
  mkdirSync(join(place, "data"), { mode: 0o700 });
  symlinkSync(here("../../../node_modules"), join(place, "node_modules"));
  for (const name of ["commit-worker.js", "commit-batch.js", "commit-mark.js"])
    copyFileSync(here(`../../../packages/local/store/${name}`), join(place, name));
  writer = join(place, "writer.mjs");
  await build({
    entryPoints: [here("./crash-writer.ts")],
    outfile: writer,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["libsql"],
  });
  await import("node:fs/promises").then(({ writeFile }) =>
    writeFile(join(place, "package.json"), '{"type":"module"}'),
  );
});
afterAll(() => rmSync(place, { recursive: true }));

it(`loses and doubles nothing that was acknowledged, over ${CRASHES} kills at any moment`, async () => {
  const folder = join(place, "data");
  const random = seededRandom("crashes");
  const acknowledged: string[] = [];
  for (let round = 0; round < CRASHES; round++) {
    // From "before it is ready" to some hundred writes.
    const lines = Math.floor(random.fraction() ** 3 * 200);
    acknowledged.push(...(await writeAndKill(folder, round, lines)));
  }
  expect(acknowledged.length).toBeGreaterThan(CRASHES * 10);
  expect(acknowledged.filter((line) => !line.endsWith(" written"))).toEqual([]);

  const clock = new ManualClock("2026-02-01T00:00:00.000Z");
  const logger = createLogger(() => undefined, clock, "error");
  const { store, close } = await openStore(folder, logger);
  const { credentials, watches, idempotency } = sqliteStores(store, clock);
  const due: string[] = [];
  for await (const { watchId, sequence } of watches.dueDeliveries("2026-02-01T00:00:00.000Z", {
    most: 1e6,
    mostOfAWatch: 1e6,
  }))
    due.push(`${watchId} ${sequence}`);
  expect(new Set(due).size).toBe(due.length);
  const isDue = new Set(due);
  for (const line of acknowledged) {
    const [round, kind, number] = line.split(" ");
    const id = `${round}-${number}`;
    if (kind === "credential") expect(await credentials.get("t", id), line).toBeDefined();
    if (kind === "call") expect(await idempotency.find("t", id), line).toBeDefined();
    if (kind === "event") expect(isDue.has(`w-${round} ${Number(number) + 1}`), line).toBe(true);
  }
  await close();
  expect(checkStore(folder).problems).toEqual([]);
}, 600_000);

/**
 * Kills the writer, without a word, once it has said so many lines. Returns those after the first, with the
 * round.
 */
async function writeAndKill(folder: string, round: number, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, [writer, folder, String(round)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const said: string[] = [];
  if (lines === 0) child.kill("SIGKILL");
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (said.length === lines) child.kill("SIGKILL");
  }
  expect((await exited)[1]).toBe("SIGKILL");
  return said.slice(1).map((line) => `${round} ${line}`);
}
