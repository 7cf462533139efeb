import type { ReadableText, Tool } from "./tool.ts";

/**
 * Returns the texts of a call as their readers will see them. `shown` are its arguments without secrets.
 * Returns an empty list if they do not fit the tool: they are then shown as written.
 */
export async function readTexts(
  tool: Pick<Tool, "input" | "texts"> | undefined,
  shown: unknown,
): Promise<readonly ReadableText[]> {
  const input = tool?.texts && tool.input.safeParse(shown);
  return input?.success ? ((await tool?.texts?.(input.data)) ?? []) : [];
}
