import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { StreamingHandler } from "../../packages/functions/runtime/streaming.ts";
import { type BundledFunction, bundleFunction } from "../../stacks/bundle-function.ts";
import type { FunctionName } from "../../stacks/routes.ts";

let folder: string | undefined;
const bundled = new Map<FunctionName, Promise<BundledFunction>>();

/**
 * A function's bundle, made when it is first asked for, outside the checkout, so that it finds nothing it
 * does not hold.
 */
export function bundledFunction(name: FunctionName): Promise<BundledFunction> {
  folder ??= mkdtempSync(join(tmpdir(), "plumbline-bundles-"));
  const bundle = bundled.get(name) ?? bundleFunction(name, join(folder, name));
  bundled.set(name, bundle);
  return bundle;
}

/** Loads a bundle as Node would, past vitest's own loader. Needs a global `awslambda`. */
export async function bundledHandler<Handler = StreamingHandler>(name: FunctionName): Promise<Handler> {
  const { entry } = await bundledFunction(name);
  const { handler } = createRequire(entry)(entry) as { handler: Handler };
  return handler;
}

/** Removes the bundles that were made. */
export async function removeBundles(): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  folder = undefined;
  bundled.clear();
}
