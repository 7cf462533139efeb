import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findKind } from "@plumbline/adapters/credential-kinds.ts";
import { sampleMemberUrn } from "@plumbline/sandbox/network/sample-feed.ts";
import { sampleTasksDatabaseId } from "@plumbline/sandbox/notes/sample-workspace.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addSampleMail, sampleCredentials } from "../../packages/cli/sandbox/samples.ts";
import { person, printedJson } from "../cli/fake-terminal.ts";
import { type LocalService, startLocalService } from "../cli/local-service.ts";
import { signInAtSandbox } from "../support/sign-in-at-sandbox.ts";

/** Lines that need what a test has not; each says what. */
const NOT_RUN: readonly [line: RegExp, why: string][] = [
  [/^login|^logout|^whoami/, "a service elsewhere; test/cli/login.test.ts runs them"],
  [/--follow/, "goes on until Ctrl-C; test/cli runs it"],
  [
    /APPROVAL_ID|CALL_ID|ALLOWANCE_ID|CHAT_ID/,
    "an approval, a call, an allowance or a chat that was made before; test/cli runs it",
  ],
  [
    /^(restore|replay-erasures|sign-records|drill --stage|bootstrap)/,
    "a stopped service or a stage; test/cli and test/peers/cloud run it",
  ],
  [/^(sandbox|dev|completion)/, "runs on its own; test/cli runs it"],
  [/^mcp install/, "writes the files of other programs; test/docs/agents.test.ts runs it"],
  [/"\$@"/, "a shell's function"],
  [/^export --tenant/, "a key of the tenant's; test/cli/export.test.ts runs it"],
  [/^doctor/, "asks the providers of the settings; test/cli/dev.test.ts runs it"],
  [/imap\.example\.com|--credential mail/, "a mail server; test/cli/credential.test.ts stores one"],
  [/--off$/, "ends what the lines below it need; test/cli/deliveries.test.ts runs it"],
  [/^watch release/, "a flood of items; test/cli/watch runs it"],
  [/"oauth1"|credential test news/, "the four values of OAuth 1.0a; test/adapters/microblog has them"],
  [/^credential update ada/, "the id of a calendar of the reader's"],
  [/dlv_7/, "a delivery that was made before; test/cli/deliveries.test.ts runs it"],
];
/** Lines that end with a refusal, as their page says. */
const REFUSED = /Steve McQueen|"Hello\."\}'$/;

let folder: string;
let service: LocalService;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "plumbline-test-"));
  await writeFile(join(folder, "arguments.json"), '{"to":"ada@example.com","text":"Hello"}');
  await writeFile(join(folder, "policy.json"), "{}");
});

afterEach(() => service.close());
afterAll(() => rm(folder, { recursive: true }));

/** The `plumbline` lines of a page, each as the words after the command, and what `echo` gives it. */
async function linesOf(page: string): Promise<{ line: string; echoed?: string | undefined }[]> {
  const text = (await readFile(page, "utf8")).replace(/^```\w*\n([\s\S]*?)^```$/gm, (_, code: string) =>
    code.replace(/^/gm, "    "),
  );
  const lines = (text.match(/^ {4}.*$/gm) ?? [])
    .join("\n")
    .replace(/\\\n\s*/g, "")
    .split("\n");
  return lines.flatMap((line) => {
    const [, rest] = /(?:^|\| |&& |\$\()\s*(?:npx --no (?:-- )?)?plumbline (.*)$/.exec(line.trim()) ?? [];
    const [, echoed] = /^echo '([^']*)' \| /.exec(line.trim()) ?? [];
    return rest === undefined ? [] : [{ line: rest.replace(/\s+#.*$/, "").replace(/\)".*$/, ""), echoed }];
  });
}

/** Puts what this test has in the place of what the reader has. */
function withOwn(line: string, watch: string, key: string): string {
  const { feeds, webhook } = service.sandbox;
  return line
    .replaceAll(/https:\/\/(blog\.)?example\.com\/feed\.xml/g, `${feeds.url}/rss.xml`)
    .replaceAll(
      /https:\/\/(hooks\.)?example\.com\/(hooks\/finds|news|deploys|hooks)\b/g,
      `${webhook.url}/hook`,
    )
    .replaceAll(/(?<=watch \S+ )ID\b/g, watch)
    .replaceAll("6f1c5f0e-3f5c-4a53-9d4f-2b8f0c1f7a10", watch)
    .replaceAll("0123456789abcdef0123456789abcdef", sampleTasksDatabaseId)
    .replaceAll("urn:li:person:AbC123", sampleMemberUrn)
    .replaceAll("TENANT", "local")
    .replaceAll("KEY_ID", key)
    .replaceAll("C0123456789", "C0GENERAL")
    .replaceAll(/(arguments|policy)\.json/g, join(folder, "$1.json"))
    .replaceAll("plumbline-2026-01-31.db", join(folder, "backup.db"))
    .replaceAll(/\b(mine\.jsonl|before-update\.db)\b/g, (file) => join(folder, file));
}

function kindIn(words: readonly string[]): string | undefined {
  return words.includes("--kind") ? findKind(words[words.indexOf("--kind") + 1] ?? "") : undefined;
}

function wordsOf(line: string): string[] {
  const words: string[] = [];
  for (const [, single, double, plain = ""] of line.matchAll(/'([^']*)'|"((?:[^"\\]|\\.)*)"|(\S+)/g)) {
    if (/^([|<>&;]|2>)/.test(plain)) break;
    words.push(single ?? double ?? plain);
  }
  return words;
}

/** Pages with lines that run, and these lines. */
const PAGES: [page: string, lines: Awaited<ReturnType<typeof linesOf>>][] = [];
for (const file of await readdir("docs", { recursive: true })) {
  const lines = file.endsWith(".md") ? await linesOf(`docs/${file}`) : [];
  const run = lines.filter(({ line }) => !NOT_RUN.some(([pattern]) => pattern.test(line)));
  if (run.length > 0) PAGES.push([`docs/${file}`, run]);
}

describe("every line of a page does what the page says", () => {
  test.each(PAGES)("%s", async (_page, lines) => {
    service = await startLocalService({ model: "assisting" });
    addSampleMail(service.sandbox);
    for (const { kind, label, token, metadata } of sampleCredentials) {
      const more = metadata === undefined ? [] : ["--metadata", JSON.stringify(metadata)];
      await service.runWithInput(token, "credential", "add", "--kind", kind, "--label", label, ...more);
    }
    const key = printedJson(await service.run("key", "create", "local", "first", "--json")).key_id;
    const watch = printedJson(
      await service.run("watch", "add", "feed", `${service.sandbox.feeds.url}/atom.xml`, "--json"),
    ).id;
    const wrong: unknown[] = [];
    for (const { line, echoed } of lines) {
      const words = wordsOf(withOwn(line, String(watch), String(key)));
      const kind = kindIn(words);
      // One account of a kind, as npm run dev has it: what a page stores takes the sample's place.
      const sample = sampleCredentials.find((one) => one.kind === kind);
      if (line.startsWith("credential add") && sample) {
        const { tokens } = service.sandbox.chatapp.workspace;
        const before = Array.from(tokens, ([known, holder]) => [known, { ...holder }] as const);
        await service.run("credential", "revoke", sample.label, "--kind", sample.kind);
        // Slack was told, and the page's reader has a token that works.
        for (const [known, holder] of before) tokens.set(known, holder);
      }
      const token = sample?.token ?? "token";
      const input =
        echoed ?? (words.includes("-") ? await readFile(join(folder, "arguments.json"), "utf8") : token);
      // Each call of a person at a terminal is a conversation of its own.
      const dialogue = words[0] === "tool" ? { dialogue: person().dialogue } : {};
      const { code, err, out } = await service.runAt({ input, ...dialogue }, ...words);
      if (line.startsWith("connection add") && !lines.some((one) => one.line.startsWith("credential add")))
        await signInAtSandbox(out.trim());
      if (code !== (REFUSED.test(line) ? 1 : 0)) wrong.push([line, code, err, out.slice(0, 300)]);
    }
    expect(wrong).toEqual([]);
  });
});
