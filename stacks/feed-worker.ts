import { join } from "node:path";
import { build } from "esbuild";
import type { FunctionName } from "./routes.ts";

const READS_FEEDS: readonly FunctionName[] = ["tools", "mcp", "agent", "watches", "poll"];

/** Returns true for a function that reads feeds, in a worker thread that is a file beside the bundle. */
export function readsFeeds(name: FunctionName): boolean {
  return READS_FEEDS.includes(name);
}

/**
 * Where a bundled function looks for the worker: beside itself, as
 * `new URL("./feed-worker.js", import.meta.url)` has it.
 */
const BESIDE_THE_HANDLER = "packages/functions/handlers/feed-worker.js";

/**
 * Puts the thread that reads feeds, with all it imports, into the folder of a built function. A worker is a
 * file of its own, which a bundle of the handler does not contain. Written as CommonJS, which a `.js` without
 * a package.json is.
 */
export async function bundleFeedWorker(folder: string): Promise<string> {
  const outfile = join(folder, BESIDE_THE_HANDLER);
  await build({
    entryPoints: ["packages/adapters/rss/feed-worker.js"],
    outfile,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "cjs",
    minify: true,
    logLevel: "error",
  });
  return outfile;
}
