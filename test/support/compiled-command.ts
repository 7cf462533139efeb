import { existsSync } from "node:fs";
import { copyFile, readdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compileCommand } from "../../packages/cli/pack/pack-command.ts";
import { builtOnce } from "./built-once.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Returns the path of the program `plumbline`, compiled as in its package. Tests that start it many times
 * avoid the second of CPU time that a TypeScript loader takes per start on Node 20.
 */
export async function compiledCommand(): Promise<string> {
  const place = await builtOnce("plumbline-compiled", ["packages"], compileInto);
  return join(place, "packages/cli/bin/plumbline.js");
}

async function compileInto(folder: string): Promise<void> {
  await compileCommand(ROOT, folder);
  await copyFile(join(ROOT, "package.json"), join(folder, "package.json"));
  for (const name of await readdir(join(ROOT, "packages"))) {
    const modules = join(ROOT, "packages", name, "node_modules");
    const target = join(folder, "packages", name, "node_modules");
    if (existsSync(modules) && existsSync(dirname(target))) await symlink(modules, target);
  }
}
