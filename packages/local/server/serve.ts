import { join } from "node:path";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import type { FirstKey } from "./first-keys.ts";
import { type LocalServer, startLocalServer } from "./local-server.ts";
import { stopSignal } from "./stop-signal.ts";

/** Where `serve` speaks to its user: what is for people on `out`, the log's JSON lines on `err`. */
export interface ServeOutput {
  out(text: string): void;
  err(text: string): void;
}

/**
 * Serves until SIGINT or SIGTERM, then drains; returns the exit code. The process ends within `STOP_SECONDS`,
 * and at once at a later signal. Throws ConfigurationError when it cannot start.
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
  output.err(`stopping: calls in flight may end, for ${server.stopSeconds} s at most\n`);
  systemClock.after(server.stopSeconds * 1_000, () => {
    output.err("stopped: what was still under way was cut off\n");
    process.exit(0);
  });
  await server.close();
  return 0;
}

/** Says what a key is for, in words of one width. */
const KEY_TITLES: Record<FirstKey["file"], string> = {
  "dev-api-key": 'API key of the tenant "local":  ',
  "agent-key": "key for its agents:            ",
  "approver-key": "key to approve their calls:    ",
  "operator-key": "operator key:                  ",
};

function showFirstKeys({ firstKeys, dataDir }: LocalServer, { out }: ServeOutput): void {
  for (const { file, key } of firstKeys)
    out(`${KEY_TITLES[file]}${key.reveal()}   (kept in ${join(dataDir, file)})\n`);
  if (firstKeys.length > 0) out("They are shown this once.\n");
}
