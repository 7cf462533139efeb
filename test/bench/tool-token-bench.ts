import type { Tool } from "@plumbline/core/tool/tool.ts";
import { TOOL_FORMATS, type ToolFormat } from "@plumbline/core/tool/tool-formats.ts";
import { buildToolForm, completeInputSchema } from "@plumbline/core/tool/tool-forms.ts";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { startServiceUnderTest } from "../support/service-under-test.ts";

const COLUMNS = [...TOOL_FORMATS, "every check", "description"];

/**
 * Counts the tokens of o200k_base that a tool costs a model to which it is offered. Other providers' counts
 * are of about that size.
 */
export function toolTokens(tool: Tool, format: ToolFormat): number {
  return countTokens(JSON.stringify(buildToolForm(tool, format)));
}

/**
 * Tokens of the tool list, tool by tool; "every check" is the anthropic form with the complete schema of the
 * arguments.
 */
export async function toolTokenBench(): Promise<void> {
  const { service, close } = await startServiceUnderTest();
  const rows = (await service.registry.list()).map((tool) => ({ name: tool.name, tokens: tokensOf(tool) }));
  await close();
  console.log("\nTokens (o200k_base) of the tool list (to be reached: 250 a tool on average)");
  print("", COLUMNS);
  for (const { name, tokens } of rows) print(name, tokens);
  const totals = COLUMNS.map((_, column) => rows.reduce((sum, { tokens }) => sum + (tokens[column] ?? 0), 0));
  print(
    "average",
    totals.map((total) => (total / rows.length).toFixed(1)),
  );
  print(`all ${rows.length}`, totals);
}

function tokensOf(tool: Tool): number[] {
  const everyCheck = { ...buildToolForm(tool, "anthropic"), input_schema: completeInputSchema(tool) };
  return [
    ...TOOL_FORMATS.map((format) => toolTokens(tool, format)),
    countTokens(JSON.stringify(everyCheck)),
    countTokens(tool.description),
  ];
}

function print(title: string, cells: readonly (string | number)[]): void {
  console.log(`  ${title.padEnd(24)}${cells.map((cell) => String(cell).padStart(12)).join("")}`);
}
