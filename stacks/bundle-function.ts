import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { BuildResult, Metafile } from "esbuild";
import type { NodeJSProps } from "sst/constructs";
import { BUNDLING } from "./bundling.ts";
import { finishBundle } from "./finish-bundle.ts";
import type { FunctionName } from "./routes.ts";

type BuildOptions = NonNullable<NodeJSProps["esbuild"]>;

/** The esbuild that SST uses, which is older than the project's own. */
const { build } = createRequire(createRequire(import.meta.url).resolve("sst/package.json"))("esbuild") as {
  build(options: BuildOptions): Promise<BuildResult<{ metafile: true }>>;
};

/**
 * Options that SST 2.49.8 passes to esbuild for ES modules (its runtime/handlers/node.js). A test compares
 * the output byte by byte.
 */
const SST_OPTIONS = {
  platform: "node",
  external: ["sharp", "pg-native"],
  keepNames: true,
  bundle: true,
  logLevel: "silent",
  metafile: true,
  outExtension: { ".js": ".mjs" },
  target: "esnext",
  mainFields: ["module", "main"],
  banner: {
    js: [
      `import { createRequire as topLevelCreateRequire } from 'module';`,
      `const require = topLevelCreateRequire(import.meta.url);`,
      `import { fileURLToPath as topLevelFileUrlToPath, URL as topLevelURL } from "url"`,
      `const __dirname = topLevelFileUrlToPath(new topLevelURL(".", import.meta.url))`,
      "",
    ].join("\n"),
  },
} as const satisfies BuildOptions;

/**
 * ID of the warning that the older esbuild does not know the target in tsconfig.json, which the options
 * override. Any other warning is an error.
 */
const UNKNOWN_TARGET = "tsconfig.json";

export interface BundledFunction {
  /** The handler's source, as named in the metafile. */
  source: string;
  /** The file that Lambda loads. */
  entry: string;
  metafile: Metafile;
}

/**
 * Bundles one function into `folder` as a deployment does: the same files at the same paths, but faster and
 * without AWS.
 */
export async function bundleFunction(name: FunctionName, folder: string): Promise<BundledFunction> {
  const bundled = await bundleHandler(`packages/functions/handlers/${name}.ts`, folder);
  await finishBundle(name, folder);
  return bundled;
}

/** Bundles a handler as a deployment does. `source` is relative to the checkout's root. */
export async function bundleHandler(
  source: string,
  folder: string,
  overrides: BuildOptions = {},
): Promise<BundledFunction> {
  const entry = join(folder, source.replace(/ts$/, "mjs"));
  const { esbuild, ...bundling } = BUNDLING;
  const bundlingOptions = { ...bundling, ...esbuild, ...overrides };
  const allOptions = { ...SST_OPTIONS, ...bundlingOptions, entryPoints: [source], outdir: dirname(entry) };
  const { metafile, warnings } = await build(allOptions);
  const wrong = warnings.filter(({ id }) => id !== UNKNOWN_TARGET).map(({ text }) => text);
  if (wrong.length > 0) throw new Error(`${source} was bundled with warnings: ${wrong.join("; ")}`);
  return { source, entry, metafile };
}
