import { resolve } from "node:path";
import { expect, test } from "vitest";
import { plumbline } from "./fake-terminal.ts";

test.each([
  ["a group", ["tool", "lst"], "For help: npx --no plumbline help tool"],
  ["a command", ["tool", "call", "--nosuch"], "For help: npx --no plumbline help tool call"],
  ["the program", ["nosuch"], "For all commands: npx --no plumbline help"],
])("a typo in %s refers to its help", async (_, words, told) => {
  const { code, err } = await plumbline(words);
  expect([code, err]).toEqual([2, expect.stringContaining(`${told}\n`)]);
});

test("a file that does not exist is reported with its folder", async () => {
  const { code, err } = await plumbline(["audit", "nosuch.json"]);
  expect([code, err]).toEqual([2, `plumbline: ${resolve("nosuch.json")} does not exist.\n`]);
});
