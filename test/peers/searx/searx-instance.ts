import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Debian's own interpreter, as the package's modules are installed for no other; it ends when the test run is
 * killed.
 */
const COMMAND = ["--pdeathsig", "TERM", "/usr/bin/python3", "-m", "searx.webapp"];
const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 5_000;

/** Debian's searx, running on a free port of 127.0.0.1. */
export interface SearxInstance {
  /** `http://127.0.0.1:PORT`. */
  url: string;
  /** Ends the process; a second call does nothing. */
  stop(): Promise<void>;
}

/** Starts searx over the engines on `enginesPort`. Rejects with all it printed when it does not come up. */
export async function startSearx(enginesPort: number): Promise<SearxInstance> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-searx-"));
  const settings = join(folder, "settings.yml");
  const template = await readFile(new URL("./settings.yml", import.meta.url), "utf8");
  await writeFile(settings, template.replaceAll("ENGINES_PORT", String(enginesPort)));

  // A bare environment: a proxy set on the machine would be asked for the engines on loopback.
  const child = spawn("/usr/bin/setpriv", COMMAND, {
    cwd: folder,
    env: { PATH: "/usr/bin:/bin", LANG: "C.UTF-8", PYTHONUNBUFFERED: "1", SEARX_SETTINGS_PATH: settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const seen = watch(child);
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };

  const giveUpAt = performance.now() + START_LIMIT_MS;
  while (seen.ended === "" && performance.now() < giveUpAt) {
    const url = /Running on (http:\/\/127\.0\.0\.1:\d+)/.exec(seen.output)?.[1];
    if (url !== undefined && (await answers(url))) return { url, stop };
    await sleep(50);
  }
  await stop();
  const reason = seen.ended || `it did not answer within ${START_LIMIT_MS} ms`;
  throw new Error(
    `searx did not start: ${reason}. It comes with "apt-get install searx"; .ci/run does that. It printed:\n${seen.output}`,
  );
}

/** Collects the output of the process, and how it ended once it has. */
function watch(child: ChildProcess): { output: string; ended: string } {
  const seen = { output: "", ended: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      seen.output += text;
    });
  }
  child.once("error", (error) => {
    seen.ended = error.message;
  });
  child.once("close", () => {
    seen.ended ||= `it ended with ${child.exitCode ?? child.signalCode}`;
  });
  return seen;
}

function answers(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS);
  await exit;
  clearTimeout(kill);
}
