import { join } from "node:path";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import type { FirstKey } from "./first-keys.ts";
import { type LocalServer, startLocalServer } from "./local-server.ts";
import { stopSignal } from "./stop-signal.ts";

/** Output of `serve`: messages for people on `out`, JSON log lines on `err`. */
export interface ServeOutput {
  out(text: string): void;
  err(text: string): void;
}

/**
 * Serves until SIGINT or SIGTERM, then drains. Returns the exit code. The process ends within `STOP_SECONDS`,
 * or immediately on another signal. Throws ConfigurationError if it cannot start.
 */
export async function serveUntilStopped(
  environment: Readonly<Record<string, string | undefined>>,
  output: ServeOutput,
): Promise<number> {
  const server = await startLocalServer(environment, { logSink: (line) => output.err(`${line}\n`) });
  // Listens for signals before printing `ready`, because a program that waits for it may send one
  // immediately.
  const stopped = stopSignal();
  showFirstKeys(server, output);
  output.out(`ready ${server.url}\n`);
  await stopped;
  output.err(`stopping: calls in flight have up to ${server.stopSeconds} s to finish\n`);
  systemClock.after(server.stopSeconds * 1_000, () => {
    output.err("stopped: calls still in flight were cut off\n");
    process.exit(0);
  });
  await server.close();
  return 0;
}

/** Descriptions of keys, padded to the same width. */
const KEY_TITLES: Record<FirstKey["file"], string> = {
  "dev-api-key": 'API key of the tenant "local":  ',
  "agent-key": "key for its agents:            ",
  "approver-key": "key to approve their calls:    ",
  "operator-key": "operator key:                  ",
};

function showFirstKeys({ firstKeys, dataDir }: LocalServer, { out }: ServeOutput): void {
  for (const { file, key } of firstKeys)
    out(`${KEY_TITLES[file]}${key.reveal()}   (kept in ${join(dataDir, file)})\n`);
  if (firstKeys.length > 0) out("They are not shown again.\n");
}
