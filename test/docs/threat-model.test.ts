import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const page = readFileSync("docs/security.md", "utf8");
const [, promises = ""] = /\n\| promise \| test \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(page) ?? [];
const rows = promises.trim().split("\n");

test.each(rows)("%s", (row) => {
  const held = [...row.matchAll(/\[[\w ]+\]\(\.\.\/([^)]+)\): "([^"]+)"/g)];
  expect(held.length).toBeGreaterThan(0);
  for (const [, file = "", title = ""] of held) {
    expect([file, existsSync(join(file))]).toEqual([file, true]);
    expect(readFileSync(file, "utf8")).toContain(title);
  }
});

test("there is a test behind twenty promises", () => {
  expect(rows.length).toBeGreaterThanOrEqual(20);
});
