import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { findLosses, HAS_STRACE, openCrashStage } from "./crash-stage.ts";

/** `CRASHES=500 npm run test:endurance -- test/local/store/crash` for more. */
const CRASHES = Number(process.env.CRASHES ?? 50);
/** Writes of each kind: with fewer crashes some of their points are left out. */
const WRITES = CRASHES > 100 ? 24 : 6;
const CALLS = ["pwrite64", "fsync", "fdatasync"] as const;

const stage = startedForFile(openCrashStage);

const title = HAS_STRACE
  ? "killed at a write or a sync"
  : "killed at a write or a sync (skipped: no strace here)";

describe.runIf(HAS_STRACE)(title, () => {
  it.each(["a new store", "a store that holds something"])(
    "%s starts, and has all that was acknowledged",
    async (which) => {
      const before = await earlierWrites(which === "a new store" ? 0 : 3);
      const points = await pointsOf(before.folder);
      const step = Math.max(1, Math.ceil((points.length * 2) / CRASHES));
      let kills = 0;
      for (let at = 0; at < points.length; at += step) {
        const [call, number] = points[at] ?? ["fsync", 1];
        const folder = copyOf(before.folder, `${call}-${number}`);
        const inject = ["-e", `trace=${call}`, "-e", `inject=${call}:signal=KILL:when=${number}`];
        const { signal, said } = await stage.write([folder, "1", String(WRITES)], {
          command: ["strace", "-f", "-qq", "-o", "/dev/null", ...inject],
        });
        if (signal === "SIGKILL") kills += 1;
        const acknowledged = said.slice(1).map((line) => `1 ${line}`);
        expect(
          await findLosses(folder, [...before.acknowledged, ...acknowledged]),
          `${call} ${number}`,
        ).toEqual([]);
        rmSync(folder, { recursive: true });
      }
      expect(kills).toBeGreaterThan((points.length / step) * 0.8);
    },
    1_800_000,
  );
});

/** A store with so many writes of each kind that were acknowledged before; an empty folder for none. */
async function earlierWrites(writes: number): Promise<{ folder: string; acknowledged: string[] }> {
  const folder = stage.folder(`before-${writes}`);
  if (writes === 0) return { folder, acknowledged: [] };
  const { said } = await stage.write([folder, "0", String(writes)]);
  return { folder, acknowledged: said.slice(1).map((line) => `0 ${line}`) };
}

/** The calls that one run makes on the store, in turn: strace counts each call of each thread by itself. */
async function pointsOf(before: string): Promise<[string, number][]> {
  const folder = copyOf(before, "counted");
  const log = join(stage.place, "calls.log");
  await stage.write([folder, "1", String(WRITES)], {
    command: ["strace", "-f", "-qq", "-o", log, "-e", `trace=${CALLS.join(",")}`],
  });
  rmSync(folder, { recursive: true });
  const counts = new Map<string, number>();
  for (const line of readFileSync(log, "latin1").split("\n")) {
    const [, thread, call] = /^(\d+)\s+(\w+)\(/.exec(line) ?? [];
    if (call !== undefined) counts.set(`${call} ${thread}`, (counts.get(`${call} ${thread}`) ?? 0) + 1);
  }
  return CALLS.flatMap((call) => {
    const most = Math.max(
      0,
      ...[...counts].filter(([name]) => name.startsWith(`${call} `)).map(([, count]) => count),
    );
    return Array.from({ length: most }, (_, index): [string, number] => [call, index + 1]);
  });
}

function copyOf(folder: string, name: string): string {
  const copy = join(stage.place, name);
  cpSync(folder, copy, { recursive: true });
  return copy;
}
