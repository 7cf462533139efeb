import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { median } from "./measurement.ts";
import { providers } from "./providers/all-providers.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const run = promisify(execFile);
const IMPORTS = 9;

/** The modules of the HTTP adapters; mail and feeds are loaded when they are first used. */
const ADAPTERS = [
  "chatapp/chatapp-dm",
  "chatapp/chatapp-post-channel",
  "chatapp/chatapp-connection",
  "notes/notes-query",
  "notes/notes-create-page",
  "notes/notes-connection",
  "crm/crm-upsert-contact",
  "crm/crm-connection",
  "tracker/tracker-create-issue",
  "tracker/tracker-connection",
  "microblog/social-post-microblog",
  "microblog/microblog-connection",
  "network/social-post-network",
  "network/network-connection",
  "calendar/calendar-create-event",
  "calendar/calendar-list-events",
  "calendar/calendar-connection",
  "http/http-post-json",
].map((module) => `@plumbline/core/adapters/${module}.ts`);
const TRANSPORT = ["@plumbline/core/egress/egress.ts"];

/** Size and import time of the HTTP adapters' code and of the SDKs of the same providers, bundled and minified alike. */
export async function bundleBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-bundles-"));
  try {
    const sdks = Object.values(providers).map(({ sdk }) => sdk);
    console.log(`\nBundles, minified, and their import (median of ${IMPORTS} fresh processes)`);
    const { inputs } = await bundle(folder, "own", ADAPTERS, ["undici", "zod"]);
    const own = sum(inputs.filter(([path]) => !path.includes("node_modules/")));
    const libraries = new Set(inputs.flatMap(([path]) => /node_modules\/([^/]+)/.exec(path)?.[1] ?? []));
    console.log(`${size(own)}   HTTP adapters' own code, without transport and zod (to be reached: 150 kB)`);
    console.log(`${size(sum(inputs) - own)}   libraries it brings: ${[...libraries].join(", ")}`);
    await print(folder, "HTTP adapters, transport and zod", [...ADAPTERS, ...TRANSPORT]);
    for (const sdk of sdks) await print(folder, sdk, [sdk]);
    await print(folder, "all six SDKs", sdks);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function print(folder: string, title: string, modules: readonly string[]): Promise<void> {
  const { path, inputs } = await bundle(folder, title.replace(/\W/g, "-"), modules, []);
  console.log(`${size(sum(inputs))}   ${title}, ${(await importTime(path)).toFixed(0)} ms`);
}

interface Bundle {
  path: string;
  /** What each source file comes to in it, in bytes. */
  inputs: [file: string, bytes: number][];
}

async function bundle(
  folder: string,
  name: string,
  modules: readonly string[],
  external: string[],
): Promise<Bundle> {
  const path = join(folder, `${name}.cjs`);
  const contents = modules.map((module, index) => `export * as m${index} from ${JSON.stringify(module)};`);
  const { metafile } = await build({
    stdin: { contents: contents.join("\n"), resolveDir: root, loader: "ts" },
    outfile: path,
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    external,
    metafile: true,
    logLevel: "error",
  });
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output?.inputs ?? {});
  return { path, inputs: inputs.map(([file, { bytesInOutput }]) => [file, bytesInOutput]) };
}

function sum(inputs: Bundle["inputs"]): number {
  return inputs.reduce((total, [, bytes]) => total + bytes, 0);
}

function size(bytes: number): string {
  return `${(bytes / 1000).toFixed(0).padStart(6)} kB`;
}

/** Milliseconds to load a bundle in a process that has done nothing else. */
async function importTime(path: string): Promise<number> {
  const script =
    "const at = performance.now(); require(process.argv[1]); console.log(performance.now() - at)";
  const times: number[] = [];
  for (let index = 0; index < IMPORTS; index++) {
    const { stdout } = await run(process.execPath, ["-e", script, path]);
    times.push(Number(stdout));
  }
  return median(times);
}
