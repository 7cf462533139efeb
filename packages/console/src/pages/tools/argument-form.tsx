import type { Schemas } from "@plumbline/client/schemas.ts";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { service } from "../../app/api.ts";
import { hasScope } from "../../app/visit-state.ts";
import { ArgumentField } from "./argument-field.tsx";
import { type ArgumentSchema, readArguments, type Typed, typeExample } from "./argument-values.ts";
import { loadTools } from "./load-tools.ts";

type Tool = Schemas["Tool"];

/** A tool with the accounts that it accepts. */
export interface LoadedTool {
  tool: Tool;
  accounts: readonly Schemas["Credential"][];
}

/** Throws if the key may not use the tool. */
export async function loadTool(name: string, signal: AbortSignal): Promise<LoadedTool> {
  const tool = (await loadTools(signal)).find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool ${name}, or this key may not use it.`);
  if (!hasScope("credentials:read") || tool.credential_kinds.length === 0) return { tool, accounts: [] };
  const lists = await Promise.all(
    tool.credential_kinds.map((kind) =>
      service.GET("/api/v1/credentials", { params: { query: { kind, limit: 100 } }, signal }),
    ),
  );
  const accounts = lists.flatMap(({ data }) => data.items).filter(({ status }) => status !== "revoked");
  return { tool, accounts };
}

export interface ArgumentForm {
  fields: JSX.Element[];
  /** Returns the arguments, or `undefined` after showing what is wrong with them. */
  read: () => Record<string, unknown> | undefined;
  /** Fills in the values of an example. */
  fill: (example: Record<string, unknown>) => void;
}

/** Makes a form from the schema of a tool's arguments, the required ones first. `omitted` are not asked for. */
export function useArgumentForm(
  { tool, accounts }: LoadedTool,
  omitted: readonly string[] = [],
): ArgumentForm {
  const { properties, required } = argumentsOf(tool);
  const [typed, setTyped] = useState<Typed>({});
  const [mistakes, setMistakes] = useState<Record<string, string>>({});
  const names = Object.keys(properties)
    .filter((name) => !omitted.includes(name))
    .toSorted((one, other) => Number(required.includes(other)) - Number(required.includes(one)));
  return {
    fields: names.map((argument) => (
      <ArgumentField
        key={argument}
        name={argument}
        schema={properties[argument] ?? {}}
        isRequired={required.includes(argument)}
        typed={typed[argument] ?? ""}
        mistake={mistakes[argument]}
        accounts={accounts}
        onType={(text) => setTyped({ ...typed, [argument]: text })}
      />
    )),
    read: () => {
      const { values, mistakes: found } = readArguments(properties, required, typed);
      setMistakes(found);
      return Object.keys(found).length === 0 ? values : undefined;
    },
    fill: (example) => setTyped({ ...typed, ...typeExample(properties, example) }),
  };
}

function argumentsOf({ input_schema: schema }: Tool): {
  properties: Record<string, ArgumentSchema>;
  required: readonly string[];
} {
  const { properties = {}, required = [] } = schema as {
    properties?: Record<string, ArgumentSchema>;
    required?: string[];
  };
  return { properties, required };
}
