import { readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { bundleFeedWorker, readsFeeds } from "./feed-worker.ts";
import type { FunctionName } from "./routes.ts";

/**
 * Reference from a bundled module to another file of its bundle; the bundler writes every such import as a
 * plain string.
 */
const NAMED_CHUNK = /["']\.\/([\w.-]+\.mjs)["']/g;

/**
 * Makes a built function what is deployed: without the chunks it never loads, and with the worker that reads
 * feeds where it needs one.
 */
export async function finishBundle(name: FunctionName, folder: string): Promise<void> {
  await removeUnreachedChunks(join(folder, `packages/functions/handlers/${name}.mjs`));
  if (readsFeeds(name)) await bundleFeedWorker(folder);
}

/**
 * Removes the chunks of a bundle that its entry can never load. The bundler writes one for each `import()` in
 * a module it has read, also where it has left out the function around it: the description of the API would
 * ship with every model's package.
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
