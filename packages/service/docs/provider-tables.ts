import { ADAPTERS } from "@plumbline/adapters/adapters.ts";
import type { Endpoint, Provider, ProviderKind } from "@plumbline/adapters/define-adapter.ts";
import { providerTitle } from "@plumbline/adapters/define-adapter.ts";
import { PROVIDERS } from "@plumbline/adapters/providers.ts";
import { listSchemaFields, type SchemaField } from "@plumbline/core/tool/schema-fields.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { completeInputSchema, outputSchema } from "@plumbline/core/tool/tool-forms.ts";
import { listKnownSettings } from "../settings/read-settings.ts";
import { SEARCH_BACKENDS } from "../settings/search-settings.ts";
import { createDescribedTools } from "./described-tools.ts";
import type { DocumentedSamples } from "./load-tool-samples.ts";

/** Arguments of nearly every tool. The page explains them once. */
const COMMON_ARGUMENTS = ["credential_id", "timeout_seconds"];

/** A table in a page of docs/, between two comments with its name. */
export interface DocsTable {
  page: string;
  name: string;
  table: string;
}

/**
 * Creates the tables derived from the lists of providers and tools and from the tools' samples.
 * `npm run generate:docs` writes them.
 */
export async function createDocsTables(samples: readonly DocumentedSamples[]): Promise<DocsTable[]> {
  const tools = await createDescribedTools();
  return [
    { page: "docs/providers.md", name: "providers", table: createProvidersTable() },
    { page: "docs/connections.md", name: "kinds", table: createKindsTable() },
    { page: "docs/tools.md", name: "summary", table: createSummaryTable(samples) },
    { page: "docs/tools.md", name: "tools", table: createToolsTable(tools) },
    { page: "docs/tools.md", name: "reference", table: tools.map(formatToolSection).join("\n") },
  ];
}

/** Inserts a table between its comments in a page. Throws if the page has no such comments. */
export function insertTable(text: string, { page, name, table }: DocsTable): string {
  const [begin, end] = [`<!-- ${name}: made by npm run generate:docs -->`, `<!-- ${name}: end -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no place for the table "${name}".`);
  return `${text.slice(0, from + begin.length)}\n\n${table}\n${text.slice(to)}`;
}

function createProvidersTable(): string {
  const providers: readonly Provider[] = PROVIDERS;
  const rows = [
    ...providers.map((one) => [
      formatCode([one.word]),
      one.speaksTo,
      formatCode(Object.values(one.endpoints).flatMap(listSettings)),
      formatCode(listToolNames(one)),
    ]),
    ...SEARCH_BACKENDS.map(({ word, speaksTo, setting, use }) => [
      formatCode([word]),
      speaksTo,
      formatCode([setting]),
      use,
    ]),
  ];
  return formatTable(["word", "speaks to by default", "setting", "in this version"], rows);
}

/** Creates the table of kinds. Kinds with the same content share a row. */
function createKindsTable(): string {
  const kindsOf = new Map<string, string[]>();
  for (const { kinds } of PROVIDERS as readonly Provider[])
    for (const kind of kinds)
      for (const [row, name] of listKindRows(kind)) kindsOf.set(row, [...(kindsOf.get(row) ?? []), name]);
  const rows = [...kindsOf].map(([row, names]) => [names.join(", "), ...row.split("\n")]);
  return formatTable(["kind", "token", "metadata"], rows);
}

function listKindRows({ kind, docs }: ProviderKind): [row: string, name: string][] {
  return docs.map(({ purpose, token, metadata }) => {
    return [`${token}\n${metadata}`, purpose === undefined ? `\`${kind}\`` : `\`${kind}\` ${purpose}`];
  });
}

function createSummaryTable(samples: readonly DocumentedSamples[]): string {
  const rows = samples.map(({ tool, docs: { does, retried } }) => [formatCode([tool]), does, retried]);
  return formatTable(["tool", "what it does", "retried after a lost answer"], rows);
}

function createToolsTable(tools: readonly Tool[]): string {
  const rows = tools.map((tool) => [
    formatCode([tool.name]),
    listArguments(tool),
    tool.effect,
    tool.idempotency,
    describeCredential(tool),
  ]);
  return formatTable(["tool", "arguments", "effect", "idempotency", "credential"], rows);
}

/** Lists the required arguments, then the optional ones marked with "?". */
function listArguments(tool: Tool): string {
  const { required } = completeInputSchema(tool);
  const isRequired = (name: string) => Array.isArray(required) && required.includes(name);
  const own = Object.keys(tool.input.shape).filter((name) => !COMMON_ARGUMENTS.includes(name));
  const optional = own.filter((name) => !isRequired(name)).map((name) => `${name}?`);
  return formatCode([...own.filter(isRequired), ...optional]);
}

function describeCredential({ credential }: Tool): string {
  if (credential.use === "none") return "–";
  return `${formatCode(credential.kinds)}${credential.use === "optional" ? ", optional" : ""}`;
}

function listSettings(endpoint: Endpoint): string[] {
  return "server" in endpoint ? [`${endpoint.setting}_HOST`, `${endpoint.setting}_PORT`] : [endpoint.setting];
}

/** Lists the tools of a provider's adapters. */
function listToolNames(provider: Provider): string[] {
  return ADAPTERS.filter(({ providers }) => providers.includes(provider)).flatMap(({ tools }) => tools);
}

function formatCode(words: readonly string[]): string {
  return words.length === 0 ? "–" : words.map((word) => `\`${word}\``).join(", ");
}

function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const formatLine = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  return [formatLine(heads), `|${heads.map(() => "---|").join("")}\n`, ...rows.map(formatLine)].join("");
}

const HEADER = `# All settings of the service with their defaults. docs/settings.md explains them.
# Copy this file to .env, remove the # from the settings you change, and restrict access: chmod 600 .env
# Existing environment variables take precedence over this file.
`;

/** Creates the text of `.env.example`: every setting on a separate line, commented out. */
export function createEnvExample(): string {
  return `${HEADER}${listKnownSettings()
    .map(({ name, byDefault }) => `\n# ${name}=${byDefault}`)
    .join("")}\n`;
}

/** Creates the section of a tool: its purpose, arguments, an example, its result and its errors. */
function formatToolSection(tool: Tool): string {
  const { name, title, description } = tool;
  const fields = listSchemaFields(completeInputSchema(tool));
  const own = fields.filter((field) => !COMMON_ARGUMENTS.includes(field.name));
  return [
    `### ${title}: \`${name}\`\n`,
    `${wrapText(description)}\n`,
    own.length === 0 ? "It takes no arguments.\n" : createFieldTable("argument", own),
    "Example:\n",
    `    plumbline tool call ${name} ${quoteForShell(JSON.stringify(tool.example))}\n`,
    createFieldTable("result", listSchemaFields(outputSchema(tool))),
    `${wrapText(`Refusals: ${listRefusals(tool).join("; ")}.`)}\n`,
  ].join("\n");
}

function createFieldTable(head: string, fields: readonly SchemaField[]): string {
  const rows = fields.map(({ name, required, type, sentences }) => {
    const cells = [`\`${name}${required ? "" : "?"}\``, type, sentences.join(" ")];
    return `| ${cells.map((cell) => cell.replace(/[|*<]/g, "\\$&")).join(" | ")} |\n`;
  });
  return `| ${head} | type | |\n|---|---|---|\n${rows.join("")}`;
}

function listRefusals({ name, credential, effect, idempotency, reach, scopes }: Tool): string[] {
  const asks = reach.to !== "nowhere";
  const needed = credential.use === "none" ? [] : credential.kinds;
  const pages = PROVIDERS.filter(({ kinds }) => kinds.some(({ kind }) => needed.includes(kind)));
  const links = pages.map((one) => `[${providerTitle(one)}](providers/${one.word}.md#refusals)`);
  return [
    "`validation` if an argument is invalid or refers to something that does not exist",
    ...(credential.use === "required"
      ? ["`authentication` if no account matches, or it has to be reconnected"]
      : []),
    ...(name === "grounded_research" ? RESEARCH : []),
    ...(asks && name !== "grounded_research"
      ? ["`rate_limit` and `transient` if the provider is busy or fails"]
      : []),
    ...(effect === "write"
      ? ["`approval_required` and `approval_denied` if the policy requires approval"]
      : []),
    ...(effect === "write" && asks && idempotency === "none"
      ? ["`outcome_unknown` if it was sent but no response arrived"]
      : []),
    ...(scopes.length > 0 ? [`403 without the scope ${scopes.map((one) => `\`${one}\``).join(", ")}`] : []),
    ...(links.length > 0 ? [`the provider's own: ${links.join(", ")}`] : []),
  ];
}

const RESEARCH = [
  "`research_insufficient_evidence` if the sources contain too little evidence",
  "`research_ambiguous_name` with the people who share the name",
  "`research_not_configured` and `research_provider_failure` if no search was possible",
];

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Wraps text at 105 characters. */
function wrapText(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= 105) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join("\n");
}
