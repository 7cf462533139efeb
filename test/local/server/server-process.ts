import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compiledCommand } from "../../support/compiled-command.ts";

const PROGRAM = await compiledCommand();

/** `plumbline serve` as a process of its own. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;
  stdout = "";
  stderr = "";

  /** On a free port; nothing of this process's environment but PATH goes along. */
  constructor(environment: Record<string, string>) {
    const env = { PATH: process.env.PATH, PORT: "0", ...environment };
    const child = spawn(process.execPath, [PROGRAM, "serve"], { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#child = child;
    this.#exited = once(child, "close");
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      this.stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.stderr += text;
    });
  }

  /** The URL it is ready at. */
  async ready(): Promise<string> {
    return (await this.#said("stdout", /^ready (http:\S+)$/m))[1] ?? "";
  }

  /** Resolves as soon as the log says this. */
  async logged(pattern: RegExp): Promise<void> {
    await this.#said("stderr", pattern);
  }

  signal(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): void {
    this.#child.kill(signal);
  }

  /** Its exit code, or the signal that ended it. */
  async ended(): Promise<number | string | null> {
    await this.#exited;
    return this.#child.exitCode ?? this.#child.signalCode;
  }

  async #said(stream: "stdout" | "stderr", pattern: RegExp): Promise<RegExpExecArray> {
    const ended = this.#exited.then(() => "ended");
    for (;;) {
      const found = pattern.exec(this[stream]);
      if (found) return found;
      const more = this.#child[stream] ? once(this.#child[stream], "data") : ended;
      if ((await Promise.race([more, ended])) === "ended") {
        throw new Error(`it ended before it said ${pattern}:\n${this.stdout}${this.stderr}`);
      }
    }
  }
}

/** Starts servers in temporary folders, and ends and removes whatever a test left. */
export class ServerProcesses {
  readonly #started: ServerProcess[] = [];
  readonly #folders: string[] = [];

  async folder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), "plumbline-test-"));
    this.#folders.push(folder);
    return folder;
  }

  start(environment: Record<string, string>): ServerProcess {
    const server = new ServerProcess(environment);
    this.#started.push(server);
    return server;
  }

  /** `before` runs once all servers have ended, while their folders still stand. */
  async cleanUp(before: () => void = () => undefined): Promise<void> {
    for (const server of this.#started.splice(0)) {
      server.signal("SIGKILL");
      await server.ended();
    }
    before();
    for (const folder of this.#folders.splice(0)) await rm(folder, { recursive: true, force: true });
  }
}

/** A call of the HTTP API, answered as JSON. */
export async function callApi(
  url: string,
  key: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const init: RequestInit = {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
  };
  if (body !== undefined) init.body = JSON.stringify(body);
  const response = await fetch(`${url}${path}`, init);
  return { status: response.status, json: JSON.parse(await response.text()) };
}
