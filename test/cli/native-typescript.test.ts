import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";
import tsconfig from "../../tsconfig.json" with { type: "json" };

const PACKAGES = fileURLToPath(new URL("../../packages", import.meta.url));

/** The sources that the command line may load: all of the packages. */
const SOURCES = readdirSync(PACKAGES, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts") && !file.includes("node_modules"))
  .map((file) => join(PACKAGES, file));

// Node 22.18 and later run the sources without tsx, by erasing the types (nodejs.org/api/typescript.html).

test("the compiler refuses syntax that cannot be erased", () => {
  expect(tsconfig.compilerOptions).toMatchObject({ erasableSyntaxOnly: true, verbatimModuleSyntax: true });
});

test("every import names its file, as Node resolves it", () => {
  const unresolved = SOURCES.flatMap((source) =>
    ts
      .preProcessFile(readFileSync(source, "utf8"))
      .importedFiles.filter(({ fileName }) => fileName.startsWith("."))
      .filter(({ fileName }) => !existsSync(join(dirname(source), fileName)))
      .map(({ fileName }) => `${source}: ${fileName}`),
  );
  expect(SOURCES.length).toBeGreaterThan(300);
  expect(unresolved).toEqual([]);
});

test("JSON is imported as Node takes it: by an attribute, and whole", () => {
  const imported = SOURCES.flatMap(
    (source) => readFileSync(source, "utf8").match(/^import .* from ".*\.json".*$/gm) ?? [],
  );
  expect(imported.length).toBeGreaterThan(0);
  for (const line of imported) expect(line).toMatch(/^import \w+ from ".*\.json" with \{ type: "json" \};$/);
});
