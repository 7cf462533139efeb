import type { Schemas } from "@plumbline/client/schemas.ts";
import { service } from "../../app/api.ts";
import { hasScope } from "../../app/visit-state.ts";
import type { FormField } from "../../parts/record-values.ts";
import { fieldsOfArguments } from "./argument-fields.ts";

type Tool = Schemas["Tool"];

/** Returns the tools that the key may use. Throws PlumblineError. */
export async function loadTools(signal: AbortSignal): Promise<readonly Tool[]> {
  const { data } = await service.GET("/api/v1/tools", { signal });
  return data.items as Tool[];
}

/** A tool with the fields of its form. */
export interface LoadedTool {
  tool: Tool;
  fields: Readonly<Record<string, FormField>>;
}

/** Throws if the key may not use the tool. */
export async function loadTool(name: string, signal: AbortSignal): Promise<LoadedTool> {
  const tool = (await loadTools(signal)).find((one) => one.name === name);
  if (!tool) throw new Error(`There is no tool ${name}, or this key may not use it.`);
  const kinds = hasScope("credentials:read") ? tool.credential_kinds : [];
  const lists = await Promise.all(
    kinds.map((kind) =>
      service.GET("/api/v1/credentials", { params: { query: { kind, limit: 100 } }, signal }),
    ),
  );
  const accounts = lists.flatMap(({ data }) => data.items).filter(({ status }) => status !== "revoked");
  return { tool, fields: fieldsOfArguments(tool.input_schema, accounts) };
}
