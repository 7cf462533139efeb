import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const { scripts }: { scripts: Record<string, string> } = JSON.parse(await readFile("package.json", "utf8"));

/** Commands that developers run with arguments, and the arguments that their help must show. */
const COMMANDS: readonly (readonly [script: string, ...shown: string[]])[] = [
  ["test:quick", "--all", "--list", "--record"],
  ["test:mutation", "--sample", "--room", "--seed", "--workers", "guard"],
  ["house", "--requests"],
  ["bench", "neighbour", "BASELINE", "PROVIDER"],
  ["eval", "--data", "--only", "--sample"],
  ["eval:verdicts", "--data"],
  ["corpora", "--data", "--out"],
  ["learn", "--data", "--cv", "gate"],
  ["pack", "FOLDER"],
];

/** Runs a script of package.json as npm would, without npm. */
function runScript(script: string, ...more: string[]) {
  const [program, ...words] = (scripts[script] ?? "").split(" ");
  expect(program).toBe("node");
  return run(process.execPath, [...words, ...more], { cwd: resolve(".") });
}

test.each(COMMANDS)(
  "npm run %s -- --help prints how it is used, and does nothing else",
  async (script, ...shown) => {
    const { stdout, stderr } = await runScript(script, "--help");
    expect(stderr).toBe("");
    expect(stdout).toContain(`npm run ${script} -- `);
    for (const word of shown) expect(stdout).toContain(word);
  },
);

test.each(["house", "eval:verdicts", "pack"])(
  "npm run %s refuses an unknown option in one sentence",
  async (script) => {
    const refused = await runScript(script, "--no-such-option").catch((error) => error);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toMatch(/^[^\n]*no-such-option[^\n]*--help[^\n]*\n$/);
  },
);
