import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const WORD = /^[a-z][a-z0-9]{1,19}$/;
const LISTS = {
  providers: "packages/adapters/providers.ts",
  adapters: "packages/adapters/adapters.ts",
  sandbox: "packages/sandbox/provider-servers.ts",
};

/**
 * Creates the start of a provider in the checkout at `root`: its folder, its sandbox folder, a test that
 * fails until the work is done, and its line in the three lists. Returns the created paths. Throws, without
 * writing anything, for a word that is taken or not lower-case letters and digits.
 */
export async function newProvider(root: string, word: string): Promise<string[]> {
  if (!WORD.test(word))
    throw new Error("The word must be 2 to 20 lower-case letters and digits, such as crm.");
  const lists = await Promise.all(Object.values(LISTS).map((path) => readFile(join(root, path), "utf8")));
  const [providers = "", adapters = "", sandbox = ""] = lists;
  if (providers.includes(`"./${word}/provider.ts"`) || sandbox.includes(`"./${word}/${word}.ts"`))
    throw new Error(`There already is a provider called ${word}.`);
  const changed = {
    [LISTS.providers]: withEntry(
      withImport(providers, word, `${word}/provider`),
      `  ${word},\n`,
      "] as const;",
    ),
    [LISTS.adapters]: withEntry(
      withImport(adapters, `${word}Adapter`, `${word}/index`),
      `  ${word}Adapter,\n`,
      "];",
    ),
    [LISTS.sandbox]: withEntry(
      withImport(sandbox, startName(word), `${word}/${word}`),
      `  ${word}: provider(${startName(word)}, ({ url }) => ({ ${word.toUpperCase()}_BASE_URL: url })),\n`,
      "};",
    ),
  };
  const made = newProviderFiles(word, startName(word));
  for (const [path, text] of Object.entries({ ...made, ...changed })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return Object.keys(made);
}

function startName(word: string): string {
  return `start${word[0]?.toUpperCase()}${word.slice(1)}`;
}

/** Adds an import in the formatter's position: sorted by path. */
function withImport(text: string, name: string, path: string): string {
  const lines = text.split("\n");
  const imports = lines.filter((line) => line.startsWith("import "));
  imports.push(`import { ${name} } from "./${path}.ts";`);
  const pathOf = (line: string) => line.slice(line.indexOf('"'));
  imports.sort((one, other) => (pathOf(one) < pathOf(other) ? -1 : 1));
  return [...imports, ...lines.filter((line) => !line.startsWith("import "))].join("\n");
}

/** Adds an entry at the end of the list, which is the first line that starts with `end`. */
function withEntry(text: string, entry: string, end: string): string {
  const at = text.indexOf(`\n${end}`) + 1;
  if (at === 0) throw new Error(`The list does not end with ${end}`);
  return text.slice(0, at) + entry + text.slice(at);
}

/**
 * Returns the files of a new provider by path: a provider with a tool that finds items, its sandbox server,
 * which answers nothing yet, and the test that fails until it does. `start` is the name of the function that
 * starts the server.
 */
function newProviderFiles(word: string, start: string): Record<string, string> {
  const adapter = `packages/adapters/${word}`;
  return {
    [`${adapter}/provider.ts`]: providerFile(word),
    [`${adapter}/index.ts`]: indexFile(word),
    [`${adapter}/${word}-find.ts`]: toolFile(word),
    [`packages/sandbox/${word}/${word}.ts`]: sandboxFile(word, start),
    [`test/adapters/${word}/${word}-find.test.ts`]: testFile(word, start),
  };
}

function providerFile(word: string): string {
  return `import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";

export const ${word} = defineProvider({
  word: "${word}",
  speaksTo: "the name people know",
  endpoints: { baseUrl: { setting: "${word.toUpperCase()}_BASE_URL", baseUrl: "https://api.${word}.example" } },
  kinds: [
    {
      kind: "${word}",
      metadata: z.strictObject({}),
      docs: [{ token: "the provider's token", metadata: "–" }],
    },
  ],
});
`;
}

function indexFile(word: string): string {
  return `import { errorFromStatus } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { connectionCheck } from "../connection-check.ts";
import { type ConnectionCheck, defineAdapter } from "../define-adapter.ts";
import { exchangeJson, successBody } from "../json-exchange.ts";
import { ${word}Find } from "./${word}-find.ts";
import { ${word} } from "./provider.ts";

export const ${word}Adapter = defineAdapter({
  providers: [${word}],
  tools: ({ endpoints: { ${word} } }) => [${word}Find(${word}.baseUrl)],
  connectionChecks: ({ endpoints: { ${word} } }) => [${word}Connection(${word}.baseUrl)],
});

const owner = z.object({ name: z.string() });

/** Tests a token: who it belongs to, by the provider's cheapest read. */
function ${word}Connection(baseUrl: string): ConnectionCheck {
  return connectionCheck({
    word: "${word}",
    description: "Asks the provider who owns the token; changes nothing.",
    credential: { use: "required", kinds: ["${word}"] },
    reach: { to: "provider", baseUrls: [baseUrl] },
    async test(context) {
      const answer = await exchangeJson(context, {
        method: "GET",
        baseUrl,
        path: "/me",
        headers: { authorization: \`Bearer \${context.credential.token.reveal()}\` },
        effect: "read",
      });
      if (!answer.ok)
        throw errorFromStatus(answer.status, \`The provider answered \${answer.status}.\`, answer.detail);
      return { account: successBody(answer, owner, "the provider").name };
    },
  });
}
`;
}

function toolFile(word: string): string {
  return `import { errorFromStatus } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";

const foundItems = z.object({ items: z.array(z.object({ id: z.string(), title: z.string() })) });

/** \`${word}_find\`: items whose title holds the query. */
export function ${word}Find(baseUrl: string): Tool {
  return defineTool({
    name: "${word}_find",
    title: "Find items",
    description: "Finds items whose title holds the query. Not for reading an item's text.",
    input: z.object({ query: z.string().min(1).max(200).describe("A part of the title.") }),
    example: { query: "report" },
    output: foundItems,
    credential: { use: "required", kinds: ["${word}"] },
    effect: "read",
    idempotency: "read",
    reach: { to: "provider", baseUrls: [baseUrl] },
    reads: "outside",
    async run({ query }, context) {
      const answer = await exchangeJson(context, {
        method: "GET",
        baseUrl,
        path: \`/items?\${new URLSearchParams({ query })}\`,
        headers: { authorization: \`Bearer \${context.credential.token.reveal()}\` },
        effect: "read",
      });
      if (!answer.ok)
        throw errorFromStatus(answer.status, \`The provider answered \${answer.status}.\`, answer.detail);
      return successBody(answer, foundItems, "the provider");
    },
  });
}
`;
}

function sandboxFile(word: string, start: string): string {
  return `import { json } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";

export const sampleToken = "${word}-sandbox-token";

/** Starts a server that is to speak the provider's wire format. It carries nothing out yet. */
export function ${start}(options: { port?: number } = {}): Promise<ScriptedServer> {
  return startScriptedServer({
    name: "${word}",
    port: options.port,
    handle: () => json({ error: "not made yet" }, 501),
  });
}
`;
}

function testFile(word: string, start: string): string {
  return `import { sampleToken, ${start} } from "@plumbline/sandbox/${word}/${word}.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type AdapterUnderTest, startAdapterUnderTest, succeeded } from "../adapter-under-test.ts";

let provider: ScriptedServer;
let under: AdapterUnderTest;

beforeEach(async () => {
  provider = await ${start}();
  under = await startAdapterUnderTest({ endpoints: { ${word}: { baseUrl: provider.url } } });
});

afterEach(async () => {
  await under.close();
  await provider.close();
});

test("finds items by a part of their title", async () => {
  await under.connect({ kind: "${word}", token: sampleToken });
  const { result } = succeeded(await under.call("${word}_find", { query: "plan" }));
  expect(result).toEqual({ items: [{ id: "1", title: "The plan" }] });
});

test("tests a connection", async () => {
  const id = await under.connect({ kind: "${word}", token: sampleToken });
  expect(succeeded(await under.testCredential(id)).result).toEqual({ account: "Ada" });
});
`;
}
