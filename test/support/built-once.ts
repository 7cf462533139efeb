import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Returns a folder that `build` has filled, if need be now, and keeps it under node_modules/.cache until a
 * file of `sources`, a dependency or Node changes. If several processes build at once, the first to finish
 * wins.
 */
export async function builtOnce(
  name: string,
  sources: readonly string[],
  build: (folder: string) => Promise<unknown>,
): Promise<string> {
  const cache = join(ROOT, "node_modules/.cache", name);
  const place = join(cache, await stateOf(sources));
  if (existsSync(place)) return place;
  const own = join(cache, `new-${randomUUID()}`);
  await mkdir(own, { recursive: true });
  await build(own);
  const earlier = (await readdir(cache)).filter((one) => !one.startsWith("new-"));
  await rename(own, place).catch(() => rm(own, { recursive: true }));
  for (const one of earlier) if (join(cache, one) !== place) await rm(join(cache, one), { recursive: true });
  return place;
}

/** Returns a hash that changes with any file of the folders, any dependency and Node. */
async function stateOf(folders: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  // A bundle lists the names that Node's own modules export.
  hash.update(process.version);
  hash.update(await readFile(join(ROOT, "package-lock.json")));
  for (const folder of folders) {
    const files = await readdir(join(ROOT, folder), { recursive: true });
    for (const file of files.filter((path) => !path.includes("node_modules")).toSorted()) {
      const found = await stat(join(ROOT, folder, file));
      if (found.isFile()) hash.update(`${folder}/${file} ${found.mtimeMs} ${found.size}\n`);
    }
  }
  return hash.digest("hex").slice(0, 16);
}
