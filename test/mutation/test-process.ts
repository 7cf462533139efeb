import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

export type TestVerdict = "passed" | "failed" | "timed out";

/** Asks for a run of test files up to the first failure. Paths are absolute. */
export interface RunRequest {
  files: string[];
  /** Files whose text changed since the last run. */
  changed: string[];
}

/** Reports that vitest can run tests, that one file ended, or how the run ended. */
export type RunMessage = { ready: true } | { ended: string } | { verdict: "passed" | "failed" };

/** A test file and how long it may take, in milliseconds. */
export interface TimedFile {
  path: string;
  limitMs: number;
}

const START_LIMIT_MS = 120_000;

/** A process that runs tests in a copy of the checkout. It is replaced when tests hang or kill it. */
export class TestProcess {
  readonly #folder: string;
  #child: ChildProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Starts vitest unless it runs already. */
  async start(): Promise<ChildProcess> {
    if (this.#child) return this.#child;
    const { CI: _, ...env } = process.env; // In CI a failed test is tried again; a mutant must fail once.
    const program = join(this.#folder, "test/mutation/vitest-program.ts");
    const child = spawn(process.execPath, ["--import", "tsx", program], {
      cwd: this.#folder,
      env: { ...env, NODE_ENV: "test" }, // As vitest's own command sets it.
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      detached: true,
    });
    this.#child = child;
    child.once("exit", () => {
      if (this.#child === child) this.close();
    });
    let complaints = "";
    child.stderr?.on("data", (text) => {
      complaints = `${complaints}${text}`.slice(-2000);
    });
    const started = await answer(child, START_LIMIT_MS, (message) =>
      "ready" in message ? { verdict: "ready" } : { limitMs: START_LIMIT_MS },
    );
    if (started === "ready") return child;
    this.close();
    throw new Error(`Vitest did not start (${started}): ${complaints}`);
  }

  /**
   * Runs test files in the order given, up to the first failure. Tests run in processes that vitest starts;
   * when vitest itself ends, which no mutant should cause, it is started anew and the files run once more.
   */
  async run(files: readonly TimedFile[], changed: readonly string[]): Promise<TestVerdict> {
    const verdict = (await this.#runOnce(files, changed)) ?? (await this.#runOnce(files, changed));
    return verdict ?? "failed";
  }

  /** Returns `undefined` when vitest ended before it answered. */
  async #runOnce(files: readonly TimedFile[], changed: readonly string[]): Promise<TestVerdict | undefined> {
    const child = await this.start();
    const absolute = (path: string) => join(this.#folder, path);
    const waiting = new Map(files.map(({ path, limitMs }) => [absolute(path), limitMs]));
    // Files of another project may run later than their place says: allow for the slowest that remains.
    const limit = () => Math.max(...waiting.values());
    const request: RunRequest = { files: [...waiting.keys()], changed: changed.map(absolute) };
    child.send(request);
    const verdict = await answer<TestVerdict>(child, limit(), (message) => {
      if ("verdict" in message) return { verdict: message.verdict };
      if ("ended" in message && waiting.size > 1) waiting.delete(message.ended);
      return { limitMs: limit() };
    });
    if (verdict === "passed" || verdict === "failed") return verdict;
    this.close();
    return verdict === "timed out" ? verdict : undefined;
  }

  /** Ends vitest and the tests, which are in its process group. */
  close(): void {
    const pid = this.#child?.pid;
    this.#child = undefined;
    if (pid === undefined) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // The group has ended already.
    }
  }
}

type Step<T> = { verdict: T } | { limitMs: number };

/**
 * Waits for the message that settles the wait; any other sets a new limit. Returns "ended" when the process
 * ends before, and "timed out" when no message comes within the limit.
 */
function answer<T>(
  child: ChildProcess,
  limitMs: number,
  onMessage: (message: RunMessage) => Step<T>,
): Promise<T | "ended" | "timed out"> {
  return new Promise((resolve) => {
    let timer = setTimeout(() => settle("timed out"), limitMs);
    const settle = (result: T | "ended" | "timed out") => {
      clearTimeout(timer);
      child.off("message", listen).off("exit", end).off("error", end);
      resolve(result);
    };
    const end = () => settle("ended");
    const listen = (message: RunMessage) => {
      const step = onMessage(message);
      if ("verdict" in step) return settle(step.verdict);
      clearTimeout(timer);
      timer = setTimeout(() => settle("timed out"), step.limitMs);
    };
    child.on("message", listen).on("exit", end).on("error", end);
  });
}
