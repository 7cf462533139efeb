import { join } from "node:path";
import { type LocalServer, startLocalServer } from "./local-server.ts";
import { stopSignal } from "./stop-signal.ts";

/** Where `serve` speaks to its user: what is for people on `out`, the log's JSON lines on `err`. */
export interface ServeOutput {
  out(text: string): void;
  err(text: string): void;
}

/**
 * Serves until SIGINT or SIGTERM, then drains; returns the exit code. A later signal ends the process at
 * once. Throws ConfigurationError when it cannot start.
 */
export async function serveUntilStopped(
  environment: Readonly<Record<string, string | undefined>>,
  output: ServeOutput,
): Promise<number> {
  const server = await startLocalServer(environment, { logSink: (line) => output.err(`${line}\n`) });
  // Listening for signals before saying `ready`: whoever waits for that word may send one at once.
  const stopped = stopSignal();
  showFirstKeys(server, output);
  output.out(`ready ${server.url}\n`);
  await stopped;
  output.err("stopping: calls in flight may end\n");
  await server.close();
  return 0;
}

function showFirstKeys(
  { firstKeys: { tenantKey, operatorKey }, dataDir }: LocalServer,
  { out }: ServeOutput,
): void {
  if (tenantKey)
    out(
      `API key of the tenant "local":  ${tenantKey.reveal()}   (kept in ${join(dataDir, "dev-api-key")})\n`,
    );
  if (operatorKey)
    out(
      `operator key:                  ${operatorKey.reveal()}   (kept in ${join(dataDir, "operator-key")})\n`,
    );
  if (tenantKey || operatorKey) out("They are shown this once.\n");
}
