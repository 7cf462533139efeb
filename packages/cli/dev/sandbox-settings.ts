import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Stores the sandbox's settings for `plumbline doctor`. They contain no secret. */
export function storeSandboxSettings(folder: string, settings: Environment): void {
  writeFileSync(getFile(folder), JSON.stringify({ pid: process.pid, settings }), { mode: 0o600 });
}

export function removeSandboxSettings(folder: string): void {
  rmSync(getFile(folder), { force: true });
}

/** Reads the settings of the sandbox that runs with a folder's service. Empty without a sandbox. */
export function readSandboxSettings(folder: string): Environment {
  try {
    const { pid, settings } = JSON.parse(readFileSync(getFile(folder), "utf8"));
    // Throws if that process ended without removing the file.
    process.kill(pid, 0);
    return settings;
  } catch {
    return {};
  }
}

function getFile(folder: string): string {
  return join(folder, "sandbox-settings.json");
}
