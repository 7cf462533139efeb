import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compilePackages } from "./compile-packages.ts";
import { createTarball } from "./tarball.ts";

/** Packages that the command needs: all except the handlers of AWS Lambda. */
const PACKAGES = [
  ...["core", "adapters", "grounding", "connections", "watches", "agent", "service"],
  ...["http", "console", "aws", "local", "sandbox", "client", "cli"],
];

const README = `# plumbline

Hands and ground for LLM agents: one service for their tools, and answers that quote their sources.

    npx plumbline dev

starts it with simulated providers; \`npx plumbline serve\` starts it with your own. The docs are at \`/docs\`.
`;

/** Compiles everything that the command needs into a folder. Returns the npm packages that it needs. */
export async function compileCommand(root: string, folder: string): Promise<Record<string, string>> {
  // The TypeScript loader is needed only in a checkout.
  const { tsx: _loader, ...dependencies } = await compilePackages(root, PACKAGES, folder);
  return dependencies;
}

/** Creates the tarball of the command `plumbline`, which runs without a checkout. Returns its path. */
export function packCommand(root: string, out: string): Promise<string> {
  return createTarball(root, out, async (folder) => {
    const dependencies = await compileCommand(root, folder);
    const bin = "packages/cli/bin/plumbline.js";
    await chmod(join(folder, bin), 0o755);
    await writeFile(join(folder, "README.md"), README);
    return { name: "plumbline", bin: { plumbline: bin }, dependencies };
  });
}
