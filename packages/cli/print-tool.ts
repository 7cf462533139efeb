import { credentialProvider } from "@plumbline/adapters/credential-kinds.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { printableLine, shellWord } from "./printable.ts";
import { wrapText } from "./screen.ts";
import { printTable } from "./table.ts";
import { style, type Terminal } from "./terminal.ts";

type Tool = Schemas["Tool"];

/** The parts of a JSON Schema that the table of arguments is made from. */
interface ArgumentSchema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly ArgumentSchema[];
  oneOf?: readonly ArgumentSchema[];
  items?: ArgumentSchema;
  properties?: Readonly<Record<string, ArgumentSchema>>;
  required?: readonly string[];
  format?: string;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  writeOnly?: boolean;
}

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
  const schema = tool.input_schema as ArgumentSchema;
  printArguments(terminal, schema, columns);
  const example = JSON.stringify(exampleOf(schema));
  terminal.out(`\n${style(terminal, "bold", "Example")}\n`);
  terminal.out(`plumbline tool call ${shellName(tool.name)} ${shellWord(example)}\n`);
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

function printArguments(terminal: Terminal, schema: ArgumentSchema, columns: number): void {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties);
  const ordered = [...required, ...names.filter((name) => !required.includes(name))];
  terminal.out(
    `\n${style(terminal, "bold", ordered.length === 0 ? "It takes no arguments." : "Arguments")}\n`,
  );
  if (ordered.length === 0) return;
  const rows = ordered.map((name) => {
    const argument = properties[name] ?? {};
    const facts = [argument.description ?? "", ...limitsOf(argument)].filter((text) => text !== "");
    return {
      cells: [name, required.includes(name) ? "yes" : "no", typeOf(argument)],
      below: facts.flatMap((text) => wrapText(text, { columns: columns - 4 })),
    };
  });
  printTable(terminal, ["NAME", "REQUIRED", "TYPE"], rows);
}

function limitsOf({ minimum, maximum, default: byDefault, writeOnly }: ArgumentSchema): string[] {
  const range = [
    ...(minimum === undefined ? [] : [`from ${minimum}`]),
    ...(maximum === undefined ? [] : [`to ${maximum}`]),
  ].join(" ");
  return [
    ...(range === "" ? [] : [`A number ${range}.`]),
    ...(byDefault === undefined ? [] : [`Default: ${JSON.stringify(byDefault)}.`]),
    ...(writeOnly ? ["A secret: it is kept in no log."] : []),
  ];
}

/** Names a type as a person would: `list of string`, `"asc" or "desc"`, `object (email, properties?)`. */
function typeOf(schema: ArgumentSchema): string {
  const choices = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(" or ");
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return [...new Set(several.map(typeOf))].join(" or ");
  if (schema.type === "array") return `list of ${schema.items ? typeOf(schema.items) : "any JSON"}`;
  if (schema.type === "object") return objectType(schema);
  if (schema.type === "string" && schema.format !== undefined) return `string (${schema.format})`;
  if (schema.type === undefined) return "any JSON";
  return typeof schema.type === "string" ? schema.type : schema.type.join(" or ");
}

function objectType({ properties = {}, required = [] }: ArgumentSchema): string {
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
  return names.length === 0 ? "object" : `object (${names.join(", ")})`;
}

/** Builds the smallest call: the required arguments, with their names in capitals as what to fill in. */
function exampleOf({ properties = {}, required = [] }: ArgumentSchema): Record<string, unknown> {
  return Object.fromEntries(required.map((name) => [name, exampleValue(name, properties[name] ?? {})]));
}

function exampleValue(name: string, schema: ArgumentSchema): unknown {
  const [several] = schema.anyOf ?? schema.oneOf ?? [];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (several) return exampleValue(name, several);
  switch (schema.type) {
    case "array":
      return [exampleValue(name.replace(/s$/, ""), schema.items ?? {})];
    case "object":
      return exampleOf(schema);
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "string":
      return name.toUpperCase();
    default:
      return {};
  }
}

/** A name with a colon, as of social posts, needs no quotes; anything else that a shell reads does. */
function shellName(name: string): string {
  return /^[\w:.-]+$/.test(name) ? name : shellWord(name);
}
