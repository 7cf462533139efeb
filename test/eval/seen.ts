import { readFileSync, writeFileSync } from "node:fs";
import { type DataFolder, type FileName, FORMS } from "./rows.ts";

const LIST = new URL("./seen-rows.txt", import.meta.url);
const LEAST_LISTED = 16;
const LISTED_SHARE = 1 / 32;

/**
 * Returns whether a file holds rows that the shipped weights were learned from. The checked-in list has the
 * ids of a few rows of each file, those with the lowest hashes. So a part of the file, or its rows in another
 * order, is still recognised.
 */
export function isSeen(data: DataFolder, file: FileName): boolean {
  const listed = new Set(readFileSync(LIST, "utf8").split("\n"));
  return data.rows(file).some(({ id }) => listed.has(id));
}

/** The ids that make a folder recognisable. */
export function listSeenRows(data: DataFolder): string[] {
  return (Object.keys(FORMS) as FileName[]).flatMap((file) => {
    const ids = data.rows(file).map(({ id }) => id);
    return ids.toSorted().slice(0, Math.max(LEAST_LISTED, Math.ceil(ids.length * LISTED_SHARE)));
  });
}

/** Lists a folder as seen, after weights were learned from it. */
export function writeSeenRows(data: DataFolder): void {
  writeFileSync(LIST, `${listSeenRows(data).join("\n")}\n`);
}
