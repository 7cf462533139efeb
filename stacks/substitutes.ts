import { resolve } from "node:path";
import type { NodeJSProps } from "sst/constructs";

/** Plugin type of the esbuild that SST uses, which is older than the project's own. */
export type Plugin = NonNullable<NonNullable<NodeJSProps["esbuild"]>["plugins"]>[number];

interface Substitute {
  /** Matches the import as written. */
  imported: RegExp;
  /** Matches paths of importing files. If omitted, all files. */
  by?: RegExp;
  replacement: string;
}

/** Replacements of modules in a bundle. Paths are relative to the checkout's root. */
const SUBSTITUTES: readonly Substitute[] = [
  // Lambda provides credentials in the environment. The SDK's other credential sources are a fifth of its
  // clients' code.
  {
    imported: /^@aws-sdk\/credential-provider-node$/,
    replacement: "packages/functions/runtime/environment-credentials.ts",
  },
  // On Lambda the SDK has no configuration files and sends no files. Reading them loads 20 modules of Node.
  {
    imported: /^node:fs(\/promises)?$/,
    by: /\/(shared-ini-file-loader|util-body-length)\//,
    replacement: "stacks/substitutes/no-files.js",
  },
  // Importing the module reads every property of `process`, and `process.report` alone takes 4 ms.
  { imported: /^node:process$/, replacement: "stacks/substitutes/process.cjs" },
  { imported: /^undici$/, replacement: "stacks/substitutes/undici.js" },
  {
    imported: /\/web\/fetch\/body\.js$/,
    by: /\/undici\//,
    replacement: "stacks/substitutes/undici-form-data.cjs",
  },
  {
    imported: /^\.\.\/locales\/index\.js$/,
    by: /\/zod\/v4\//,
    replacement: "stacks/substitutes/zod-locales.js",
  },
  // HTTP/2 is not enabled in the connection pools, and loading it takes as long as undici itself.
  { imported: /\/client-h2\.js$/, by: /\/undici\//, replacement: "stacks/substitutes/undici-http2.cjs" },
  // Two builds of one parser in base64. Every processor on which Lambda runs Node 24 has SIMD.
  {
    imported: /\/llhttp-wasm\.js$/,
    by: /\/undici\//,
    replacement: "node_modules/undici/lib/llhttp/llhttp_simd-wasm.js",
  },
];

/**
 * Replaces modules of which functions use little with modules that contain only the used part. Unbundled code
 * uses the original modules.
 */
export const substitutes: Plugin = {
  name: "substitutes",
  setup(build) {
    for (const { imported, by = /^/, replacement } of SUBSTITUTES) {
      const path = resolve(replacement);
      build.onResolve({ filter: imported }, ({ importer }) => (by.test(importer) ? { path } : undefined));
    }
  },
};
