import { spawn } from "node:child_process";
import { fstatSync } from "node:fs";

const STANDARD_OUTPUT = 1;

/**
 * Calls `gone` once the reader of a piped standard output has left, such as `head`; returns what ends the look-out. Node sees it at its
 * next write alone, and has no poll(2) for it. GNU's `tail -f` has, and dies of SIGPIPE; where it is another `tail`, or none, `gone` is
 * not called.
 */
export function onReaderGone(gone: () => void): () => void {
  if (!fstatSync(STANDARD_OUTPUT).isFIFO()) return () => undefined;
  const lookOut = spawn("tail", ["-f", `--pid=${process.pid}`, "/dev/null"], {
    stdio: ["ignore", STANDARD_OUTPUT, "ignore"],
  });
  lookOut.on("error", () => undefined);
  lookOut.on("exit", (_code, signal) => {
    if (signal === "SIGPIPE") gone();
  });
  return () => void lookOut.kill();
}
