import { join } from "node:path";
import { build } from "esbuild";
import type { FunctionName } from "./routes.ts";

const READS_FEEDS: readonly FunctionName[] = ["tools", "mcp", "agent", "watches", "poll"];

/**
 * Returns whether a function reads feeds. Feeds are parsed in a worker thread, which is a separate file
 * next to the bundle.
 */
export function readsFeeds(name: FunctionName): boolean {
  return READS_FEEDS.includes(name);
}

/**
 * Where a bundled function looks for the worker: next to itself, at `new URL("./feed-worker.js",
 * import.meta.url)`.
 */
const BESIDE_THE_HANDLER = "packages/functions/handlers/feed-worker.js";

/**
 * Bundles the worker that parses feeds, with all its imports, into the folder of a built function. A worker
 * is a separate file that the handler's bundle does not contain. Its format is CommonJS, the format of a
 * `.js` file without a package.json.
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
