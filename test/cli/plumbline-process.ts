import { type ChildProcess, spawn } from "node:child_process";
import { compiledCommand } from "../support/compiled-command.ts";

const BIN = await compiledCommand();

/** The end of a process: its exit code, or the signal that ended it. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  out: string;
  err: string;
}

/** The command line as a process of its own, for what a run within the test cannot show. */
export interface PlumblineProcess {
  child: ChildProcess;
  /** Resolves once standard output holds this. */
  said(text: string): Promise<void>;
  ended: Promise<Ended>;
}

/**
 * Starts `plumbline` with these arguments. `shell`: the command of a shell in which `"$@"` is `plumbline` and
 * its arguments, to put something behind it.
 */
export function plumblineProcess(
  args: readonly string[],
  { environment = {}, shell = 'exec "$@"' }: { environment?: Record<string, string>; shell?: string } = {},
): PlumblineProcess {
  const child = spawn("sh", ["-c", shell, "sh", process.execPath, BIN, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
  });
  return {
    child,
    said: (text) =>
      new Promise((resolve) => {
        const look = () => out.includes(text) && resolve();
        child.stdout.on("data", look);
        look();
      }),
    ended: new Promise((resolve) =>
      child.once("close", (code, signal) => resolve({ code, signal, out, err })),
    ),
  };
}
