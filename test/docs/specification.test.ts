import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SPECIFICATION_ROWS } from "./specification-rows.ts";

const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const onOneLine = (text: string) => text.replace(/\s+/g, " ");
const page = onOneLine(read("../../docs/specification.md"));

describe("each row of the specification has a line or a test", () => {
  it.each(SPECIFICATION_ROWS.map(([row, ...shown]) => ({ row, shown })))("$row", ({ shown }) => {
    expect(shown).not.toEqual([]);
    for (const evidence of shown) {
      if ("line" in evidence) expect(page).toContain(onOneLine(evidence.line));
      else {
        const path = `../${evidence.test}`;
        expect(existsSync(new URL(path, import.meta.url)), evidence.test).toBe(true);
        expect(read(path), evidence.test).toContain(evidence.title);
      }
    }
  });

  it("and no row stands there twice", () => {
    const rows = SPECIFICATION_ROWS.map(([row]) => row);
    expect(new Set(rows).size).toBe(rows.length);
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
