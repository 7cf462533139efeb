import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const onOneLine = (text: string) => text.replace(/\s+/g, " ");
const page = onOneLine(read("../../docs/specification.md"));

const [, ...sections] = read("specification-rows.txt").split(/\n# .+/);
/** Rows with what shows each of them, in the form that the file explains. */
const rows = [...sections.join("").matchAll(/^(\S.*)\n((?: {2}.+\n)+)/gm)].map(
  ([, row = "", shown = ""]) => ({ row, shown: shown.trim().split(/\n {2}/) }),
);

describe("each row of the specification has a line or a test", () => {
  it.each(rows)("$row", ({ shown }) => {
    for (const evidence of shown) {
      const [test = "", title] = evidence.split(" :: ");
      if (title === undefined) expect(page).toContain(evidence);
      else {
        const path = `../${test}`;
        expect(existsSync(new URL(path, import.meta.url)), test).toBe(true);
        expect(read(path), test).toContain(title);
      }
    }
  });

  it("and no row is listed twice, or without what shows it", () => {
    expect(sections.join("").match(/^\S.*/gm)).toEqual(rows.map(({ row }) => row));
    expect(new Set(rows.map(({ row }) => row)).size).toBe(rows.length);
  });
});

describe("what Plumbline refuses, holds or sends otherwise", () => {
  const [, part = ""] = read("../../docs/specification.md").split("## What Plumbline refuses");
  const [table = ""] = part.split("\n## ");
  const rows = table.split("\n").filter((line) => /^\| [^-i]|^\| i[^n]/.test(line));

  it("tells of each what the specification says, what happens, and what changes it", () => {
    expect(rows.length).toBeGreaterThan(20);
    for (const row of rows)
      expect(
        row
          .split("|")
          .slice(1, -1)
          .every((cell) => cell.trim() !== ""),
        row,
      ).toBe(true);
  });

  it("names settings that exist", () => {
    const settings = [...table.matchAll(/`([A-Z][A-Z_]{5,})`/g)].map(([, name]) => name ?? "");
    const known = read("../../docs/settings.md");
    expect(settings).not.toEqual([]);
    for (const name of settings) expect(known).toContain(name);
  });
});
