import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { SourceMap } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { BUNDLE_BUDGETS } from "./bundle-budgets.ts";
import { type BundledFunction, bundleHandler } from "./bundle-function.ts";
import { mergeStartChunks } from "./merge-start-chunks.ts";
import type { FunctionName } from "./routes.ts";

/** Matches a position in a bundle: the file's name, line and column. */
const POSITION = /[^\s(|]*?([\w.-]+\.mjs):(\d+):(\d+)/g;

/**
 * Replaces the positions in a function's `error_stack` with those in the source. Bundles the function as it
 * was deployed, so run it on the deployed commit. Leaves other positions unchanged.
 */
export async function readTrace(name: FunctionName, trace: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-trace-"));
  try {
    const source = `packages/functions/handlers/${name}.ts`;
    const deployed = await bundleHandler(source, join(folder, "deployed"));
    const mapped = await bundleHandler(source, join(folder, "mapped"), { sourcemap: "linked" });
    await mergeStartChunks(mapped.entry, { sourceMaps: true });
    const maps = await loadSourceMaps(deployed, mapped);
    return trace.replace(POSITION, (written: string, file: string, line: string, column: string) => {
      const found = maps.get(file)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (!found || !("originalSource" in found)) return written;
      return `${found.originalSource}:${found.originalLine + 1}:${found.originalColumn + 1}`;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the source map of each deployed file. Files are matched by their modules, because with maps esbuild
 * gives chunks other names. Chunks that are merged into the entry are no longer files.
 */
async function loadSourceMaps(
  deployed: BundledFunction,
  mapped: BundledFunction,
): Promise<Map<string, SourceMap>> {
  const files = new Map(listBundledFiles(mapped).map(({ path, inputs }) => [inputs, path]));
  const maps = new Map<string, SourceMap>();
  for (const { path, inputs } of listBundledFiles(deployed)) {
    const file = resolve(files.get(inputs) ?? "");
    if (!existsSync(file)) continue;
    const payload = JSON.parse(await readFile(`${file}.map`, "utf8")) as ConstructorParameters<
      typeof SourceMap
    >[0];
    const sources = payload.sources.map((source) => relative(".", resolve(dirname(file), source)));
    maps.set(basename(path), new SourceMap({ ...payload, sources }));
  }
  return maps;
}

/** Lists a bundle's files that contain code, with the modules in each. */
function listBundledFiles({ metafile: { outputs } }: BundledFunction): { path: string; inputs: string }[] {
  return Object.entries(outputs)
    .filter(([path, { inputs }]) => path.endsWith(".mjs") && Object.keys(inputs).length > 0)
    .map(([path, { inputs }]) => ({ path, inputs: JSON.stringify(Object.keys(inputs).sort()) }));
}

async function main([name = ""]: readonly string[]): Promise<void> {
  const names = Object.keys(BUNDLE_BUDGETS) as FunctionName[];
  const functionName = names.find((one) => one === name);
  if (!functionName) throw new Error(`Give the name of a function: ${names.join(", ")}.`);
  process.stdout.write(await readTrace(functionName, await text(process.stdin)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(process.argv.slice(2));
