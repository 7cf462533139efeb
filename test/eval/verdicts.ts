import { readFileSync, writeFileSync } from "node:fs";
import type { Measurement } from "./figures.ts";

const FILE = new URL("./verdicts.json", import.meta.url);
/** Rows of each kind whose verdicts are kept. */
export const VERDICT_SAMPLE = 30;

/**
 * By figure, the ids of the rows that came out right and of those that came out wrong; in the file, with
 * spaces between them.
 */
export type Verdicts = Readonly<Record<string, { right: readonly string[]; wrong: readonly string[] }>>;

/** Figures of our own corpora, which tests of the guard and of places hold to every row. */
const OWN_CORPUS = ["guard.lies.", "guard.denials", "guard.honest.", "places."];

/**
 * Verdicts of all measurements that judge single rows. Left out are claims, which come and go with every
 * change, and our own corpus.
 */
export function verdictsOf(measurements: readonly Measurement[]): Verdicts {
  const judged = measurements.flatMap((measurement) => {
    const { name, kind } = measurement;
    if (kind !== "share" || name.startsWith("claims.") || name.endsWith(".precision")) return [];
    if (OWN_CORPUS.some((start) => name.startsWith(start))) return [];
    const ids = (right: boolean) =>
      measurement.rows
        .filter(({ hit }) => (hit === (measurement.better === "more")) === right)
        .map(({ id }) => id)
        .sort();
    return [[name, { right: ids(true), wrong: ids(false) }] as const];
  });
  return Object.fromEntries(judged);
}

export function readVerdicts(): Verdicts {
  const kept: Record<string, { right: string; wrong: string }> = JSON.parse(readFileSync(FILE, "utf8"));
  const ids = (list: string) => list.split(" ").filter((id) => id !== "");
  return Object.fromEntries(
    Object.entries(kept).map(([name, { right, wrong }]) => [name, { right: ids(right), wrong: ids(wrong) }]),
  );
}

export function writeVerdicts(verdicts: Verdicts): void {
  const kept = Object.entries(verdicts).map(([name, { right, wrong }]) => [
    name,
    { right: right.join(" "), wrong: wrong.join(" ") },
  ]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

/** Changes of one figure: ids of rows that went from right to wrong and from wrong to right. */
export interface VerdictChange {
  name: string;
  compared: number;
  worse: readonly string[];
  better: readonly string[];
}

/** Compares the verdicts of rows that are in both; the others say nothing. */
export function compareVerdicts(before: Verdicts, now: Verdicts): VerdictChange[] {
  return Object.entries(before).flatMap(([name, { right, wrong }]) => {
    const later = now[name];
    if (later === undefined) return [];
    const nowRight = new Set(later.right);
    const nowWrong = new Set(later.wrong);
    const worse = right.filter((id) => nowWrong.has(id));
    const better = wrong.filter((id) => nowRight.has(id));
    const compared = [...right, ...wrong].filter((id) => nowRight.has(id) || nowWrong.has(id)).length;
    return [{ name, compared, worse, better }];
  });
}

/** The changes in words, and whether more rows went wrong than right. */
export function judgeChanges(changes: readonly VerdictChange[]): { passed: boolean; lines: string[] } {
  const sum = (count: (change: VerdictChange) => number) =>
    changes.reduce((all, change) => all + count(change), 0);
  const worse = sum((change) => change.worse.length);
  const better = sum((change) => change.better.length);
  const lines = changes
    .filter((change) => change.worse.length + change.better.length > 0)
    .map((change) => {
      const ids = change.worse.length === 0 ? "" : ` (wrong now: ${change.worse.join(" ")})`;
      return `${change.name}: ${change.worse.length} worse, ${change.better.length} better${ids}`;
    });
  lines.push(`${sum(({ compared }) => compared)} verdicts: ${worse} worse, ${better} better`);
  return { passed: worse <= better, lines };
}
