import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { printedJson } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

const service = startedForFile(startLocalService);
let folder: string;
let page: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-check-"));
  page = join(folder, "page.md");
  await writeFile(page, "Ada Lovelace was born in London. She died of cancer in 1852.");
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

test("tells of each sentence whether a file supports it, and exits with 1 where one is not supported", async () => {
  const { code, out } = await service.runWithInput(
    "Ada Lovelace was born in London. She died in 1861.",
    ...["check", "-", "--source", page],
  );
  expect(code).toBe(1);
  expect(out).toContain("supported: Ada Lovelace was born in London. [1]\n");
  expect(out).toMatch(/unsupported: She died in 1861\. — The evidence does not contain the date/);
  expect(out).toContain("nearest: She died of cancer in 1852.");
  expect(out).toContain(`[1] ${page}\n`);
});

test("reads a file, several sources, and prints JSON alone", async () => {
  const run = await service.run("check", page, "--source", page, "--source", page, "--json");
  expect(run.code).toBe(0);
  expect(printedJson(run)).toMatchObject({ supported: true, citations: [{}, {}] });
});

test("searches where no source is given", async () => {
  const text = "Ada Lovelace was born in London on 10 December 1815.";
  const { code, out } = await service.runWithInput(text, "check", "-");
  expect(code).toBe(0);
  expect(out).toMatch(/\[\d+\] .*, http/);
});

test.each([
  ["a file that is not there", ["check", "none.txt"]],
  ["a source that is not there", ["check", "-", "--source", "none.txt"]],
  ["sources without a text", ["check", "--source", "none.txt"]],
  ["a threshold that is no number", ["check", "-", "--threshold", "high"]],
])("%s is wrong usage", async (_, words) => {
  expect((await service.runWithInput("It is so.", ...words)).code).toBe(2);
});

test("nothing on standard input is wrong usage", async () => {
  const { code, err } = await service.run("check", "-");
  expect(code).toBe(2);
  expect(err).toContain("Give the text on standard input");
});
