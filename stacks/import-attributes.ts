import { readFile } from "node:fs/promises";
import type { NodeJSProps } from "sst/constructs";

type Plugin = NonNullable<NonNullable<NodeJSProps["esbuild"]>["plugins"]>[number];

const ATTRIBUTES = / with \{ type: "json" \}(?=;)/g;

/**
 * Removes `with { type: "json" }` from the files in which functions import JSON. Node requires it there.
 * SST's esbuild is too old to parse it, and recognises JSON by the file name.
 */
export const importAttributes: Plugin = {
  name: "import-attributes",
  setup(build) {
    build.onLoad(
      { filter: /\/packages\/(?:http\/version|grounding\/lexicon\/[a-z-]+)\.ts$/ },
      async ({ path }) => {
        const source = await readFile(path, "utf8");
        return { contents: source.replace(ATTRIBUTES, ""), loader: "ts" };
      },
    );
  },
};
