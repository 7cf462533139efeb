import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { BUILT_MODULE, buildConsole } from "./build-console.ts";

await mkdir(dirname(BUILT_MODULE), { recursive: true });
await writeFile(BUILT_MODULE, await buildConsole());
