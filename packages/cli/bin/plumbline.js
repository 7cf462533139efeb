#!/usr/bin/env node
// Runs the TypeScript sources directly: Node 22.18 and later read them, and tsx does for older versions.
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { fileURLToPath } from "node:url";

process.stdout.on("error", (error) => {
  // A reader such as `head` closes the pipe when it has enough. There is nothing left to do.
  if (error.code === "EPIPE") process.exit();
  const why = error.code === "ENOSPC" ? "the disk is full (ENOSPC)" : error.message;
  process.stderr.write(`plumbline: Standard output takes nothing more: ${why}.\n`);
  process.exit(1);
});
// There is nowhere left to report it.
process.stderr.on("error", () => process.exit(1));

// The packed command has JavaScript at the same place, and needs no loader.
const isCompiled = existsSync(new URL("../main.js", import.meta.url));
if (isCompiled || process.features.typescript) {
  // Caches compiled code for the next start. The cache is in the installation, because another user could put
  // code into the shared folder for temporary files. If Node cannot write there, it does without the cache.
  nodeModule.enableCompileCache?.(
    fileURLToPath(new URL("../../../node_modules/.cache/plumbline", import.meta.url)),
  );
} else {
  const { register } = await import("tsx/esm/api");
  register();
}
const { main } = await import(isCompiled ? "../main.js" : "../main.ts");
process.exitCode = await main(process.argv.slice(2));
