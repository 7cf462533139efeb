import type { Tool } from "../tool/tool.ts";

/**
 * Returns the names of the arguments that a person may change in a waiting call: its texts and lists of
 * texts. The account and everything that says where the call goes stay as they are.
 */
export function listEditable(tool: Tool | undefined, shown: unknown): string[] {
  if (!tool) return [];
  const fixed = new Set(["credential_id", ...tool.identifiers]);
  return Object.entries(Object(shown))
    .filter(([name, value]) => !fixed.has(name) && isText(value))
    .map(([name]) => name);
}

function isText(value: unknown): boolean {
  return [value].flat().every((one) => typeof one === "string" && one !== "[redacted]");
}
