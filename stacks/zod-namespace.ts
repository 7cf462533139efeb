import { readFile } from "node:fs/promises";
import type { NodeJSProps } from "sst/constructs";

type Plugin = NonNullable<NonNullable<NodeJSProps["esbuild"]>["plugins"]>[number];

const NAMED = /\bimport \{ z(?: as (\w+))? \} from ("zod(?:\/v4)?")/g;

/**
 * Makes the packages of models import zod as a namespace, as the project's own code does. `{ z }` is one
 * object with all of zod in it, so every function that can reach a model would load 100 kB at startup that it
 * does not need.
 */
export const zodNamespace: Plugin = {
  name: "zod-namespace",
  setup(build) {
    build.onLoad({ filter: /\/@ai-sdk\/.+\.m?js$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      return {
        contents: source.replace(NAMED, (_, name = "z", module) => `import * as ${name} from ${module}`),
      };
    });
  },
};
