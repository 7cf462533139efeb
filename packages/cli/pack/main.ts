import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { packClient } from "./pack-client.ts";
import { packCommand } from "./pack-command.ts";

const HELP = `Packs the command and the typed client, each into a tarball.

  npm run pack -- [FOLDER]

  FOLDER   where to write them (default: dist)
`;

const root = fileURLToPath(new URL("../../../", import.meta.url));
const [folder = `${root}dist`] = process.argv.slice(2);
if (folder === "--help") process.stdout.write(HELP);
else if (folder.startsWith("-")) fail(`There is no option ${folder}; see --help.`, 2);
else await packInto(folder);

async function packInto(out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  try {
    for (const pack of [packClient, packCommand]) process.stdout.write(`${await pack(root, out)}\n`);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error), 1);
  }
}

function fail(message: string, code: number): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}
