import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a file of mode 0600, whole or not at all: written aside and to the disk before it gets its name.
 * Refuses with `EEXIST` to replace one that is there. Only the process that holds the folder's store may
 * write in it.
 */
export function writePrivateFile(path: string, content: string | Buffer): void {
  const aside = `${path}.new`;
  rmSync(aside, { force: true });
  try {
    withOpen(openSync(aside, "wx", 0o600), (file) => {
      writeFileSync(file, content);
      fsyncSync(file);
    });
    linkSync(aside, path);
    withOpen(openSync(dirname(path), "r"), fsyncSync);
  } finally {
    rmSync(aside, { force: true });
  }
}

function withOpen(file: number, work: (file: number) => void): void {
  try {
    work(file);
  } finally {
    closeSync(file);
  }
}
