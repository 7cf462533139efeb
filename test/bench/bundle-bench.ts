import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type BuildOptions, build, type Metafile } from "esbuild";
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
].map((module) => `./packages/adapters/${module}.ts`);
const TRANSPORT = ["./packages/core/egress/http-pools.ts"];

/**
 * Size and import time of the HTTP adapters' code and of the SDKs of the same providers, bundled and minified
 * alike.
 */
export async function bundleBench(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-bundles-"));
  try {
    const sdks = Object.values(providers).map(({ sdk }) => sdk);
    console.log(`\nBundles, minified, and their import (median of ${IMPORTS} fresh processes)`);
    const { eager, later } = await split(folder, ADAPTERS, ["undici", "zod"]);
    const own = sum(eager.filter(([path]) => !path.includes("node_modules/")));
    console.log(`${size(own)}   HTTP adapters' own code, without transport and zod (to be reached: 150 kB)`);
    console.log(`${size(sum(eager) - own)}   libraries it brings: ${librariesOf(eager)}`);
    console.log(
      `${size(sum(later))}   more when it is first used: ${librariesOf(later)} and what drives them`,
    );
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

/** Sizes of source files in a bundle, in bytes. */
type Inputs = readonly [file: string, bytes: number][];

interface Bundle {
  path: string;
  inputs: Inputs;
}

/** The code that modules load at once, and what they load when it is first used. */
async function split(folder: string, modules: readonly string[], external: string[]) {
  const { metafile } = await build({
    ...commonOptions(modules, external),
    outdir: join(folder, "split"),
    format: "esm",
    splitting: true,
  });
  const { outputs } = metafile;
  const eager = new Set<string>();
  const follow = (path: string) => {
    if (eager.has(path)) return;
    eager.add(path);
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === "import-statement" && imported in outputs) follow(imported);
  };
  follow(Object.keys(outputs).find((path) => outputs[path]?.entryPoint === "<stdin>") ?? "");
  const inputsOf = (wanted: boolean) =>
    Object.keys(outputs)
      .filter((path) => eager.has(path) === wanted)
      .flatMap((path) => inputsIn(outputs[path]));
  return { eager: inputsOf(true), later: inputsOf(false) };
}

async function bundle(
  folder: string,
  name: string,
  modules: readonly string[],
  external: string[],
): Promise<Bundle> {
  const path = join(folder, `${name}.cjs`);
  const { metafile } = await build({
    ...commonOptions(modules, external),
    outfile: path,
    format: "cjs",
  });
  return { path, inputs: inputsIn(Object.values(metafile.outputs)[0]) };
}

function commonOptions(modules: readonly string[], external: string[]) {
  const contents = modules.map((module, index) => `export * as m${index} from ${JSON.stringify(module)};`);
  return {
    stdin: { contents: contents.join("\n"), resolveDir: root, loader: "ts" },
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20",
    external,
    metafile: true,
    logLevel: "error",
  } as const satisfies BuildOptions;
}

function inputsIn(output: Metafile["outputs"][string] | undefined): Inputs {
  return Object.entries(output?.inputs ?? {}).map(([file, { bytesInOutput }]) => [file, bytesInOutput]);
}

function librariesOf(inputs: Inputs): string {
  return [...new Set(inputs.flatMap(([path]) => /node_modules\/([^/]+)/.exec(path)?.[1] ?? []))].join(", ");
}

function sum(inputs: Inputs): number {
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
