import { readFile } from "node:fs/promises";
import type { NodeJSProps } from "sst/constructs";

type Plugin = NonNullable<NonNullable<NodeJSProps["esbuild"]>["plugins"]>[number];

const NAMED = /\bimport \{ z(?: as (\w+))? \} from ("zod(?:\/v4)?")/g;

/**
 * Has the models' packages import zod as a namespace, as ours do. `{ z }` is one object with all of zod in
 * it, so every function that can reach a model would load the whole at its start, 100 kB of it for nothing.
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
