import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const PACKAGES = fileURLToPath(new URL("../../packages/", import.meta.url));
const packages = readdirSync(PACKAGES);

const readJson = (path: string): unknown => JSON.parse(readFileSync(PACKAGES + path, "utf8"));

test.each(packages)("%s is type-checked alone, by the rules of the root", (name) => {
  expect(readJson(`${name}/tsconfig.json`)).toEqual({ extends: "../../tsconfig.json", include: ["."] });
});

test.each(packages)("%s has a README", (name) => {
  expect(existsSync(`${PACKAGES}${name}/README.md`)).toBe(true);
});

test.each(packages)("%s leaves its version to the root's manifest", (name) => {
  expect(readJson(`${name}/package.json`)).not.toHaveProperty("version");
});
