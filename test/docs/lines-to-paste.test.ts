import { readdirSync, readFileSync } from "node:fs";
import { OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { expect, test } from "vitest";
import { createDescribedTools } from "../../packages/service/docs/described-tools.ts";
import { plumbline } from "../cli/fake-terminal.ts";

const PAGES = readdirSync("docs", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".md"))
  .map((file) => `docs/${file}`);
const pages = [...PAGES, "README.md", "CONTRIBUTING.md", "examples/README.md"];

/** Lines of code of a page, as a reader pastes them: continued ones in one, without a comment. */
function linesOf(page: string): string[] {
  const text = readFileSync(page, "utf8").replace(/^```\w*\n([\s\S]*?)^```$/gm, (_, code: string) =>
    code.replace(/^/gm, "    "),
  );
  const blocks = text.match(/(?:^ {4}.*\n|^\n(?= {4}))+/gm) ?? [];
  return blocks.flatMap((block) =>
    block
      .replace(/\\\n\s*/g, "")
      .split("\n")
      .map((line) => line.trim()),
  );
}

/** The words that a shell makes of a line, up to a pipe, a redirection or a comment. */
function wordsOf(line: string): string[] {
  const words: string[] = [];
  for (const [, single, double, plain = ""] of line.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|(\S+)/g)) {
    if (/^([|<>&;#]|2>)/.test(plain)) break;
    words.push(single ?? double ?? plain);
  }
  return words;
}

const pasted = pages.flatMap((page) => linesOf(page).map((line) => [page, line] as const));
const commands = pasted.flatMap(([page, line]) => {
  const [, rest] = /(?:^|\| |&& |\$\()(?:npx --no (?:-- )?)?plumbline (.*)$/.exec(line) ?? [];
  return rest === undefined ? [] : [[page, wordsOf(rest)] as const];
});
const requests = pasted.flatMap(([page, line]) => {
  const [, path] = /\bcurl\b.*?https?:\/\/[^/\s"']+(\/[^\s"'?]*)/.exec(line) ?? [];
  if (path === undefined) return [];
  const [, named] = /-X (\w+)/.exec(line) ?? [];
  return [[page, `${named ?? (/\s(-d|--data\S*)\s/.test(line) ? "POST" : "GET")} ${path}`] as const];
});

test("the pages have lines to paste", () => {
  expect(commands.length).toBeGreaterThan(60);
  expect(requests.length).toBeGreaterThan(1);
});

test.each(commands.map(([page, words]) => [`${page}: plumbline ${words.join(" ")}`, words] as const))(
  "%s",
  async (_line, words) => {
    const end = words.findIndex((word) => !/^[a-z-]+$/.test(word) || word.startsWith("-"));
    const names = (end < 0 ? words : words.slice(0, end)).slice(0, 3);
    const { code, out } = await plumbline([...names, "--help"]);
    expect(code).toBe(0);
    const [, usage = ""] = /^Usage: npx --no plumbline (.*)$/m.exec(out) ?? [];
    expect(usage).toMatch(new RegExp(`^${names[0]}\\b`));
    const command = names.filter((_, index) => usage.startsWith(names.slice(0, index + 1).join(" ")));
    // A further word that is no command of its own is an argument, and the command takes some.
    if (command.length < names.length) expect(usage).toMatch(/[<[](?!options|command)/);
    // `calls` alone is `calls list`.
    const byDefault = (await plumbline([...command, "list", "--help"])).out;
    for (const option of words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.split("=")[0]))
      expect(out + byDefault).toMatch(new RegExp(`${option}\\b`));
  },
);

const tools = new Map((await createDescribedTools()).map((tool) => [tool.name, tool]));
const calls = commands.filter(
  ([, [first, second, , args]]) => first === "tool" && second === "call" && args?.startsWith("{"),
);

test.each(calls.map(([page, [, , name = "", args = ""]]) => [page, name, args] as const))(
  "%s: %s takes %s",
  (_page, name, args) => {
    expect(tools.get(name)?.input.safeParse(JSON.parse(args))).toMatchObject({ success: true });
  },
);

test.each(requests)("%s: %s", (_page, request) => {
  const served = OPERATIONS.some(({ method, path }) =>
    new RegExp(`^${method} ${path.replace(/:\w+/g, "[^/]+")}$`).test(request),
  );
  expect([request, served]).toEqual([request, true]);
});

const scripts: Record<string, string> = JSON.parse(readFileSync("package.json", "utf8")).scripts;
const runs = pasted.flatMap(([page, line]) =>
  [...line.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => [page, name] as const),
);

test.each(runs)("%s: npm run %s", (_page, name) => {
  expect(Object.keys(scripts)).toContain(name);
});
