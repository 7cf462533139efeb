import { readFile } from "node:fs/promises";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { generateClientSchema } from "../../packages/http/openapi/generate-client.ts";

test("the types are those of the description as it is now; if not: npm run generate:client", async () => {
  expect(await readFile("packages/client/schema.d.ts", "utf8")).toBe(await generateClientSchema());
});

test("the client needs nothing that a browser does not have", async () => {
  const bundle = build({
    entryPoints: ["packages/client/client.ts"],
    bundle: true,
    platform: "browser",
    write: false,
    logLevel: "silent",
  });
  await expect(bundle).resolves.toMatchObject({ errors: [], warnings: [] });
});
