import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { loadToolSamples } from "./load-tool-samples.ts";
import { createDocsTables, createEnvExample, insertTable } from "./provider-tables.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

for (const table of await createDocsTables(await loadToolSamples())) {
  const path = `${ROOT}${table.page}`;
  await writeFile(path, insertTable(await readFile(path, "utf8"), table));
}

await writeFile(`${ROOT}.env.example`, createEnvExample());
