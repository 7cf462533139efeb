import { readdir } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as z from "zod";
import { createDescribedTools } from "./described-tools.ts";

const PACKAGES = fileURLToPath(new URL("../../", import.meta.url));

const samplesFile = z.object({
  samples: z.looseObject({ tool: z.string(), docs: z.object({ does: z.string(), retried: z.string() }) }),
});

export type DocumentedSamples = z.output<typeof samplesFile>["samples"];

/**
 * Imports the samples of every tool from the files `*.samples.ts` of the checkout, in the order in which the
 * tools are listed. Throws if a tool has no samples, or if samples have no tool.
 */
export async function loadToolSamples(): Promise<DocumentedSamples[]> {
  const files = (await readdir(PACKAGES, { recursive: true })).filter(
    (file) => file.endsWith(".samples.ts") && !file.includes("node_modules"),
  );
  const found = new Map<string, DocumentedSamples>();
  for (const file of files) {
    const { samples } = samplesFile.parse(await import(pathToFileURL(`${PACKAGES}${file}`).href));
    found.set(samples.tool, samples);
  }
  const listed = (await createDescribedTools()).map(({ name }) => {
    const samples = found.get(name);
    if (!samples) throw new Error(`The tool ${name} has no samples. Write NAME.samples.ts next to it.`);
    found.delete(name);
    return samples;
  });
  if (found.size > 0) throw new Error(`These samples have no tool: ${[...found.keys()].join(", ")}.`);
  return listed;
}
