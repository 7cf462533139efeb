import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadToolSamples } from "../../packages/service/docs/load-tool-samples.ts";
import {
  createDocsTables,
  createEnvExample,
  insertTable,
} from "../../packages/service/docs/provider-tables.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Columns of a line of prose; tables and code may be longer. */
const LONGEST_LINE = 110;

const listed = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
const pages = [...readdirSync(ROOT), ...listed("docs")].filter((name) => name.endsWith(".md"));
const rooms = readdirSync(join(ROOT, "packages")).map((name) => join("packages", name, "README.md"));
const all = [...pages, ...rooms.filter((name) => existsSync(join(ROOT, name)))];

test.each(all)("%s links only to what exists", (page) => {
  const text = readFileSync(join(ROOT, page), "utf8").replace(/^ {4}.*$/gm, "");
  const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#\s]+)/g), ([, target = ""]) => target);
  const missing = links.filter((target) => !existsSync(join(ROOT, dirname(page), target)));
  expect(missing).toEqual([]);
});

test.each(all)("%s has no line of prose that is too long", (page) => {
  const lines = readFileSync(join(ROOT, page), "utf8")
    .replace(/^```[\s\S]*?^```$/gm, "")
    .split("\n");
  const prose = lines.filter((line) => !line.startsWith("|") && !line.startsWith("    "));
  expect(prose.filter((line) => line.length > LONGEST_LINE)).toEqual([]);
});

test("every page is linked from the README, or from a page that it links", () => {
  const linksOf = (page: string) =>
    Array.from(
      readFileSync(join(ROOT, page), "utf8").matchAll(/\]\((?!https?:)([^)#\s]+\.md)/g),
      ([, to = ""]) => join(dirname(page), to),
    );
  const reached = new Set(["README.md"]);
  for (const page of reached) for (const to of linksOf(page)) if (existsSync(join(ROOT, to))) reached.add(to);
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});

test.each(await createDocsTables(await loadToolSamples()))(
  "$page has the table $name as it is now; if not: npm run generate:docs",
  (table) => {
    const text = readFileSync(join(ROOT, table.page), "utf8");
    expect(insertTable(text, table)).toBe(text);
  },
);

test(".env.example lists every setting; if not: npm run generate:docs", () => {
  expect(readFileSync(`${ROOT}.env.example`, "utf8")).toBe(createEnvExample());
  for (const name of ["PORT=8787", "SEARCH_A_API_KEY=", "OAUTH_CRM_CLIENT_ID=", "NOTES_BASE_URL=https://"])
    expect(createEnvExample()).toContain(`\n# ${name}`);
});
