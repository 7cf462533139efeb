import type { NodeJSProps } from "sst/constructs";
import { importAttributes } from "./import-attributes.ts";
import { substitutes } from "./substitutes.ts";
import { zodNamespace } from "./zod-namespace.ts";

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
