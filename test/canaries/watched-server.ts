import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalServer, startLocalServer } from "@plumbline/local";
import type { KeyFile } from "@plumbline/local/store/data-folder.ts";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { plumbline } from "../cli/fake-terminal.ts";
import { Canaries, without } from "./canaries.ts";

/** A request of the scenario. `shows` names the secrets that its answer is there to show. */
export interface WatchedCall {
  key?: string;
  body?: unknown;
  headers?: Record<string, string>;
  shows?: (answer: string) => readonly (readonly [field: string, value: string])[];
}

/** Names of the canaries in the files of the first start. */
const KEY_NAMES: Record<KeyFile, string> = {
  "dev-api-key": "tenant key",
  "agent-key": "agent key",
  "approver-key": "approver key",
  "operator-key": "operator key",
};

/** Files of the data folder that hold a key, and nothing else, by design. */
const KEEPING_FILES = [...Object.keys(KEY_NAMES), "master-key"];

/**
 * The local server in front of the sandbox. Everything that it writes anywhere is kept, to be searched for
 * canaries.
 */
export class WatchedServer {
  readonly canaries = new Canaries();
  /** By where they were written. */
  readonly outputs: [string, string][] = [];
  readonly dataDir: string;
  readonly sandbox: Sandbox;
  /** The settings that the server was started with. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #server: LocalServer;
  readonly #logged: readonly string[];

  private constructor(
    sandbox: Sandbox,
    environment: Record<string, string>,
    server: LocalServer,
    logged: readonly string[],
  ) {
    this.#logged = logged;
    this.sandbox = sandbox;
    this.environment = environment;
    this.#server = server;
    this.dataDir = server.dataDir;
  }

  static async start(): Promise<WatchedServer> {
    const sandbox = await startSandbox();
    const environment = {
      ...sandbox.settings,
      ...sandbox.modelSettings("assisting"),
      DATA_DIR: await mkdtemp(join(tmpdir(), "plumbline-canaries-")),
      PORT: "0",
      LOG_LEVEL: "debug",
      EGRESS_ALLOW: `127.0.0.1:${sandbox.feeds.port},127.0.0.1:${sandbox.webhook.port}`,
    };
    const logged: string[] = [];
    const server = await startLocalServer(environment, { logSink: (line) => logged.push(line) });
    const watched = new WatchedServer(sandbox, environment, server, logged);
    for (const { file, key } of server.firstKeys) watched.canaries.add(KEY_NAMES[file], key.reveal());
    const masterKey = await readFile(join(server.dataDir, "master-key"), "utf8");
    watched.canaries.add("master key", masterKey.trim());
    return watched;
  }

  get url(): string {
    return this.#server.url;
  }

  get tenantKey(): string {
    return this.canaries.values("tenant key")[0] ?? "";
  }

  get operatorKey(): string {
    return this.canaries.values("operator key")[0] ?? "";
  }

  /** Sends a request, follows no redirect, and keeps the answer. */
  async call(route: string, { key = this.tenantKey, body, headers, shows }: WatchedCall = {}) {
    const [method = "", path = ""] = route.split(" ");
    const init: RequestInit = {
      method,
      redirect: "manual",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    };
    if (body !== undefined) init.body = JSON.stringify(body);
    const response = await fetch(path.startsWith("http") ? path : `${this.url}${path}`, init);
    const text = await response.text();
    let kept = `${JSON.stringify([...response.headers])}\n${text}`;
    for (const [field, value] of shows?.(kept) ?? []) kept = without(kept, this.canaries.add(field, value));
    const answered = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {};
    this.outputs.push([`${route} ${response.status}`, kept]);
    return {
      status: response.status,
      text,
      json: answered as Record<string, unknown>,
      headers: response.headers,
    };
  }

  /** Runs the command line against the server and keeps what it printed. */
  async run(...args: string[]): Promise<string> {
    const { out, err } = await plumbline(args, { environment: { ...this.environment } });
    this.outputs.push([`plumbline ${args.join(" ")}`, out + err]);
    return out;
  }

  /** Everything that the sandbox's servers were sent: where secrets belong. */
  sent(): string {
    const servers = Object.values(this.sandbox).filter(isScripted);
    return servers
      .flatMap(({ requests }) =>
        requests.map(
          ({ path, query, headers, text }) => `${path} ${query} ${Object.values(headers)} ${text}`,
        ),
      )
      .join("\n");
  }

  /** Stops the server. Keeps the log and, of before and after, every byte of the data folder. */
  async stop(): Promise<void> {
    await this.#keepFiles("running");
    await this.#server.close();
    await this.#keepFiles("stopped");
    this.outputs.push(["log", this.#logged.join("\n")]);
  }

  async close(): Promise<void> {
    await this.#server.close().catch(() => undefined);
    await this.sandbox.close();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  async #keepFiles(when: string): Promise<void> {
    for (const file of await readdir(this.dataDir, { recursive: true, withFileTypes: true })) {
      if (!file.isFile() || KEEPING_FILES.includes(file.name)) continue;
      const bytes = await readFile(join(file.parentPath, file.name)).catch(() => Buffer.alloc(0));
      this.outputs.push([`file ${file.name}, ${when}`, bytes.toString("latin1")]);
    }
  }
}

function isScripted(server: unknown): server is ScriptedServer {
  return server !== null && typeof server === "object" && "requests" in server && "scriptAlways" in server;
}
