import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalServer } from "@plumbline/local";
import { type Sandbox, startSandbox } from "@plumbline/sandbox";
import { plumbline, type Run, type RunOptions } from "./fake-terminal.ts";

/** The local server in front of the sandbox, and the command line that talks to it by its data folder. */
export interface LocalService {
  sandbox: Sandbox;
  dataDir: string;
  url: string;
  run(...args: string[]): Promise<Run>;
  runWithInput(input: string, ...args: string[]): Promise<Run>;
  /** The same at another terminal, whose environment goes before the data folder's. */
  runAt(terminal: RunOptions, ...args: string[]): Promise<Run>;
  close(): Promise<void>;
}

/**
 * `model`: one of the sandbox's; none when left out. `settings` go before all others. `oauth: false`: without
 * the clients at the sandbox's authorization servers.
 */
export async function startLocalService({
  model,
  settings = {},
  oauth = true,
}: {
  model?: string;
  settings?: Record<string, string>;
  oauth?: boolean;
} = {}): Promise<LocalService> {
  const sandbox = await startSandbox();
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-test-"));
  const modelSettings = model === undefined ? {} : sandbox.modelSettings(model);
  const ofSandbox = Object.entries(sandbox.settings);
  const environment = {
    ...Object.fromEntries(ofSandbox.filter(([name]) => oauth || !name.startsWith("OAUTH_"))),
    ...modelSettings,
    DATA_DIR: dataDir,
    PORT: "0",
    EGRESS_ALLOW: `127.0.0.1:${sandbox.feeds.port},127.0.0.1:${sandbox.webhook.port}`,
    ...settings,
  };
  const server = await startLocalServer(environment, { logSink: () => undefined });
  const runAt = (terminal: RunOptions, ...args: string[]) =>
    plumbline(args, { ...terminal, environment: { DATA_DIR: dataDir, ...terminal.environment } });
  return {
    sandbox,
    dataDir,
    url: server.url,
    run: (...args) => runAt({}, ...args),
    runWithInput: (input, ...args) => runAt({ input }, ...args),
    runAt,
    async close() {
      await server.close();
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
