import { mkdtempSync } from "node:fs";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import type { StreamingHandler } from "../../packages/functions/runtime/streaming.ts";
import { type BundledFunction, bundleFunction } from "../../stacks/bundle-function.ts";
import type { FunctionName } from "../../stacks/routes.ts";
import { builtOnce } from "../support/built-once.ts";

let folder: string | undefined;
const bundled = new Map<FunctionName, Promise<BundledFunction>>();

/**
 * Returns a function's bundle, outside the checkout, so that it finds nothing it does not hold, and for one
 * test file alone, so that Node loads it again.
 */
export function bundledFunction(name: FunctionName): Promise<BundledFunction> {
  folder ??= mkdtempSync(join(tmpdir(), "plumbline-bundles-"));
  const bundle = bundled.get(name) ?? copyBundle(name, join(folder, name));
  bundled.set(name, bundle);
  return bundle;
}

/**
 * Copies a function's bundle into `to`. Bundles it there first, unless a test of this checkout has done so:
 * inside the checkout, esbuild would read its tsconfig.json.
 */
async function copyBundle(name: FunctionName, to: string): Promise<BundledFunction> {
  const built = await builtOnce(`plumbline-bundles/${name}`, ["packages", "stacks"], async (own) => {
    const { entry, ...bundle } = await bundleFunction(name, to);
    await writeFile(join(to, "bundle.json"), JSON.stringify({ ...bundle, entry: relative(to, entry) }));
    await cp(to, own, { recursive: true });
  });
  await cp(built, to, { recursive: true });
  const bundle: BundledFunction = JSON.parse(await readFile(join(to, "bundle.json"), "utf8"));
  return { ...bundle, entry: join(to, bundle.entry) };
}

/** Loads a bundle as Node would, past vitest's own loader. Needs a global `awslambda`. */
export async function bundledHandler<Handler = StreamingHandler>(name: FunctionName): Promise<Handler> {
  const { entry } = await bundledFunction(name);
  const { handler } = createRequire(entry)(entry) as { handler: Handler };
  return handler;
}

/** Removes the copies that were made. */
export async function removeBundles(): Promise<void> {
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  folder = undefined;
  bundled.clear();
}
