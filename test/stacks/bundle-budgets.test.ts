import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setProject } from "sst/project.js";
import { useNodeHandler } from "sst/runtime/handlers/node.js";
import { afterAll, describe, expect, it } from "vitest";
import { BUNDLE_BUDGETS, checkBundle, measureBundle } from "../../stacks/bundle-budgets.ts";
import { BUNDLING } from "../../stacks/bundling.ts";
import { finishBundle } from "../../stacks/finish-bundle.ts";
import type { FunctionName } from "../../stacks/routes.ts";
import { bundledFunction, removeBundles } from "./bundled-function.ts";

const NAMES = Object.keys(BUNDLE_BUDGETS) as FunctionName[];

afterAll(removeBundles);

describe("a bundle", () => {
  it.each(NAMES)("of %s is within its budget and loads later what is not always used", async (name) => {
    expect(await checkBundle(name, await bundledFunction(name))).toBeNull();
  });

  it("of the tick holds no HTTP client, no key, no mail and no model", async () => {
    const { metafile } = await bundledFunction("tick");
    const held = Object.keys(metafile.inputs).join("\n");
    expect(held).toContain("@aws-sdk/client-sqs/");
    expect(held).not.toMatch(/node_modules\/(undici|imapflow|nodemailer|@ai-sdk|@aws-sdk\/client-kms)\//);
  });

  it.each(["research", "agent", "tools", "mcp", "credentials", "tenants", "deliver"] as const)(
    "of %s, which sends to no queue, holds no client of queues",
    async (name) => {
      const { metafile } = await bundledFunction(name);
      expect(Object.keys(metafile.inputs).join("\n")).not.toContain("@aws-sdk/client-sqs/");
    },
  );

  it.each(["health", "docs", "tick", "poll", "deliver"] as const)(
    "of %s, which has no callers to know, holds no reader of tokens",
    async (name) => {
      const { metafile } = await bundledFunction(name);
      expect(Object.keys(metafile.inputs).join("\n")).not.toMatch(/node_modules\/jose\//);
    },
  );

  it("is one file, and what is loaded later imports from it", async () => {
    const { entry } = await bundledFunction("research");
    const files = await contents(dirname(entry));
    const start = files.get(basename(entry)) ?? "";
    expect(start).toMatch(/import\("\.\/[\w.-]+\.mjs"\)/);
    expect(start).not.toMatch(/(?:from|import)"\.\//);
    expect([...files.values()].filter((text) => text.includes('from"./research.mjs"'))).not.toEqual([]);
  });

  it("imports no module of Node, which would read every property of it", async () => {
    const { entry } = await bundledFunction("research");
    const start = (await contents(dirname(entry))).get(basename(entry)) ?? "";
    expect(start).toContain('getBuiltinModule("node:util")');
    expect(start).not.toMatch(/(?:from|import)\s*"node:/);
    expect(start).not.toMatch(/"node:fs(?:\/promises)?"/);
  });

  it("of one function is what SST makes of it, byte by byte", async () => {
    const { entry } = await bundledFunction("tick");
    const out = join(dirname(entry), "../../../../by-sst");
    await bundleBySst("tick", out);
    const bySstFolder = join(out, "packages", "functions", "handlers");
    const [ours, bySst] = await Promise.all([contents(dirname(entry)), contents(bySstFolder)]);
    expect([...bySst.keys()]).toContain("tick.mjs");
    expect([...bySst.keys()]).toEqual([...ours.keys()]);
    expect([...bySst].filter(([file, text]) => ours.get(file) !== text).map(([file]) => file)).toEqual([]);
  });
});

describe("a fault", () => {
  it("names what is too big and what makes it so", async () => {
    const bundled = await bundledFunction("agent");
    const fault = await checkBundle("health", bundled);
    const { entry, total } = await measureBundle(bundled);
    expect(fault).toContain(
      `health: its entry is ${entry} kB, of ${BUNDLE_BUDGETS.health.entry} kB at most; its total is ${total} kB`,
    );
    expect(fault).toMatch(/\n {2}\d+ kB zod\n/);
  });

  it("names what is loaded too early", async () => {
    const { metafile, ...bundled } = await bundledFunction("agent");
    const early = Object.values(metafile.outputs).map(({ imports, ...output }) => ({
      ...output,
      imports: imports.map((one) => ({ ...one, kind: "import-statement" as const })),
    }));
    const outputs = Object.fromEntries(
      Object.keys(metafile.outputs).map((path, index) => [path, early[index]!]),
    );
    const fault = await checkBundle("agent", { ...bundled, metafile: { ...metafile, outputs } });
    for (const name of [
      "imapflow",
      "nodemailer",
      "@ai-sdk/anthropic",
      "@aws-sdk/client-kms",
      "@orama/stemmers",
      "packages/grounding/lexicon",
    ])
      expect(fault).toContain(`${name} is loaded at its start`);
  });
});

/** As a deployment bundles it. */
async function bundleBySst(name: FunctionName, out: string): Promise<void> {
  setProject({
    config: { name: "plumbline", stage: "test", ssmPrefix: "/sst/plumbline/test/" },
    version: "test",
    cdkVersion: "test",
    constructsVersion: "test",
    paths: { root: process.cwd(), config: "sst.config.ts", out, artifacts: out },
    metafile: { inputs: {}, outputs: {} },
    stacks: () => undefined,
  });
  const built = await useNodeHandler().build({
    functionID: name,
    mode: "deploy",
    out,
    props: {
      handler: `packages/functions/handlers/${name}.handler`,
      runtime: "nodejs24.x",
      nodejs: BUNDLING,
    },
  });
  expect(built).toMatchObject({ type: "success" });
  await finishBundle(name, out);
}

async function contents(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".mjs")).sort();
  return new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), "utf8")] as const)),
  );
}
