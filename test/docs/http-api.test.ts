import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generateGuidePages, generateHttpApiPage } from "../../packages/http/openapi/generate-docs.ts";

test("the table of endpoints is that of the list as it is now; if not: npm run generate:docs", async () => {
  const written = readFileSync(new URL("../../docs/http-api.md", import.meta.url), "utf8");
  expect(written).toBe(await generateHttpApiPage());
  expect(written).toContain("| `POST /api/v1/tools/{name}` | `tools:call` | Call a tool |");
});

test("the docs that are served are those of docs/ as they are now; if not: npm run generate:docs", async () => {
  const written = readFileSync("packages/http/docs/built/pages.ts", "utf8");
  expect(written === (await generateGuidePages())).toBe(true);
});
