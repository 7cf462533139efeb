import { execFile, spawnSync } from "node:child_process";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sampleCredentials } from "../../packages/cli/sandbox/samples.ts";
import { startLocalService } from "../cli/local-service.ts";
import { startedForFile } from "../support/started.ts";

const run = promisify(execFile);
const [, section = ""] = (await readFile("docs/quickstart.md", "utf8")).split("## From a program\n");

/** Blocks of a language in the order of the section: what all use, then one for each call. */
function readBlocks(language: string): string[] {
  const fences = section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return Array.from(fences).flatMap(([, of, block = ""]) => (of === language ? [block] : []));
}

const service = startedForFile(() => startLocalService({ model: "assisting" }));

// Inside the checkout, so that `@plumbline/client` is found.
const folder = resolve("dist/quickstart-tabs-test");

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await symlink(service.dataDir, join(folder, ".plumbline"));
  for (const { kind, label, token } of sampleCredentials)
    if (kind === "chatapp_bot")
      await service.runWithInput(token, "credential", "add", "--kind", "slack", "--label", label);
  await writeFile(join(folder, "policy.json"), '{"approval": {"chatapp_post_channel": "always"}}');
  await service.run("policy", "set", join(folder, "policy.json"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a block as a reader would and returns what it prints. Only the port is the test's own. */
type RunBlock = (block: string, approvalId?: string) => Promise<string>;

const here = (block: string) => block.replaceAll("http://127.0.0.1:8787", service.url);

async function runFile(command: string[], extension: string, block: string, approvalId = "") {
  const file = join(folder, `call.${extension}`);
  await writeFile(file, here(block));
  const [program = "", ...args] = [...command, file, approvalId];
  return (await run(program, args, { cwd: folder })).stdout;
}

const LANGUAGES: Readonly<Record<string, (shared: string) => RunBlock>> = {
  sh: (shared) => async (block, approvalId) => {
    const env = { ...process.env, APPROVAL_ID: approvalId };
    return (await run("bash", ["-ec", here(`${shared}\n${block}`)], { cwd: folder, env })).stdout;
  },
  ts: (shared) => async (block, approvalId) => {
    await writeFile(join(folder, "client.ts"), here(shared));
    return runFile([process.execPath, "--import", "tsx"], "ts", block, approvalId);
  },
  python: (shared) => async (block, approvalId) => {
    await writeFile(join(folder, "plumbline.py"), here(shared));
    return runFile(["python3"], "py", block, approvalId);
  },
};

const HAS_PYTHON = spawnSync("python3", ["--version"]).status === 0;
const tabs = Object.entries(LANGUAGES).map(([language, prepare]) => {
  const isSkipped = language === "python" && !HAS_PYTHON;
  return {
    language,
    prepare,
    isSkipped,
    title: isSkipped ? `${language} (skipped: no python3 here)` : language,
  };
});

describe.each(tabs)("the tab $title", ({ language, prepare, isSkipped }) => {
  const [shared = "", research = "", agent = "", message = "", approval = "", ...rest] = readBlocks(language);
  let runBlock: RunBlock;

  beforeEach(({ skip }) => {
    skip(isSkipped);
    runBlock = prepare(shared);
  });

  test("has a block for each call", () => {
    expect([approval.length > 0, rest]).toEqual([true, []]);
  });

  test("prints quotes with their pages", async () => {
    const printed = await runBlock(research);
    expect(printed).toContain("Ada Lovelace was an English mathematician");
    expect(printed).toContain("https://biographies.example/ada-lovelace");
  });

  test("prints an agent's answer", async () => {
    expect(await runBlock(agent)).toContain("Ada Lovelace was an English");
  });

  test("posts a message, which waits, and approves it", async () => {
    const waiting = await runBlock(message);
    const [approvalId] = /[\w-]{20,}/.exec(/"approval_id":"([^"]+)"/.exec(waiting)?.[1] ?? waiting) ?? [];
    const before = service.sandbox.chatapp.workspace.messages.length;
    expect(await runBlock(approval, approvalId)).toMatch(/approved/);
    expect(service.sandbox.chatapp.workspace.messages).toHaveLength(before + 1);
  });
});

test("the TypeScript of the section is well typed", async () => {
  const [shared = "", ...calls] = readBlocks("ts");
  await writeFile(join(folder, "client.ts"), shared);
  for (const [index, block] of calls.entries()) await writeFile(join(folder, `typed-${index}.ts`), block);
  const extended = { extends: resolve("tsconfig.json"), include: ["*.ts"], exclude: [] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(extended));
  const compiled = run(process.execPath, [resolve("node_modules/typescript/bin/tsc"), "-p", folder]);
  expect(await compiled.catch(({ stdout }) => ({ stdout }))).toMatchObject({ stdout: "" });
}, 60_000);
