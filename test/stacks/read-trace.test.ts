import { createRequire } from "node:module";
import { afterAll, expect, it } from "vitest";
import { readTrace } from "../../stacks/read-trace.ts";
import { bundledFunction, removeBundles } from "./bundled-function.ts";

afterAll(removeBundles);

it("a trace of a deployed function is translated to positions in the source", async () => {
  const { entry } = await bundledFunction("health");
  // Outside Lambda, the handler throws when it is loaded.
  const failed = (() => {
    try {
      return createRequire(entry)(entry) as never;
    } catch (error) {
      return String((error as Error).stack);
    }
  })();
  expect(failed).toContain(".mjs:");
  const read = await readTrace("health", failed);
  expect(read).toMatch(/packages\/functions\/runtime\/streaming\.ts:\d+:\d+/);
  expect(read).toMatch(/packages\/functions\/handlers\/health\.ts:\d+:\d+/);
  expect(read).not.toMatch(/(health|chunk-\w+)\.mjs:/);
});
