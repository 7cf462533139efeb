import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plumbline } from "./fake-terminal.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-test-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Writes a shell's script into a file of its own, and returns its path. */
async function scriptOf(shell: string): Promise<string> {
  const { code, out, err } = await plumbline(["completion", shell]);
  expect([code, err]).toEqual([0, ""]);
  const path = join(folder, `_plumbline.${shell}`);
  writeFileSync(path, out);
  return path;
}

function has(shell: string): boolean {
  return spawnSync(shell, ["-c", "exit 0"]).status === 0;
}

/** Runs a shell without a person's own settings, and returns what it said. */
function said(shell: string, args: readonly string[]): { out: string; err: string } {
  const { stdout, stderr } = spawnSync(shell, args, {
    encoding: "utf8",
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder },
  });
  return { out: stdout, err: stderr };
}

/** Offered words for a line whose last word is being typed. */
const LINES: readonly [typed: string, offered: string[]][] = [
  ["tool ", ["call", "list", "show"]],
  ["tool s", ["show"]],
  ["watch add ", ["feed", "inbox"]],
  ["credential list --la", ["--label"]],
  ["tool list --format ", ["anthropic", "bedrock", "mcp", "openai"]],
  ["tool list --format op", ["openai"]],
  ["--json tool call chatapp_dm --pre", ["--preview"]],
  ["credential add --kind sl", ["slack", "slack_user"]],
  ["connection link --kind no", ["notes", "notion"]],
  ["research --wh", ["--why"]],
  ["completion ", ["bash", "fish", "zsh"]],
  ["logi", ["login"]],
];

describe.runIf(has("bash"))("bash", () => {
  test.each(LINES)("completes plumbline %s", async (typed, offered) => {
    const words = ["plumbline", ...typed.split(" ")];
    const list = words.map((word) => `'${word}'`).join(" ");
    const ask = `source "$1"; COMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _plumbline; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { out, err } = said("bash", ["--noprofile", "--norc", "-c", ask, "bash", await scriptOf("bash")]);
    expect(err).toBe("");
    expect(out.trim().split("\n").sort()).toEqual(offered);
  });

  test("registers itself, with files where it offers nothing", async () => {
    const { out } = said("bash", [
      "--norc",
      "-c",
      `source "$1"; complete -p plumbline`,
      "bash",
      await scriptOf("bash"),
    ]);
    expect(out).toBe("complete -o default -F _plumbline plumbline\n");
  });

  test("offers nothing of its own behind an option that takes any text", async () => {
    const ask = `source "$1"; COMP_WORDS=(plumbline credential list --label ''); COMP_CWORD=4; _plumbline; echo "\${#COMPREPLY[@]}"`;
    expect(said("bash", ["--norc", "-c", ask, "bash", await scriptOf("bash")])).toEqual({
      out: "0\n",
      err: "",
    });
  });
});

describe.runIf(has("fish"))("fish", () => {
  test.each(LINES)("completes plumbline %s", async (typed, offered) => {
    const ask = `source $argv[1]; complete --do-complete ${JSON.stringify(`plumbline ${typed}`)}`;
    const { out, err } = said("fish", ["--no-config", "-c", ask, await scriptOf("fish")]);
    expect(err).toBe("");
    const words = out.split("\n").flatMap((line) => line.split("\t")[0] || []);
    expect(words.sort()).toEqual(offered);
  });
});

describe.runIf(has("zsh"))("zsh", () => {
  test("reads the script, and completes by it", async () => {
    const path = await scriptOf("zsh");
    const ask = `
      autoload -Uz compinit; compinit -u -D; source "$1"
      print -r -- "\${_comps[plumbline]}"
      compadd() { print -rl -- "\${values[@]}" }
      _describe() { print -rl -- "\${(P)2}" | head -c 4000 }
      words=(plumbline tool list --format ''); CURRENT=5; _plumbline
      words=(plumbline watch add ''); CURRENT=4; _plumbline`;
    const { out, err } = said("zsh", ["-f", "-c", ask, "zsh", path]);
    expect(err).toBe("");
    expect(out.split("\n").slice(0, 5)).toEqual(["_plumbline", "openai", "anthropic", "bedrock", "mcp"]);
    expect(out).toContain("feed:Watch");
  });
});
