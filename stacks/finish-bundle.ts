import { readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { bundleFeedWorker, readsFeeds } from "./feed-worker.ts";
import type { FunctionName } from "./routes.ts";

/**
 * Matches an import of another chunk in the same bundle. The bundler writes every such import as a plain
 * string.
 */
const NAMED_CHUNK = /["']\.\/([\w.-]+\.mjs)["']/g;

/**
 * Prepares a built function for deployment: removes unreachable chunks, and adds the feed worker if needed.
 */
export async function finishBundle(name: FunctionName, folder: string): Promise<void> {
  await removeUnreachedChunks(join(folder, `packages/functions/handlers/${name}.mjs`));
  if (readsFeeds(name)) await bundleFeedWorker(folder);
}

/**
 * Removes the chunks that a bundle's entry can never load. The bundler emits a chunk for every `import()` it
 * parses, even in code it tree-shakes away. Without this step, the OpenAPI function would ship every model's
 * packages.
 */
async function removeUnreachedChunks(entry: string): Promise<void> {
  const folder = dirname(entry);
  const reached = new Set([basename(entry)]);
  for (const file of reached) {
    const source = await readFile(join(folder, file), "utf8");
    for (const [, chunk = ""] of source.matchAll(NAMED_CHUNK)) reached.add(chunk);
  }
  const written = (await readdir(folder)).filter((file) => file.endsWith(".mjs"));
  const unreached = written.filter((file) => !reached.has(file));
  await Promise.all(unreached.map((file) => rm(join(folder, file))));
}
