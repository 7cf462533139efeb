import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { THINGS } from "@plumbline/core/tool/destination.ts";
import { withImport } from "./insert-lines.ts";
import { type NewTool, sandboxAnswerFile, writeSamplesFile, writeToolFile } from "./tool-files.ts";

const ADAPTERS = "packages/adapters/adapters.ts";
const ACTION = /^[a-z]{2,12}(_[a-z]{2,12}){1,3}$/;
const READS = new Set(["find", "get", "list", "query", "read", "search"]);

/**
 * Creates a working tool of an existing provider in the checkout at `root`: its definition, its samples and
 * the sandbox's answer, and lists them in the provider's manifest and server. `action` is a verb and a noun,
 * such as `update_issue`. Returns the paths of the new files. Throws, without writing anything, if the tool
 * exists, or if the provider has no manifest and server over HTTP.
 */
export async function createTool(root: string, word: string, action: string): Promise<string[]> {
  if (!ACTION.test(action)) throw new Error("The action must be a verb and a noun, such as update_issue.");
  const index = `packages/adapters/${word}/index.ts`;
  const server = `packages/sandbox/${word}/${word}.ts`;
  const [manifest, sandbox, adapters = ""] = await Promise.all(
    [index, server, ADAPTERS].map((path) => readFile(join(root, path), "utf8").catch(() => "")),
  );
  if (!/^[a-z][a-z0-9]*$/.test(word) || !manifest || !sandbox?.includes(`name: "${word}"`))
    throw new Error(`There is no provider ${word} that is called over HTTP. See packages/adapters.`);
  const tool = describe(word, action);
  if (manifest.includes(tool.define)) throw new Error(`There is already a tool ${tool.name}.`);
  const made = {
    [`packages/adapters/${word}/${tool.file}.ts`]: writeToolFile(tool),
    [`packages/adapters/${word}/${tool.file}.samples.ts`]: writeSamplesFile(tool),
    [`packages/sandbox/${word}/${tool.path}.ts`]: sandboxAnswerFile(tool),
  };
  const changed = {
    [index]: withTool(manifest, tool),
    [server]: withAnswer(sandbox, tool),
    [ADAPTERS]: withName(adapters, tool),
  };
  for (const [path, text] of Object.entries({ ...made, ...changed })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return Object.keys(made);
}

function describe(word: string, action: string): NewTool {
  const [verb = "", ...nouns] = action.split("_");
  const path = action.replaceAll("_", "-");
  const toCamelCase = (text: string) =>
    text.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return {
    word,
    name: `${word}_${action}`,
    path,
    file: `${word}-${path}`,
    define: toCamelCase(`${word}-${path}`),
    answer: toCamelCase(path),
    verb,
    noun: nouns.join(" "),
    thing: THINGS.find((thing) => thing === nouns.at(-1)),
    effect: READS.has(verb) ? "read" : "write",
  };
}

/** Adds the tool at the end of the manifest's tools. */
function withTool(manifest: string, { word, define, file }: NewTool): string {
  const listed = manifest.replace(/(\n {2}tools: \([^)]*\) => \[[^\]]*?)(,?\s*)\],\n/, (_, list: string) => {
    const separator = list.endsWith("[") ? "" : ", ";
    return `${list}${separator}${define}(${word}.baseUrl)],\n`;
  });
  if (listed === manifest) throw new Error(`packages/adapters/${word}/index.ts has no list of tools.`);
  return withImport(listed, define, `./${file}.ts`);
}

/** Adds the name at the end of the adapter's names of tools. */
function withName(adapters: string, { word, name }: NewTool): string {
  const listed = adapters.replace(
    new RegExp(`(providers: \\[${word}\\],\\s+tools: \\[)([^\\]]*?),?\\s*\\]`),
    (_, start: string, names: string) => `${start}${names}${names === "" ? "" : ", "}"${name}"]`,
  );
  if (listed === adapters) throw new Error(`${ADAPTERS} does not list the provider ${word}.`);
  return listed;
}

/** Adds the answer to the options of the provider's server. */
function withAnswer(server: string, { word, answer, path }: NewTool): string {
  const listed = server.includes("answers: [")
    ? server.replace("answers: [", `answers: [${answer}, `)
    : server.replace(`name: "${word}",`, `name: "${word}",\n    answers: [${answer}],`);
  return withImport(listed, answer, `./${path}.ts`);
}
