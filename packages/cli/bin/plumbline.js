#!/usr/bin/env node
// The sources are TypeScript and run as they are; tsx is what lets Node read them.
import { register } from "tsx/esm/api";

process.stdout.on("error", (error) => {
  // A reader that has enough, such as `head`, closes the pipe: there is nobody left to write to.
  if (error.code === "EPIPE") process.exit();
  const why = error.code === "ENOSPC" ? "the disk is full (ENOSPC)" : error.message;
  process.stderr.write(`plumbline: Standard output takes nothing more: ${why}.\n`);
  process.exit(1);
});
// Nobody can be told.
process.stderr.on("error", () => process.exit(1));

register();
const { main } = await import("../main.ts");
process.exitCode = await main(process.argv.slice(2));
