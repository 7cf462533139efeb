import { readFile } from "node:fs/promises";
import type { NodeJSProps } from "sst/constructs";
import { type Plugin, substitutes } from "./substitutes.ts";

/** Creates a plugin that changes the source of the files whose paths match. */
function rewriteSource(filter: RegExp, change: (source: string) => string): Plugin {
  return {
    name: `rewrite ${filter}`,
    setup(build) {
      build.onLoad({ filter }, async ({ path }) => ({
        contents: change(await readFile(path, "utf8")),
        loader: path.endsWith(".ts") ? "ts" : "js",
      }));
    },
  };
}

/**
 * Removes `with { type: "json" }` from the files in which functions import JSON. Node requires it there.
 * SST's esbuild is too old to parse it, and recognises JSON by the file name.
 */
const importAttributes = rewriteSource(
  /\/packages\/(?:http\/version|(?:grounding|core\/places)\/lexicon\/[a-z-]+)\.ts$/,
  (source) => source.replace(/ with \{ type: "json" \}(?=;)/g, ""),
);

/**
 * Makes the packages of models import zod as a namespace, as the project's own code does. `{ z }` is one
 * object with all of zod in it, so every function that can reach a model would load 100 kB at startup that it
 * does not need.
 */
const zodNamespace = rewriteSource(/\/@ai-sdk\/.+\.m?js$/, (source) =>
  source.replace(
    /\bimport \{ z(?: as (\w+))? \} from ("zod(?:\/v4)?")/g,
    (_, name = "z", module) => `import * as ${name} from ${module}`,
  ),
);

/**
 * Options for bundling handlers. The code is minified, because a cold start loads the whole bundle. It is
 * split, so that mail, models, MCP and other dynamic imports are loaded on first use.
 *
 * The lexicons of 13 languages stay in UTF-8: with escapes, a Cyrillic letter takes six bytes instead of two.
 *
 * There are no source maps. Node would have to load them at startup to translate a stack trace, and with
 * splitting SST ships only one of them. Names are not kept either, although SST keeps them by default: that
 * takes a call for each function and class, 14 ms of the agent's initialisation. The same commit produces the
 * same bytes, so `npm run trace` can translate a stack trace afterwards (read-trace.ts).
 */
export const BUNDLING = {
  format: "esm",
  minify: true,
  splitting: true,
  sourcemap: false,
  esbuild: { charset: "utf8", keepNames: false, plugins: [importAttributes, substitutes, zodNamespace] },
} as const satisfies NodeJSProps;
