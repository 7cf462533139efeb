import { isJsonObject } from "./json-object.ts";
import { plainText } from "./plain-text.ts";

/** A block as the provider lists it, as far as it is read here. */
export interface ListedBlock {
  /** Without it nothing below the block can be asked for. */
  id?: string | undefined;
  type: string;
  has_children?: boolean | undefined;
  [type: string]: unknown;
}

const PREFIXES = new Map([
  ["heading_1", "# "],
  ["heading_2", "## "],
  ["heading_3", "### "],
  ["bulleted_list_item", "- "],
  ["toggle", "- "],
  ["numbered_list_item", "1. "],
  ["quote", "> "],
  ["callout", "> "],
]);

/** They only hold other blocks. */
const CONTAINERS = new Set(["table", "column_list", "column", "synced_block"]);

/** A block as a line (of code, as lines) much like Markdown; `undefined` for one that only holds others. */
export function blockLine(block: ListedBlock): string | undefined {
  const { type, [type]: value } = block;
  const content = isJsonObject(value) ? value : {};
  if (CONTAINERS.has(type)) return undefined;
  if (type === "divider") return "---";
  if (type === "to_do") return `- [${content.checked === true ? "x" : " "}] ${plainText(content.rich_text)}`;
  if (type === "code") return `\`\`\`${text(content.language)}\n${plainText(content.rich_text)}\n\`\`\``;
  if (type === "table_row") return `| ${cells(content).join(" | ")} |`;
  if (type === "equation") return `$$${text(content.expression)}$$`;
  if (type === "child_page" || type === "child_database") return `[${type}: ${text(content.title)}]`;
  if (Array.isArray(content.rich_text)) return `${PREFIXES.get(type) ?? ""}${plainText(content.rich_text)}`;
  const about = [plainText(content.caption), linkOf(content)].filter((part) => part !== "").join(" ");
  return about === "" ? `[${type}]` : `[${type}: ${about}]`;
}

/** Whether what is below a block belongs to it: a child page or database is another thing, and a synced copy repeats one. */
export function ownsChildren({ type, has_children, synced_block: synced }: ListedBlock): boolean {
  if (has_children !== true || type === "child_page" || type === "child_database") return false;
  return type !== "synced_block" || !isJsonObject(synced) || synced.synced_from == null;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function cells({ cells: row }: Record<string, unknown>): string[] {
  return Array.isArray(row) ? row.map(plainText) : [];
}

/** Not the address of a file the provider hosts: it is signed, and opens the file to whoever holds it. */
function linkOf({ url, external }: Record<string, unknown>): string {
  return text(url) || (isJsonObject(external) ? text(external.url) : "");
}
