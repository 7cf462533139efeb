import { dirname, join } from "node:path";
import ts from "typescript";

/**
 * The tests that load a file, directly or through others: those that need the fewest steps come first.
 * `sources` holds the text of every TypeScript file by its path from the root.
 */
export function relatedTests(path: string, sources: ReadonlyMap<string, string>): string[] {
  const importers = importersOf(sources);
  const reached = new Set([path]);
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
  return [...reached].filter((file) => file.endsWith(".test.ts"));
}

const known = new WeakMap<ReadonlyMap<string, string>, Map<string, string[]>>();

/** Who imports a file. Read once for each set of sources. */
function importersOf(sources: ReadonlyMap<string, string>): Map<string, string[]> {
  const before = known.get(sources);
  if (before) return before;
  const importers = new Map<string, string[]>();
  for (const [path, text] of sources)
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      const imported = resolve(path, fileName, sources);
      if (imported) importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  known.set(sources, importers);
  return importers;
}

function resolve(from: string, name: string, sources: ReadonlyMap<string, string>): string | undefined {
  const path = name.startsWith(".") ? join(dirname(from), name) : name.replace(/^@plumbline\//, "packages/");
  return [path, `${path}/index.ts`, `${path}.ts`].find((candidate) => sources.has(candidate));
}
