import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type TestVerdict = "passed" | "failed" | "timed out";

/** A copy of the checkout in which files may be broken while the real one stays whole. */
export class Workspace {
  /** The process group of the tests that run now. */
  #running: number | undefined;
  readonly #folder = mkdtempSync(join(tmpdir(), "plumbline-mutation-"));

  constructor(root: string, paths: readonly string[]) {
    for (const path of paths) {
      mkdirSync(dirname(join(this.#folder, path)), { recursive: true });
      cpSync(join(root, path), join(this.#folder, path));
    }
    linkPackages(root, this.#folder);
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.#folder, path), text);
  }

  /** Runs test files up to the first failure. */
  test(files: readonly string[], timeoutMs: number): Promise<TestVerdict> {
    const vitest = join(this.#folder, "node_modules/vitest/vitest.mjs");
    const options = [
      "--project",
      "unit*",
      "--project",
      "endurance",
      "--bail",
      "1",
      "--maxWorkers",
      "1",
      "--reporter",
      "dot",
      "--no-cache",
    ];
    const child = spawn(process.execPath, [vitest, "run", ...options, ...files], {
      cwd: this.#folder,
      stdio: "ignore",
      detached: true,
    });
    this.#running = child.pid;
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      this.#endTests();
    }, timeoutMs);
    return new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => {
        clearTimeout(timer);
        this.#running = undefined;
        resolve(timedOut ? "timed out" : code === 0 ? "passed" : "failed");
      });
    });
  }

  close(): void {
    this.#endTests();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Ends vitest and its workers, which are in its process group. */
  #endTests(): void {
    if (this.#running !== undefined) process.kill(-this.#running, "SIGKILL");
  }
}

/** Lists the files that git knows or would add, by their paths from the root. */
export function checkoutFiles(root: string): string[] {
  const list = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  const paths = new Set(list.toString().split("\0"));
  return [...paths].filter((path) => path !== "" && existsSync(join(root, path)));
}

/** Links what is installed, but our own packages to the copies. */
function linkPackages(root: string, folder: string): void {
  const linkAll = (from: string, to: string) => {
    mkdirSync(to, { recursive: true });
    for (const name of readdirSync(from))
      if (name !== "@plumbline" && !name.startsWith(".vite")) symlinkSync(join(from, name), join(to, name));
  };
  linkAll(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "node_modules/@plumbline"));
  for (const name of readdirSync(join(folder, "packages"))) {
    symlinkSync(join(folder, "packages", name), join(folder, "node_modules/@plumbline", name));
    const own = join("packages", name, "node_modules");
    if (existsSync(join(root, own))) linkAll(join(root, own), join(folder, own));
  }
}
