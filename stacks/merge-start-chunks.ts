import { readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";

/** Matches an import of another file of the same bundle. */
const BUNDLED_FILE = /^\.\/[\w.-]+\.mjs$/;

/**
 * Matches what SST writes at the top of each file: definitions of `require` and `__dirname`, which some
 * packages use in ES modules.
 */
const BANNER = /^import \{ createRequire as topLevelCreateRequire \}(?:.*\n){4}/;

interface BundledFile {
  exports: readonly string[];
  imports: readonly { name: string; isDynamic: boolean }[];
}

/** The files of a bundle by name. */
type Bundle = ReadonlyMap<string, BundledFile>;

/**
 * Merges a function's entry with all chunks that it imports statically. Removes these chunks, and those that
 * the entry can never load. Chunks that are loaded dynamically keep their names and import from the entry.
 *
 * The bundler makes a chunk for each set of modules that the same dynamic imports need. At a cold start, Node
 * takes longer to link 45 of them than to load one file.
 *
 * With `sourceMaps`, writes a source map next to each file. It refers to the original source if the files of
 * the bundle name their source maps.
 */
export async function mergeStartChunks(entry: string, { sourceMaps = false } = {}): Promise<void> {
  const [folder, entryName] = [dirname(entry), basename(entry)];
  const bundle = await readBundle(folder);
  const merged = listReached(bundle, entryName, ({ isDynamic }) => !isDynamic);
  const kept = [...listReached(bundle, entryName, () => true)].filter((name) => !merged.has(name));
  const options: BuildOptions = {
    allowOverwrite: true,
    banner: { js: BANNER.exec(await readFile(entry, "utf8"))?.[0] ?? "" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "esnext",
    charset: "utf8",
    minify: true,
    sourcemap: sourceMaps && "external",
    logLevel: "error",
  };
  const exporting = [...merged].map((name) => {
    const names = listExports(bundle, merged, name).map(([own, alias]) => `${own} as ${alias}`);
    return `export {${names}} from "./${name}";`;
  });
  await build({
    ...options,
    stdin: { contents: exporting.join("\n"), resolveDir: folder },
    outfile: entry,
    plugins: [builtinModules, externalChunks, withoutBanner],
  });
  await build({
    ...options,
    entryPoints: kept.map((name) => join(folder, name)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    plugins: [builtinModules, importFromEntry(bundle, merged, entryName), withoutBanner],
  });
  const removed = [...bundle.keys()].filter((name) => name !== entryName && !kept.includes(name));
  await Promise.all(removed.map((name) => rm(join(folder, name))));
}

/** Reads the exports and imports of each file in a bundle's folder. */
async function readBundle(folder: string): Promise<Bundle> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".mjs"));
  const { metafile } = await build({
    entryPoints: names.map((name) => join(folder, name)),
    outdir: folder,
    format: "esm",
    write: false,
    metafile: true,
    logLevel: "error",
  });
  const files = Object.values(metafile.outputs).map(({ entryPoint = "", exports, imports }) => {
    const bundled = imports.filter(({ path }) => BUNDLED_FILE.test(path));
    const named = bundled.map(({ path, kind }) => ({
      name: basename(path),
      isDynamic: kind === "dynamic-import",
    }));
    return [basename(entryPoint), { exports, imports: named }] as const;
  });
  return new Map(files);
}

/** Returns the names of the entry and of all files that it imports, directly or indirectly. */
function listReached(
  bundle: Bundle,
  entryName: string,
  follows: (imported: BundledFile["imports"][number]) => boolean,
): Set<string> {
  const reached = new Set([entryName]);
  for (const name of reached)
    for (const imported of bundle.get(name)?.imports ?? []) if (follows(imported)) reached.add(imported.name);
  return reached;
}

/**
 * Returns pairs of names for an export clause: what a chunk exports, and under which name the merged file
 * exports it. Chunks export short names, which many of them have in common.
 */
function listExports(
  bundle: Bundle,
  merged: ReadonlySet<string>,
  name: string,
): [own: string, merged: string][] {
  const position = [...merged].indexOf(name);
  return (bundle.get(name)?.exports ?? []).map((own) => [own, position === 0 ? own : `${own}$${position}`]);
}

/** Leaves imports of other files in the bundle as they are, except those that are merged into one file. */
const externalChunks: Plugin = {
  name: "external-chunks",
  setup(setup) {
    setup.onResolve({ filter: BUNDLED_FILE }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
  },
};

/** Redirects imports of merged chunks to the merged file. */
function importFromEntry(bundle: Bundle, merged: ReadonlySet<string>, entryName: string): Plugin {
  const namespace = "merged-chunk";
  return {
    name: namespace,
    setup(setup) {
      setup.onResolve({ filter: BUNDLED_FILE }, ({ path, namespace: from }) =>
        merged.has(basename(path)) && from !== namespace ? { path, namespace } : { path, external: true },
      );
      setup.onLoad({ filter: /^/, namespace }, ({ path }) => {
        const names = listExports(bundle, merged, basename(path)).map(([own, alias]) => `${alias} as ${own}`);
        return { contents: `export {${names}} from "./${entryName}";` };
      });
    },
  };
}

/** Removes the banner from each file that is read, because the written files have it too. Keeps its lines. */
const withoutBanner: Plugin = {
  name: "without-banner",
  setup(setup) {
    setup.onLoad({ filter: /\.mjs$/, namespace: "file" }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace(BANNER, (lines) => lines.replace(/.*/g, "")),
    }));
  },
};

/**
 * Reads the used names of Node's modules instead of importing them. An import statement makes Node read every
 * property of a module, and some of them load other modules: `util` loads worker threads, and `tls` all root
 * certificates.
 */
const builtinModules: Plugin = {
  name: "builtin-modules",
  setup(setup) {
    setup.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: "builtin" } : undefined,
    );
    setup.onLoad({ filter: /^/, namespace: "builtin" }, ({ path }) => ({
      contents: [
        `const builtin$ = process.getBuiltinModule("${path}");`,
        "const read$ = (name) => builtin$[name];",
        "export default builtin$;",
        ...Object.keys(process.getBuiltinModule(path) ?? {}).map(
          (name) => `export const ${name} = /* @__PURE__ */ read$("${name}");`,
        ),
      ].join("\n"),
    }));
  },
};
