#!/usr/bin/env node
// The sources are TypeScript and run as they are; tsx is what lets Node read them.
import { register } from "tsx/esm/api";

// A reader that has enough, such as `head`, closes the pipe: there is nobody left to write to.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

register();
const { main } = await import("../main.ts");
process.exitCode = await main(process.argv.slice(2));
