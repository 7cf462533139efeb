import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withEntry, withImport } from "./insert-lines.ts";
import { createTool } from "./new-tool.ts";

const WORD = /^[a-z][a-z0-9]{1,19}$/;
const LISTS = {
  providers: "packages/adapters/providers.ts",
  adapters: "packages/adapters/adapters.ts",
  sandbox: "packages/sandbox/provider-servers.ts",
};

/**
 * Creates a working provider in the checkout at `root`: its facts and manifest, its sandbox server, a test of
 * its connection, its line in the three lists, and a first tool. Returns the created paths. Throws, without
 * writing anything, for a word that is taken or not lower-case letters and digits.
 */
export async function createProvider(root: string, word: string): Promise<string[]> {
  if (!WORD.test(word))
    throw new Error("The word must be 2 to 20 lowercase letters and digits, such as crm.");
  const lists = await Promise.all(Object.values(LISTS).map((path) => readFile(join(root, path), "utf8")));
  const [providers = "", adapters = "", sandbox = ""] = lists;
  if (providers.includes(`"./${word}/provider.ts"`) || sandbox.includes(`"./${word}/${word}.ts"`))
    throw new Error(`There is already a provider called ${word}.`);
  const changed = {
    [LISTS.providers]: withEntry(
      withImport(providers, word, `./${word}/provider.ts`),
      `  ${word},\n`,
      "] as const;",
    ),
    [LISTS.adapters]: withEntry(
      withImport(adapters, word, `./${word}/provider.ts`),
      `  {
    providers: [${word}],
    tools: [],
    load: async () => (await import("./${word}/index.ts")).${word}Adapter,
  },
`,
      "];",
    ),
    [LISTS.sandbox]: withEntry(
      withImport(sandbox, startName(word), `./${word}/${word}.ts`),
      `  ${word}: provider(${startName(word)}, ({ url }) => ({ ${word.toUpperCase()}_BASE_URL: url }), {
    ${word}: { kind: "${word}", token: "${word}-sandbox-token" },
  }),
`,
      "};",
    ),
  };
  const made = createProviderFiles(word, startName(word));
  for (const [path, text] of Object.entries({ ...made, ...changed })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return [...Object.keys(made), ...(await createTool(root, word, "find_items"))];
}

function startName(word: string): string {
  return `start${word[0]?.toUpperCase()}${word.slice(1)}`;
}

/**
 * Returns the files of a new provider by path: its facts, its manifest without tools, its sandbox server, and
 * the test of its connection. `start` is the name of the function that starts the server.
 */
function createProviderFiles(word: string, start: string): Record<string, string> {
  const adapter = `packages/adapters/${word}`;
  return {
    [`${adapter}/provider.ts`]: `import * as z from "zod";
import { defineProvider } from "../define-adapter.ts";

export const ${word} = defineProvider({
  word: "${word}",
  speaksTo: "the name people know",
  endpoints: { baseUrl: { setting: "${word.toUpperCase()}_BASE_URL", baseUrl: "https://api.${word}.example" } },
  kinds: [
    {
      kind: "${word}",
      metadata: () => z.strictObject({}),
      docs: [{ token: "the provider's token", metadata: "–" }],
    },
  ],
});
`,
    [`${adapter}/index.ts`]: `import { createErrorFromStatus } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { accountCheck } from "../connection-check.ts";
import { type ConnectionCheck, defineAdapter } from "../define-adapter.ts";
import { exchangeJson, parseSuccessBody } from "../json-exchange.ts";
import { ${word} } from "./provider.ts";

export const ${word}Adapter = defineAdapter({
  providers: [${word}],
  tools: ({ endpoints: { ${word} } }) => [],
  connectionChecks: ({ endpoints: { ${word} } }) => [createConnectionCheck(${word}.baseUrl)],
});

const owner = z.object({ name: z.string() });

/** Tests a token with the provider's cheapest read, and returns who it belongs to. */
function createConnectionCheck(baseUrl: string): ConnectionCheck {
  return accountCheck(${word}, baseUrl, async (context) => {
    const headers = { authorization: \`Bearer \${context.credential.token.reveal()}\` };
    const request = { method: "GET", baseUrl, path: "/me", headers, effect: "read" } as const;
    const answer = await exchangeJson(context, request);
    if (!answer.ok)
      throw createErrorFromStatus(answer.status, \`The provider responded with \${answer.status}.\`, answer.detail);
    return { account: parseSuccessBody(answer, owner, "the provider").name };
  });
}
`,
    [`packages/sandbox/${word}/${word}.ts`]: `import { json } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";

/** Starts a server that speaks the provider's wire format: the token's owner, and what its tools ask for. */
export function ${start}(options: { port?: number } = {}): Promise<ScriptedServer> {
  return startScriptedServer({
    name: "${word}",
    port: options.port,
    handle: ({ method, path, headers }) => {
      if (!headers.authorization) return json({ error: "A token is missing." }, 401);
      return method === "GET" && path === "/me" ? json({ name: "Ada" }) : json({ error: "Not found." }, 404);
    },
  });
}
`,
    [`test/adapters/${word}/connection.test.ts`]: `import { PROVIDER_SERVERS } from "@plumbline/sandbox/provider-servers.ts";
import { expect, test } from "vitest";
import { startAdapterUnderTest, succeeded } from "../adapter-under-test.ts";

test("a connection is tested by asking who owns the token", async () => {
  const provider = await PROVIDER_SERVERS.${word}.start({ port: 0 });
  const under = await startAdapterUnderTest({ endpoints: { ${word}: { baseUrl: provider.url } } });
  const id = await under.connect({ ...PROVIDER_SERVERS.${word}.accounts.${word} });
  expect(succeeded(await under.testCredential(id)).result).toEqual({ account: "Ada" });
  await under.close();
  await provider.close();
});
`,
  };
}
