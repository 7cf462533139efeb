import { isJsonObject } from "@plumbline/core/text/parse-json.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import { toPlainText } from "./property-value.ts";

const MAX_DEPTH = 3;
/** Maximum number of lists (of 100 blocks) to read per parent. */
const MAX_LISTS = 3;
const MAX_CALLS = 60;
/** Limits per page and for all pages together. Small, because the text goes to a model. */
const MAX_PAGE_CHARACTERS = 20_000;
const MAX_CHARACTERS = 100_000;

/** One response that lists a block's children. */
export interface BlockList {
  results: readonly ListedBlock[];
  next_cursor: string | null;
  /** True if some blocks could not be parsed, or the next list is unknown. */
  incomplete: boolean;
}

/** Source of the blocks. Has a time limit. */
export interface BlockSource {
  /** Returns `undefined` if the parent's blocks may not be read. */
  list(parentId: string, cursor: string | undefined): Promise<BlockList | undefined>;
  mayContinue(): boolean;
}

/**
 * Reads the text of pages. Limits: three levels deep, 300 blocks per parent, 20,000 characters per page, and
 * 60 calls and 100,000 characters for all pages together.
 */
export class BlockReader {
  readonly #source: BlockSource;
  #calls = 0;
  #characters = 0;

  constructor(source: BlockSource) {
    this.#source = source;
  }

  async read(pageId: string): Promise<PageText> {
    const page = new PageText(Math.min(MAX_PAGE_CHARACTERS, MAX_CHARACTERS - this.#characters));
    await this.#readBelow([pageId], "", page);
    this.#characters += page.toString().length;
    return page;
  }

  /**
   * Reads the blocks below a parent. `above` are the IDs from the page down to the parent, used to stop at a
   * block that contains itself.
   */
  async #readBelow(above: readonly string[], indent: string, page: PageText): Promise<void> {
    let cursor: string | null | undefined;
    for (let lists = 0; cursor !== null; lists++) {
      const list = lists < MAX_LISTS && !page.full ? await this.#list(above.at(-1) ?? "", cursor) : undefined;
      if (list === undefined) {
        page.truncated = true;
        return;
      }
      if (list.incomplete) page.truncated = true;
      for (const block of list.results) await this.#readBlock(block, above, indent, page);
      cursor = list.next_cursor;
    }
  }

  async #readBlock(
    block: ListedBlock,
    above: readonly string[],
    indent: string,
    page: PageText,
  ): Promise<void> {
    const line = formatBlock(block);
    if (line !== undefined) page.add(line.replace(/^/gm, indent));
    const { id } = block;
    if (!hasOwnChildren(block) || (id !== undefined && above.includes(id))) return;
    if (above.length === MAX_DEPTH || id === undefined) page.truncated = true;
    else await this.#readBelow([...above, id], line === undefined ? indent : `${indent}  `, page);
  }

  async #list(parentId: string, cursor: string | undefined): Promise<BlockList | undefined> {
    if (this.#calls === MAX_CALLS || !this.#source.mayContinue()) return undefined;
    this.#calls += 1;
    return this.#source.list(parentId, cursor);
  }
}

/** Fields used of a block in the provider's format. */
interface ListedBlock {
  /** Without an ID, the block's children cannot be read. */
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

/** Types of blocks that only contain others. */
const CONTAINERS = new Set(["table", "column_list", "column", "synced_block"]);

/**
 * Converts a block to a line similar to Markdown (several lines for code). Returns `undefined` if it only
 * contains other blocks.
 */
function formatBlock(block: ListedBlock): string | undefined {
  const { type, [type]: value } = block;
  const content = isJsonObject(value) ? value : {};
  if (CONTAINERS.has(type)) return undefined;
  if (type === "divider") return "---";
  if (type === "to_do")
    return `- [${content.checked === true ? "x" : " "}] ${toPlainText(content.rich_text)}`;
  if (type === "code") return `\`\`\`${toText(content.language)}\n${toPlainText(content.rich_text)}\n\`\`\``;
  if (type === "table_row") return `| ${formatCells(content).join(" | ")} |`;
  if (type === "equation") return `$$${toText(content.expression)}$$`;
  if (type === "child_page" || type === "child_database") return `[${type}: ${toText(content.title)}]`;
  if (Array.isArray(content.rich_text)) return `${PREFIXES.get(type) ?? ""}${toPlainText(content.rich_text)}`;
  const about = [toPlainText(content.caption), formatLink(content)].filter((part) => part !== "").join(" ");
  return about === "" ? `[${type}]` : `[${type}: ${about}]`;
}

/**
 * Returns whether a block's children belong to its page. A child page or database is separate, and a synced
 * copy repeats another block's content.
 */
function hasOwnChildren({ type, has_children, synced_block: synced }: ListedBlock): boolean {
  if (has_children !== true || type === "child_page" || type === "child_database") return false;
  return type !== "synced_block" || !isJsonObject(synced) || synced.synced_from == null;
}

function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function formatCells({ cells: row }: Record<string, unknown>): string[] {
  return Array.isArray(row) ? row.map(toPlainText) : [];
}

/**
 * Formats a link. Omits the URL of a file hosted by the provider, because it is signed and gives anyone who
 * has it access.
 */
function formatLink({ url, external }: Record<string, unknown>): string {
  return toText(url) || (isJsonObject(external) ? toText(external.url) : "");
}

/** Collects the text of one page up to a limit, and records whether something was omitted. */
class PageText {
  readonly #lines: string[] = [];
  #remaining: number;
  truncated = false;

  constructor(characters: number) {
    this.#remaining = characters;
  }

  get full(): boolean {
    return this.#remaining <= 0;
  }

  add(line: string): void {
    if (line.length > this.#remaining) this.truncated = true;
    if (this.full) return;
    this.#lines.push(cutText(line, this.#remaining));
    this.#remaining -= line.length + 1;
  }

  toString(): string {
    return this.#lines.join("\n");
  }
}
