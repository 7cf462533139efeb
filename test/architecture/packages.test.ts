import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import * as z from "zod";

const PACKAGES = fileURLToPath(new URL("../../packages/", import.meta.url));
const packages = readdirSync(PACKAGES);

const readJson = (path: string): unknown => JSON.parse(readFileSync(PACKAGES + path, "utf8"));

test.each(packages)("%s is type-checked alone, by the rules of the root", (name) => {
  // The console runs in a browser, which has other types.
  const include = name === "console" ? ["src"] : ["."];
  expect(readJson(`${name}/tsconfig.json`)).toMatchObject({ extends: "../../tsconfig.json", include });
});

test.each(packages)("%s has a README", (name) => {
  expect(existsSync(`${PACKAGES}${name}/README.md`)).toBe(true);
});

test.each(packages)("%s leaves its version to the root's manifest", (name) => {
  expect(readJson(`${name}/package.json`)).not.toHaveProperty("version");
});

/** Returns every import of a package by files outside it, such as "watches/service/watch.ts". */
function outsideImports(folders: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const folder of folders)
    for (const file of readdirSync(join(PACKAGES, "..", folder), { recursive: true, encoding: "utf8" })) {
      if (!file.endsWith(".ts") || file.includes("node_modules")) continue;
      const text = readFileSync(join(PACKAGES, "..", folder, file), "utf8");
      const own = folder === "packages" ? file.split("/")[0] : undefined;
      for (const [, name = ""] of text.matchAll(/"(?:@plumbline|(?:\.\.\/)+packages)\/([^"]+)"/g))
        if (name.split("/")[0] !== own) found.add(name);
    }
  return found;
}

const faces = packages.map((name): [string, string[]] => {
  const { exports } = z
    .object({ exports: z.record(z.string(), z.string()) })
    .parse(readJson(`${name}/package.json`));
  return [name, Object.keys(exports)];
});
const ofProduct = outsideImports(["packages", "stacks"]);
const ofTests = outsideImports(["test"]);

test.each(faces)("%s exports files by name, and none that only it uses", (name, face) => {
  // The sandbox and the manual clock are there for tests.
  const isForTests = (file: string) => name === "sandbox" || file.endsWith("/manual-clock.ts");
  const isImported = (file: string) =>
    ofProduct.has(join(name, file)) || (isForTests(file) && ofTests.has(join(name, file)));
  expect(face.filter((file) => file.includes("*") || !isImported(file))).toEqual([]);
});
