// @ts-check
/** JavaScript, as the writer's thread uses it; commit-mark.d.ts has the types. */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { crc32 } from "node:zlib";

export function commitMarkPath(store) {
  return store.replace(/\.db$/, ".mark");
}

export function readCommitMark(path) {
  try {
    const [, count = "", check] = /^(\d{16}) ([0-9a-f]{8})\n$/.exec(readFileSync(path, "latin1")) ?? [];
    return check === checkOf(count) ? Number(count) : undefined;
  } catch {
    return undefined;
  }
}

export function openCommitMark(path, create) {
  const file = openSync(path, create ? "w+" : "r+", 0o600);
  const write = (count) => {
    const text = String(count).padStart(16, "0");
    writeSync(file, `${text} ${checkOf(text)}\n`, 0, "latin1");
  };
  if (create) {
    write(create.count);
    fsyncSync(file);
  }
  return { write, close: () => closeSync(file) };
}

function checkOf(text) {
  return crc32(text).toString(16).padStart(8, "0");
}
