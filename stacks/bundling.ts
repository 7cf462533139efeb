import type { NodeJSProps } from "sst/constructs";
import { importAttributes } from "./import-attributes.ts";
import { substitutes } from "./substitutes.ts";
import { zodNamespace } from "./zod-namespace.ts";

/**
 * Options for bundling handlers. They are minified, because a cold start downloads the bundle. They are
 * split, so that mail, models, MCP and other late imports are loaded at their first use and not before.
 *
 * Source maps are left out. Node would have to load them at the start to translate a stack trace, and with
 * splitting SST ships all but one of them. Traces stay readable by the functions' names, which SST keeps
 * (`keepNames`). The same commit gives the same bytes, should a line be needed.
 */
export const BUNDLING = {
  format: "esm",
  minify: true,
  splitting: true,
  sourcemap: false,
  esbuild: { plugins: [importAttributes, substitutes, zodNamespace] },
} as const satisfies NodeJSProps;
