import { join } from "node:path";
import { bundleFeedWorker, readsFeeds } from "./feed-worker.ts";
import { mergeStartChunks } from "./merge-start-chunks.ts";
import type { FunctionName } from "./routes.ts";

/** Prepares a built function for deployment: merges its chunks, and adds the feed worker if needed. */
export async function finishBundle(name: FunctionName, folder: string): Promise<void> {
  await mergeStartChunks(join(folder, `packages/functions/handlers/${name}.mjs`));
  if (readsFeeds(name)) await bundleFeedWorker(folder);
}
