import { modelName, type Tool } from "@plumbline/core/tool/tool.ts";
import { inputSchema } from "@plumbline/core/tool/tool-forms.ts";
import type { ProviderTool } from "./provider-model.ts";

/** What no provider takes in a tool's name, and the longest name all of them take. */
const FORBIDDEN = /[^\w-]/g;
const LONGEST_NAME = 64;

/** A tool as the provider packages take it; each puts it into its provider's form. */
export function providerTool(tool: Tool): ProviderTool {
  return {
    type: "function",
    name: modelName(tool.name),
    description: tool.description,
    inputSchema: inputSchema(tool),
  };
}

/** A name to send to a provider. One that a model made up may hold anything, and would have the whole request refused. */
export function providerToolName(name: string): string {
  return modelName(name).replace(FORBIDDEN, "_").slice(0, LONGEST_NAME) || "unnamed";
}

/** The registry's names of the tools offered, by the names the model knows them under. */
export function offeredNames(tools: readonly Tool[]): ReadonlyMap<string, string> {
  return new Map(tools.map((tool) => [modelName(tool.name), tool.name]));
}
