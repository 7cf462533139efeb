import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";

/** Runs a program to its end. Rejects with its output. */
export const runProgram = promisify(execFile);

const rootManifest = z.object({
  version: z.string(),
  description: z.string(),
  license: z.string(),
  engines: z.record(z.string(), z.string()),
});
const packOutput = z.array(z.object({ filename: z.string() })).length(1);

/**
 * Creates a tarball in `out` of the files that `fill` writes to an empty folder. `fill` returns the
 * additional fields of its package.json. Returns the tarball's path.
 */
export async function createTarball(
  root: string,
  out: string,
  fill: (folder: string) => Promise<Readonly<Record<string, unknown>>>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-pack-"));
  try {
    const { version, description, license, engines } = rootManifest.parse(
      JSON.parse(await readFile(join(root, "package.json"), "utf8")),
    );
    const extraFields = await fill(folder);
    const manifest = { version, description, license, engines, type: "module", ...extraFields };
    await writeFile(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"));
    const { stdout } = await runProgram("npm", ["pack", "--json", "--pack-destination", out], {
      cwd: folder,
    });
    const [{ filename = "" } = {}] = packOutput.parse(JSON.parse(stdout));
    return join(out, filename);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
