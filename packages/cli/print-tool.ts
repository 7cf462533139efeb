import { credentialProvider } from "@plumbline/adapters/credential-kinds.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { schemaFields } from "@plumbline/core/tool/schema-fields.ts";
import { printableLine, shellWord } from "./printable.ts";
import { wrapText } from "./screen.ts";
import { printTable } from "./table.ts";
import { style, type Terminal } from "./terminal.ts";

type Tool = Schemas["Tool"];

const SECOND_TRY: Record<Tool["idempotency"], string> = {
  read: "changes nothing, so it can be repeated",
  key: "can be repeated: the provider knows a second try of the same call",
  upsert: "can be repeated: the same arguments lead to the same state",
  none: "a repeated call may do it twice; --idempotency-key makes it happen once",
};

/** Prints a tool as a person needs it to call it: what it does, what it takes, and a call to start from. */
export function printToolDetail(terminal: Terminal, tool: Tool): void {
  const columns = terminal.screen?.columns ?? 100;
  terminal.out(`${style(terminal, "bold", tool.name)}  ${printableLine(tool.title)}\n\n`);
  for (const line of wrapText(printableLine(tool.description), { columns })) terminal.out(`${line}\n`);
  terminal.out(`\neffect      ${tool.effect}: ${SECOND_TRY[tool.idempotency]}\n`);
  for (const [index, line] of connectionLines(tool).entries())
    terminal.out(`${(index === 0 ? "connection" : "").padEnd(12)}${line}\n`);
  printArguments(terminal, tool.input_schema, columns);
  if (!tool.example) return;
  const example = JSON.stringify(tool.example);
  terminal.out(`\n${style(terminal, "bold", "Example")}\n`);
  terminal.out(`${PLUMBLINE} tool call ${shellName(tool.name)} ${shellWord(example)}\n`);
}

function connectionLines({
  credential_kinds: kinds,
  credential_metadata: metadata,
  ...tool
}: Tool): string[] {
  if (kinds.length === 0) return ["none"];
  const need = tool.credential_required ? "needs one of:" : "none, or one of:";
  const each = kinds.map((kind) => {
    const keys = metadata[kind] ?? [];
    const having = keys.length === 0 ? "" : `, with ${keys.join(" and ")} in its metadata`;
    return `  ${kind}, ${credentialProvider({ kind, metadata: {} })}${having}`;
  });
  return [need, ...each];
}

function printArguments(terminal: Terminal, schema: Tool["input_schema"], columns: number): void {
  const fields = schemaFields(schema);
  terminal.out(
    `\n${style(terminal, "bold", fields.length === 0 ? "It takes no arguments." : "Arguments")}\n`,
  );
  if (fields.length === 0) return;
  const rows = fields.map(({ name, required, type, told }) => ({
    cells: [name, required ? "yes" : "no", type],
    below: told.flatMap((text) => wrapText(text, { columns: columns - 4 })),
  }));
  printTable(terminal, ["NAME", "REQUIRED", "TYPE"], rows);
}

/** A name with a colon, as of social posts, needs no quotes; anything else that a shell reads does. */
function shellName(name: string): string {
  return /^[\w:.-]+$/.test(name) ? name : shellWord(name);
}
