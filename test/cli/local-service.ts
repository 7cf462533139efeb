import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLocalServer } from "@plumbline/local/server/local-server.ts";
import { type Sandbox, startSandbox } from "@plumbline/sandbox/start-sandbox.ts";
import { plumbline, type Run } from "./fake-terminal.ts";

/** The local server in front of the sandbox, and the command line that talks to it by its data folder. */
export interface LocalService {
  sandbox: Sandbox;
  dataDir: string;
  url: string;
  run(...args: string[]): Promise<Run>;
  runWithInput(input: string, ...args: string[]): Promise<Run>;
  close(): Promise<void>;
}

export async function startLocalService(): Promise<LocalService> {
  const sandbox = await startSandbox();
  const dataDir = await mkdtemp(join(tmpdir(), "plumbline-test-"));
  const environment = { ...sandbox.settings, DATA_DIR: dataDir, PORT: "0" };
  const server = await startLocalServer(environment, { logSink: () => undefined });
  return {
    sandbox,
    dataDir,
    url: server.url,
    run: (...args) => plumbline(args, { environment: { DATA_DIR: dataDir } }),
    runWithInput: (input, ...args) => plumbline(args, { environment: { DATA_DIR: dataDir }, input }),
    async close() {
      await server.close();
      await sandbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
