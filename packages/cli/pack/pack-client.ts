import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compilePackages } from "./compile-packages.ts";
import { createTarball, runProgram } from "./tarball.ts";

const README = `# @plumbline/client

A typed client for Plumbline's HTTP API. It runs wherever there is \`fetch\`.

    import { plumblineClient } from "@plumbline/client";

    const client = plumblineClient({ baseUrl: "https://plumbline.example.com", apiKey: process.env.PLUMBLINE_API_KEY });
    const sent = await client.tools.chatapp_dm({ to: "ada@example.com", text: "Hello" });
    if (!sent.ok) console.error(sent.refusal_reason);
`;

/** Creates the tarball of the client: JavaScript and types. Returns its path. */
export function packClient(root: string, out: string): Promise<string> {
  return createTarball(root, out, async (folder) => {
    const dependencies = await compilePackages(root, ["client"], folder);
    const types = join(folder, "packages/client");
    await writeDeclarations(root, types);
    await writeFile(join(folder, "README.md"), README);
    const entry = { types: "./packages/client/index.d.ts", default: "./packages/client/index.js" };
    return { name: "@plumbline/client", exports: { ".": entry }, sideEffects: false, dependencies };
  });
}

/** Writes the type declarations. Their imports name the compiled files, as other projects resolve them. */
async function writeDeclarations(root: string, folder: string): Promise<void> {
  const options = ["--noEmit", "false", "--emitDeclarationOnly", "--declaration", "--outDir", folder];
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  if (!existsSync(tsc))
    throw new Error("It needs the development dependencies: run npm ci, then npm run pack.");
  await mkdir(folder, { recursive: true });
  await runProgram(process.execPath, [tsc, "-p", join(root, "packages/client"), ...options], { cwd: root });
  await copyFile(join(root, "packages/client/schema.d.ts"), join(folder, "schema.d.ts"));
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".d.ts"))) {
    const text = await readFile(join(folder, file), "utf8");
    await writeFile(join(folder, file), text.replace(/(["'])(\.\/[^"']+?)(?:\.d)?\.ts\1/g, "$1$2.js$1"));
  }
}
