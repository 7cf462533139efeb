import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { newProviderFiles } from "./provider-files.ts";

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
