import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { activate, reachedMutants, startRecording } from "./active-mutant.ts";
import { TestProcess, type TestVerdict, type TimedFile } from "./test-process.ts";

/** A copy of the checkout in which files may be broken while the real one stays whole. */
export class Workspace {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), "plumbline-mutation-")));
  readonly #tests = new TestProcess(this.#folder);
  /** Files written since tests last ran. */
  #changed: string[] = [];

  constructor(root: string, paths: readonly string[]) {
    for (const path of paths) {
      mkdirSync(dirname(join(this.#folder, path)), { recursive: true });
      cpSync(join(root, path), join(this.#folder, path));
    }
    linkPackages(root, this.#folder);
  }

  write(path: string, text: string): void {
    writeFileSync(join(this.#folder, path), text);
    this.#changed.push(path);
  }

  /** Runs test files, in the order given and up to the first failure, with one mutant active or none. */
  test(files: readonly TimedFile[], mutant?: number): Promise<TestVerdict> {
    activate(this.#folder, mutant);
    return this.#run(files);
  }

  /** Runs one test file with no mutant active, and records the mutants that it reaches. */
  async record(file: TimedFile): Promise<{ verdict: TestVerdict; ms: number; reached: Set<number> }> {
    startRecording(this.#folder);
    await this.#tests.start();
    const began = Date.now();
    const verdict = await this.#run([file]);
    return { verdict, ms: Date.now() - began, reached: reachedMutants(this.#folder) };
  }

  close(): void {
    this.#tests.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(files: readonly TimedFile[]): Promise<TestVerdict> {
    const changed = this.#changed;
    this.#changed = [];
    return this.#tests.run(files, changed);
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
