import { expect, test } from "vitest";
import { plumbline } from "./fake-terminal.ts";
import { plumblineProcess } from "./plumbline-process.ts";

test("each command of the help is loaded by its word", async () => {
  const { out } = await plumbline(["help"]);
  const [, commands = ""] = /\nCommands:\n(.*?)\n\n/s.exec(out) ?? [];
  const words = Array.from(commands.matchAll(/^ {2}([a-z-]+)/gm), ([, word = ""]) => word);
  expect(words.length).toBeGreaterThan(30);
  for (const word of words.filter((one) => one !== "help")) {
    const { code, out: help } = await plumbline([word, "--help"]);
    expect([word, code, help.split("\n")[0]]).toEqual([word, 0, expect.stringContaining(` ${word} `)]);
    expect((await plumbline(["help", word])).out).toBe(help);
  }
});

/** Prints the URL of each loaded module on standard error, at once, because the process may end soon. */
const HOOK = `import { writeSync } from "node:fs";
export async function load(url, context, next) {
  writeSync(2, "loaded " + url + "\\n");
  return next(url, context);
}`;
const REGISTER = `import { register } from "node:module"; register("data:text/javascript,${encodeURIComponent(HOOK)}");`;
const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(REGISTER)}`;

test.each(["--version", "tool list", "calls"])("%s loads no large library", async (command) => {
  const { ended } = plumblineProcess(command.split(" "), {
    environment: { NODE_OPTIONS, PLUMBLINE_API_KEY: "plk_x" },
  });
  const { err } = await ended;
  const loaded = err.split("\n").filter((line) => line.startsWith("loaded "));
  expect(loaded.length).toBeGreaterThan(10);
  expect(
    loaded.filter((line) => /node_modules\/(zod|jose|undici)\/|\/(grounding|adapters)\//.test(line)),
  ).toEqual([]);
});
