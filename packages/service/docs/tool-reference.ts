import { providerTitle } from "@plumbline/adapters/define-adapter.ts";
import { PROVIDERS } from "@plumbline/adapters/providers.ts";
import { type SchemaField, schemaFields } from "@plumbline/core/tool/schema-fields.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { completeInputSchema, outputSchema } from "@plumbline/core/tool/tool-forms.ts";
import { describedTools } from "./described-tools.ts";

/** Returns a section for each tool: its purpose, every argument, an example, its result and its refusals. */
export function toolReference(): string {
  return describedTools().map(section).join("\n");
}

function section(tool: Tool): string {
  const { name, title, description } = tool;
  const own = schemaFields(completeInputSchema(tool)).filter((field) => !ofManyTools(field));
  return [
    `### ${title}: \`${name}\`\n`,
    `${wrapped(description)}\n`,
    own.length === 0 ? "It takes no arguments of its own.\n" : fieldTable("argument", own),
    "Example:\n",
    `    plumbline tool call ${name} ${shellWord(JSON.stringify(tool.example))}\n`,
    fieldTable("result", schemaFields(outputSchema(tool))),
    `${wrapped(`Refusals: ${refusals(tool).join("; ")}.`)}\n`,
  ].join("\n");
}

/** Returns whether an argument is explained once for all tools. */
function ofManyTools({ name }: SchemaField): boolean {
  return name === "timeout_seconds" || name === "credential_id";
}

function fieldTable(head: string, fields: readonly SchemaField[]): string {
  const rows = fields.map(({ name, required, type, told }) => {
    const cells = [`\`${name}${required ? "" : "?"}\``, type, told.join(" ")];
    return `| ${cells.map((cell) => cell.replace(/[|*<]/g, "\\$&")).join(" | ")} |\n`;
  });
  return `| ${head} | type | |\n|---|---|---|\n${rows.join("")}`;
}

function refusals({ name, credential, effect, idempotency, reach, scopes }: Tool): string[] {
  const asks = reach.to !== "nowhere";
  const needed = credential.use === "none" ? [] : credential.kinds;
  const pages = PROVIDERS.filter(({ kinds }) => kinds.some(({ kind }) => needed.includes(kind)));
  const links = pages.map((one) => `[${providerTitle(one)}](providers/${one.word}.md#refusals)`);
  return [
    "`validation` when an argument is wrong, or what is asked for is not there",
    ...(credential.use === "required"
      ? ["`authentication` when no account fits, or it has to reconnect"]
      : []),
    ...(name === "grounded_research" ? RESEARCH : []),
    ...(asks && name !== "grounded_research"
      ? ["`rate_limit` and `transient` when the other side is busy or fails"]
      : []),
    ...(effect === "write" ? ["`approval_required` and `approval_denied` where a policy asks a person"] : []),
    ...(effect === "write" && asks && idempotency === "none"
      ? ["`outcome_unknown` when it was sent and no answer came"]
      : []),
    ...(scopes.length > 0 ? [`403 without the scope ${scopes.map((one) => `\`${one}\``).join(", ")}`] : []),
    ...(links.length > 0 ? [`the provider's own: ${links.join(", ")}`] : []),
  ];
}

const RESEARCH = [
  "`research_insufficient_evidence` when the sources say too little",
  "`research_ambiguous_name` with the people who share the name",
  "`research_not_configured` and `research_provider_failure` when nothing could be searched",
];

function shellWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Wraps text at 105 characters. */
function wrapped(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= 105) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join("\n");
}
