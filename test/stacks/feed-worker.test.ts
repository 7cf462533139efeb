import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { bundleFeedWorker } from "../../stacks/feed-worker.ts";

test("the worker that is put beside a handler reads a feed with no module of this checkout in reach", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-worker-"));
  try {
    const path = await bundleFeedWorker(folder);
    expect(relative(folder, path)).toBe("packages/functions/handlers/feed-worker.js");
    const worker = new Worker(path, { env: {}, execArgv: [] });
    await once(worker, "message");
    const text = '<rss version="2.0"><channel><title>News</title><item><guid>1</guid></item></channel></rss>';
    worker.postMessage({ text, base: "https://t.example/", now: 0 });
    const [answer] = await once(worker, "message");
    expect(answer).toMatchObject({ ok: true, feed: { kind: "rss" } });
    await worker.terminate();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
