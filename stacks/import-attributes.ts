import { readFile } from "node:fs/promises";
import type { NodeJSProps } from "sst/constructs";

type Plugin = NonNullable<NonNullable<NodeJSProps["esbuild"]>["plugins"]>[number];

const ATTRIBUTES = / with \{ type: "json" \}(?=;)/g;

/**
 * Takes `with { type: "json" }` out of the one file that a function imports JSON in. Node wants it there; the
 * esbuild that SST brings is too old to read it, and knows JSON by its name.
 */
export const importAttributes: Plugin = {
  name: "import-attributes",
  setup(build) {
    build.onLoad({ filter: /\/packages\/http\/version\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return { contents: source.replace(ATTRIBUTES, ""), loader: "ts" };
    });
  },
};
