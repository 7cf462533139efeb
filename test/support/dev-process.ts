import { spawn } from "node:child_process";

/** `plumbline dev` in a process. */
export interface DevProcess {
  /** Address of the service. */
  url: string;
  /** Address of a feed of the sandbox. */
  feed: string;
  close(): Promise<void>;
}

/** Starts `plumbline dev` and waits until it is ready. Throws with what it printed if it ends before. */
export async function startDevProcess(
  args: readonly string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<DevProcess> {
  const dev = spawn(process.execPath, args, options);
  const [url = "", feed = ""] = await new Promise<string[]>((found, failed) => {
    let printed = "";
    const read = (bytes: Buffer) => {
      printed += bytes.toString();
      const [, address, sample] = /ready (http:\S+).*?"(http:\S+rss\.xml)"/s.exec(printed) ?? [];
      if (address !== undefined && sample !== undefined) found([address, sample]);
    };
    dev.stdout.on("data", read);
    dev.stderr.on("data", read);
    dev.once("exit", () => failed(new Error(`It ended before it was ready:\n${printed}`)));
  });
  const close = async () => {
    if (dev.exitCode !== null) return;
    const ended = new Promise((done) => dev.once("exit", done));
    dev.kill("SIGTERM");
    await ended;
  };
  return { url, feed, close };
}
