import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { packClient } from "./pack-client.ts";
import { packCommand } from "./pack-command.ts";

/** Creates both tarballs in `dist` or the given folder. */
const root = fileURLToPath(new URL("../../../", import.meta.url));
const out = process.argv[2] ?? `${root}dist`;
await mkdir(out, { recursive: true });
try {
  for (const pack of [packClient, packCommand]) process.stdout.write(`${await pack(root, out)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
