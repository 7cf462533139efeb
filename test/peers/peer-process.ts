import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const START_LIMIT_MS = 20_000;
const STOP_LIMIT_MS = 5_000;

/** A server's process. */
export interface PeerProcess {
  /** Ends it, and with it what it started; a second call does nothing. */
  stop(): Promise<void>;
}

/**
 * Starts a command that stays in the foreground and waits until it listens on `port`; it ends when the test
 * run is killed.
 */
export async function startProcess(
  command: string,
  args: readonly string[],
  port: number,
): Promise<PeerProcess> {
  const child = spawn("/usr/bin/setpriv", ["--pdeathsig", "TERM", command, ...args], {
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LANG: "C.UTF-8" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const failed = new Promise<void>((resolve) => child.once("error", () => resolve()));
  const giveUpAt = performance.now() + START_LIMIT_MS;
  while (!hasEnded(child) && performance.now() < giveUpAt) {
    if (await listens(port)) return { stop: () => end(child) };
    await Promise.race([sleep(50), failed]);
  }
  await end(child);
  throw new Error(`${command} did not start; .ci/run installs it. It printed:\n${output}`);
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const event = await Promise.race([
    once(socket, "connect").then(() => true),
    once(socket, "close").then(() => false),
  ]).catch(() => false);
  socket.destroy();
  return event;
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await exit;
  clearTimeout(kill);
}
