#!/usr/bin/env node
// The sources are TypeScript and run as they are. Node reads them itself from 22.18 on; below that tsx does.
import { existsSync } from "node:fs";
import * as nodeModule from "node:module";
import { fileURLToPath } from "node:url";

process.stdout.on("error", (error) => {
  // A reader that has enough, such as `head`, closes the pipe: there is nobody left to write to.
  if (error.code === "EPIPE") process.exit();
  const why = error.code === "ENOSPC" ? "the disk is full (ENOSPC)" : error.message;
  process.stderr.write(`plumbline: Standard output takes nothing more: ${why}.\n`);
  process.exit(1);
});
// Nobody can be told.
process.stderr.on("error", () => process.exit(1));

// The packed command has JavaScript at the same place, and needs no loader.
const isCompiled = existsSync(new URL("../main.js", import.meta.url));
if (isCompiled || process.features.typescript) {
  // Compiled code is kept from start to start, in the installation rather than in the shared folder for
  // temporary files, where another user could put code. Node goes without when it cannot write there.
  nodeModule.enableCompileCache?.(
    fileURLToPath(new URL("../../../node_modules/.cache/plumbline", import.meta.url)),
  );
} else {
  const { register } = await import("tsx/esm/api");
  register();
}
const { main } = await import(isCompiled ? "../main.js" : "../main.ts");
process.exitCode = await main(process.argv.slice(2));
