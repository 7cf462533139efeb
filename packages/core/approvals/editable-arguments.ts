import type { Tool } from "../tool/tool.ts";

/**
 * Returns the names of the arguments that a person may change in a waiting call: its texts, lists of texts
 * and `places`, the arguments with its destinations. The account, and what else identifies things, stay.
 */
export function listEditable(
  tool: Tool | undefined,
  shown: unknown,
  places: readonly string[] = [],
): string[] {
  if (!tool) return [];
  const fixed = new Set(["credential_id", ...tool.identifiers].filter((name) => !places.includes(name)));
  return Object.entries(Object(shown))
    .filter(([name, value]) => !fixed.has(name) && isText(value))
    .map(([name]) => name);
}

/** Returns false for a text with a secret, which the edited call would lose. */
function isText(value: unknown): boolean {
  return [value].flat().every((one) => typeof one === "string" && !one.includes("[redacted]"));
}
