import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plumbline } from "./fake-terminal.ts";
import { plumblineProcess } from "./plumbline-process.ts";

/** Lists a command and everything below it, as its help does. */
async function listCommands(words: readonly string[] = []): Promise<string[][]> {
  const { out } = await plumbline([...words, "--help"]);
  const [, listed = ""] = /\nCommands:\n((?: {2}.+\n)+)/.exec(out) ?? [];
  const below = [...listed.matchAll(/^ {2}([a-z][\w-]*)/gm)].map(([, word = ""]) => [...words, word]);
  return [[...words], ...(await Promise.all(below.map(listCommands))).flat()];
}

const COMMANDS = await listCommands();

/** Those that only hold others. */
const isGroup = (command: readonly string[]) =>
  COMMANDS.some((other) => other.length > command.length && command.every((word, at) => other[at] === word));

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-test-"));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("help", () => {
  test.each(COMMANDS.map((command) => [command]))(
    "of %j is on standard output, ends with 0, and is what `help` with its name shows",
    async (command) => {
      const { code, out, err } = await plumbline([...command, "--help"]);
      expect([code, err]).toEqual([0, ""]);
      expect(out).toContain(`Usage: ${["npx --no plumbline", ...command].join(" ")}`);
      expect(await plumbline(["help", ...command])).toEqual({ code, out, err });
    },
  );

  test.each([
    [["help", "nosuch"], "nosuch", "plumbline"],
    [["help", "tool", "nosuch"], "nosuch", "plumbline tool"],
    [["help", "watch", "add", "feeds", "x"], "feeds", "plumbline watch add"],
    [["tool", "help", "nosuch"], "nosuch", "plumbline tool"],
  ])("of %j names the wrong word", async (words, wrong, among) => {
    const { code, out, err } = await plumbline(words);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toBe(
      `plumbline: There is no command ${wrong} in \`${among}\`. See \`npx --no ${among.replace("plumbline", "plumbline help")}\`.\n`,
    );
  });

  test.each(
    COMMANDS.filter((command) => !isGroup(command) && command.at(-1) !== "help").map((command) => [command]),
  )("of %j has an example that begins as it does", async (command) => {
    const { out } = await plumbline([...command, "--help"]);
    const [, examples = ""] = /\nExamples?:\n((?: {2}.+\n)+)/.exec(out) ?? [];
    expect(examples).toContain(["plumbline", ...command].join(" "));
  });

  test("of all names every command, the settings and the exit codes", async () => {
    const { out } = await plumbline(["--help"]);
    for (const word of [
      ...COMMANDS.map(([name]) => name ?? ""),
      "PLUMBLINE_URL",
      "PLUMBLINE_API_KEY",
      "Exit codes",
      "npx --no plumbline serve",
    ])
      expect(out).toContain(word);
  });

  test("--version", async () => {
    expect(await plumbline(["--version"])).toEqual({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
      err: "",
    });
  });
});

describe("wrong usage ends with 2 and prints nothing on standard output", () => {
  test.each([
    [[]],
    [["tenant"]],
    [["nothing"]],
    [["tenant", "rename", "x"]],
    [["tenant", "create"]],
    [["tenant", "create", "a", "b"]],
    [["key", "revoke", "only-one"]],
    [["credential", "add", "--kind", "crm"]],
    [["tenant", "delete", "id"]],
    [["credential", "update", "id"]],
    [["credential", "update", "id", "--token-stdin"]],
    [["credential", "list", "--nothing"]],
    [["tool", "call"]],
    [["research"]],
    [["audit"]],
    [["key", "create", "a", "b", "--scopes", "research,everything"]],
    [["credential", "list", "--kind", "nothing"]],
    [["chat", "Who?", "--max-steps", "0"]],
    [["chat", "Who?", "--max-steps", "21"]],
    [["chat", "Who?", "--max-steps", "2.5"]],
    [["chat", "Who?", "--workspace", "/nowhere/at/all.md"]],
    [["chat"]],
    [["chat", "-"]],
    [["login"]],
    [["completion"]],
    [["mcp", "install"]],
    [["mcp", "install", "emacs"]],
    [["logs", "--limit", "0"]],
    [["completion", "tcsh"]],
    [["login", "--url", "plumbline.example.com"]],
    [["audit", "/nowhere/at/all.json"]],
    [["watch"]],
    [["watch", "add"]],
    [["watch", "add", "feed"]],
    [["watch", "add", "feed", "https://example.com/feed.xml", "--interval", "7"]],
    [["watch", "add", "inbox", "--interval", "05"]],
    [["watch", "events"]],
    [["watch", "events", "w", "--limit", "0"]],
    [["watch", "events", "w", "--limit", "101"]],
    [["watch", "pause"]],
    [["watch", "deliver", "w"]],
    [["watch", "deliver", "w", "https://example.com/", "--off"]],
    [["watch", "deliveries", "w", "--status", "lost"]],
    [["watch", "deliveries", "w", "--limit", "0"]],
    [["watch", "replay", "w"]],
    [["watch", "replay", "w", "dlv_1", "--since", "2026-03-10T09:00:00Z"]],
    [["watch", "replay", "w", "dlv_1", "--all"]],
    [["watch", "replay", "w", "--until", "2026-03-10T09:00:00Z"]],
    [["watch", "secret"]],
    [["watch", "test"]],
  ])("%j", async (args) => {
    const { code, out, err } = await plumbline(args, { environment: { PLUMBLINE_API_KEY: "k" } });
    expect([code, out]).toEqual([2, ""]);
    expect(err).not.toBe("");
    expect(err).not.toMatch(/\n +at /);
  });
});

describe("without a service", () => {
  const calls = [
    ["tenant", "list"],
    ["credential", "list"],
    ["tool", "list"],
    ["research", "Who?"],
    ["chat", "Who?"],
    ["watch", "list"],
  ];

  test.each(calls.map((args) => [args]))("%j without a key says where one comes from", async (args) => {
    const { code, out, err } = await plumbline(args, { environment: { DATA_DIR: folder } });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(`plumbline: There is no API key: set PLUMBLINE_API_KEY, start the local service`);
    expect(err).toContain(join(folder, args[0] === "tenant" ? "operator-key" : "dev-api-key"));
  });

  test.each(calls.map((args) => [args]))("%j says that it does not answer", async (args) => {
    const environment = { PLUMBLINE_URL: "http://127.0.0.1:1", PLUMBLINE_API_KEY: "plk_x", DATA_DIR: folder };
    const { code, out, err } = await plumbline(args, { environment });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(
      "plumbline: http://127.0.0.1:1 does not respond. Start the service: npx --no plumbline serve.",
    );
    expect(err).not.toContain("plk_x");
  });
});

test.each([
  [
    ["tool", "call", "chatapp_dm", "{"],
    'the arguments cannot be parsed as JSON: check position 1. Put names and strings in double quotes, as in {"text": "Hello"}.',
  ],
  [["tool", "call", "chatapp_dm", "[]"], "the arguments must be a JSON object."],
  [
    ["tool", "call", "chatapp_dm", '{"to": 12345678901234567}'],
    "the arguments: to is an integer that JSON parsers round; send it as a string.",
  ],
  [["watch", "replay", "w"], "Give a delivery, such as dlv_7, or --since."],
  [
    ["watch", "replay", "w", "dlv_1", "--since", "2026-03-10T09:00:00Z"],
    "Give a delivery or --since, not both: replay one delivery, or a period of time.",
  ],
])("%j is refused: %s", async (args, line) => {
  const environment = { PLUMBLINE_API_KEY: "k" };
  expect(await plumbline(args, { environment })).toEqual({ code: 2, out: "", err: `plumbline: ${line}\n` });
});

// Where there is a disk that is always full.
test.runIf(process.platform === "linux")(
  "a full disk is reported in one line",
  { timeout: 30_000 },
  async () => {
    const { ended } = plumblineProcess(["--help"], { shell: '"$@" > /dev/full' });
    expect(await ended).toEqual({
      code: 1,
      signal: null,
      out: "",
      err: "plumbline: Standard output takes nothing more: the disk is full (ENOSPC).\n",
    });
  },
);
