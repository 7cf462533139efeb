import type { NodeJSProps } from "sst/constructs";
import { importAttributes } from "./import-attributes.ts";
import { substitutes } from "./substitutes.ts";
import { zodNamespace } from "./zod-namespace.ts";

/**
 * Options for bundling handlers. The code is minified, because a cold start downloads the bundle. It is
 * split, so that mail, models, MCP and other dynamic imports are loaded on first use.
 *
 * The words of 13 languages stay in UTF-8: with escapes, a Cyrillic letter takes six bytes instead of two.
 *
 * There are no source maps. Node would have to load them at startup to translate a stack trace, and with
 * splitting SST ships all but one of them. Traces stay readable because SST keeps function names
 * (`keepNames`). The same commit produces the same bytes, in case a line number is needed.
 */
export const BUNDLING = {
  format: "esm",
  minify: true,
  splitting: true,
  sourcemap: false,
  esbuild: { charset: "utf8", plugins: [importAttributes, substitutes, zodNamespace] },
} as const satisfies NodeJSProps;
