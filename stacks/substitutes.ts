import { resolve } from "node:path";
import type { NodeJSProps } from "sst/constructs";

/** As the esbuild that SST builds with has it, an older one than ours. */
type Plugin = NonNullable<NonNullable<NodeJSProps["esbuild"]>["plugins"]>[number];

interface Substitute {
  /** The import as it is written. */
  imported: RegExp;
  /** Of files whose path matches; all unless it is given. */
  by?: RegExp;
  instead: string;
}

/** Modules that a bundle contains in place of others, by the path from the checkout's root. */
const SUBSTITUTES: readonly Substitute[] = [
  // Lambda gives credentials by the environment; the SDK's chain of other places is a fifth of its clients.
  {
    imported: /^@aws-sdk\/credential-provider-node$/,
    instead: "packages/functions/runtime/environment-credentials.ts",
  },
  { imported: /^undici$/, instead: "stacks/substitutes/undici.js" },
  {
    imported: /\/web\/fetch\/body\.js$/,
    by: /\/undici\//,
    instead: "stacks/substitutes/undici-form-data.cjs",
  },
  { imported: /^\.\.\/locales\/index\.js$/, by: /\/zod\/v4\//, instead: "stacks/substitutes/zod-locales.js" },
  // HTTP/2 is not switched on in our pools; to load it takes as long as undici itself.
  { imported: /\/client-h2\.js$/, by: /\/undici\//, instead: "stacks/substitutes/undici-http2.cjs" },
  // Two builds of one parser in base64. Every processor that Lambda runs Node 24 on has SIMD.
  {
    imported: /\/llhttp-wasm\.js$/,
    by: /\/undici\//,
    instead: "node_modules/undici/lib/llhttp/llhttp_simd-wasm.js",
  },
];

/**
 * Replaces modules of which a function uses a small part, or none, by that part. Unbundled, the modules
 * themselves are used.
 */
export const substitutes: Plugin = {
  name: "substitutes",
  setup(build) {
    for (const { imported, by = /^/, instead } of SUBSTITUTES) {
      const path = resolve(instead);
      build.onResolve({ filter: imported }, ({ importer }) => (by.test(importer) ? { path } : undefined));
    }
  },
};
