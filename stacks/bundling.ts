import type { NodeJSProps } from "sst/constructs";
import { substitutes } from "./substitutes.ts";
import { zodNamespace } from "./zod-namespace.ts";

/**
 * How handlers are bundled. Minified, as the size is what a cold start downloads; split, so that mail,
 * models, MCP and what else is imported when it is first used is loaded then and not before.
 *
 * Without source maps: to translate a stack trace Node would have to load them at the start, and with
 * splitting SST ships all but one of them. Traces stay readable by the functions' names, which SST keeps
 * (`keepNames`); the same commit gives the same bytes, should a line be needed.
 */
export const BUNDLING = {
  format: "esm",
  minify: true,
  splitting: true,
  sourcemap: false,
  esbuild: { plugins: [substitutes, zodNamespace] },
} as const satisfies NodeJSProps;
