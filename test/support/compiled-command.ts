import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, rename, rm, stat, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileCommand } from "../../packages/cli/pack/pack-command.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const CACHE = join(ROOT, "node_modules/.cache/plumbline-compiled");

/**
 * Returns the path of the program `plumbline`, compiled as in its package. Tests that start it many times
 * avoid the second of CPU time that a TypeScript loader takes per start on Node 20. The compiled program is
 * cached until a source changes.
 */
export async function compiledCommand(): Promise<string> {
  const key = await stateOfSources();
  const place = join(CACHE, key);
  if (!existsSync(place)) await compileInto(place);
  return join(place, "packages/cli/bin/plumbline.js");
}

/**
 * Compiles into a new folder and renames it. If several processes compile at once, the first to finish wins.
 */
async function compileInto(place: string): Promise<void> {
  const own = join(CACHE, `new-${randomUUID()}`);
  await mkdir(own, { recursive: true });
  await compileCommand(ROOT, own);
  await copyFile(join(ROOT, "package.json"), join(own, "package.json"));
  for (const name of await readdir(join(ROOT, "packages"))) {
    const modules = join(ROOT, "packages", name, "node_modules");
    const target = join(own, "packages", name, "node_modules");
    if (existsSync(modules) && existsSync(dirname(target))) await symlink(modules, target);
  }
  const earlier = (await readdir(CACHE)).filter((name) => !name.startsWith("new-"));
  await rename(own, place).catch(() => rm(own, { recursive: true }));
  for (const name of earlier)
    if (join(CACHE, name) !== place) await rm(join(CACHE, name), { recursive: true });
}

/** Returns a hash that changes with any file of the packages. */
async function stateOfSources(): Promise<string> {
  const folder = join(ROOT, "packages");
  const files = (await readdir(folder, { recursive: true })).filter(
    (file) => !file.includes("node_modules") && /\.(ts|js|json|pem)$/.test(file),
  );
  const hash = createHash("sha256");
  for (const file of files.toSorted()) {
    const { mtimeMs, size } = await stat(join(folder, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}
