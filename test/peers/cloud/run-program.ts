import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

export interface ProgramRun {
  code: number;
  out: string;
  /** The text that it wrote to standard error. */
  errors: string;
}

export interface ProgramOptions {
  cwd?: string;
  /** All that it gets of an environment, beside a path and a language. */
  environment?: Readonly<Record<string, string>>;
  limitMs?: number;
}

/**
 * Runs a program to its end, which comes with the end of the test run at the latest. Rejects when it is cut
 * off.
 */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd = process.cwd(), environment = {}, limitMs = 120_000 }: ProgramOptions = {},
): Promise<ProgramRun> {
  const env = { PATH: process.env.PATH, LANG: "C.UTF-8", ...environment };
  const options = { cwd, env, timeout: limitMs, maxBuffer: 2 ** 26 };
  return new Promise((resolve, reject) => {
    execFile("setpriv", ["--pdeathsig", "TERM", program, ...args], options, (error, out, errors) => {
      if (!error) return resolve({ code: 0, out, errors });
      if (!error.killed && typeof error.code === "number") return resolve({ code: error.code, out, errors });
      reject(new Error(`${program} did not end within ${limitMs} ms. It printed:\n${out}${errors}`));
    });
  });
}

/** Where a Python program of requirements.txt is. Throws what to do where it is not on the PATH. */
export function pythonProgram(name: string): string {
  const found = (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
  if (found !== undefined) return found;
  const requirements = "test/peers/cloud/requirements.txt";
  throw new Error(
    `${name} is not on the PATH: "pip install -r ${requirements}" in a Python environment of its own; .ci/run does that.`,
  );
}
