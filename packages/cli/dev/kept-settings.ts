import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** Keeps the settings by which the sandbox is reached, for `plumbline doctor`; they hold no secret. */
export function keepPlayedSettings(folder: string, settings: Environment): void {
  writeFileSync(fileIn(folder), JSON.stringify({ pid: process.pid, settings }), { mode: 0o600 });
}

export function dropPlayedSettings(folder: string): void {
  rmSync(fileIn(folder), { force: true });
}

/** Reads the settings of the sandbox that runs beside the service of a folder; empty where none does. */
export function readPlayedSettings(folder: string): Environment {
  try {
    const { pid, settings } = JSON.parse(readFileSync(fileIn(folder), "utf8"));
    // Throws when that process is gone, which had no time to take the file away.
    process.kill(pid, 0);
    return settings;
  } catch {
    return {};
  }
}

function fileIn(folder: string): string {
  return join(folder, "sandbox-settings.json");
}
