/** Maximum size of a message's blocks as JSON, in characters, as observed at the provider. */
const longestBlocks = 13_200;
const mostBlocks = 50;

const parts: ReadonlySet<unknown> = new Set([
  "rich_text_section",
  "rich_text_quote",
  "rich_text_preformatted",
  "rich_text_list",
]);
/** Elements of a line, each with its required field. */
const inlineFields: ReadonlyMap<unknown, string> = new Map([
  ["text", "text"],
  ["link", "url"],
  ["emoji", "name"],
  ["user", "user_id"],
  ["channel", "channel_id"],
  ["usergroup", "usergroup_id"],
  ["broadcast", "range"],
]);

/**
 * Returns the provider's refusal of a message's blocks, or `undefined` if they are valid. Checks the content
 * of rich text only.
 */
export function blocksRefusal(json: string): string | undefined {
  const blocks = parsed(json);
  if (!Array.isArray(blocks)) return "invalid_blocks_format";
  if (blocks.length > mostBlocks || !blocks.every(isBlock)) return "invalid_blocks";
  return json.length > longestBlocks ? "msg_blocks_too_long" : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

interface Element {
  readonly type?: unknown;
  readonly elements?: unknown;
  readonly [field: string]: unknown;
}

function isBlock(block: Element): boolean {
  return block.type === "rich_text" ? hasElements(block, isPart) : typeof block.type === "string";
}

function isPart(part: Element): boolean {
  if (part.type !== "rich_text_list") return parts.has(part.type) && hasElements(part, isInline);
  const isSection = (item: Element) => item.type === "rich_text_section" && hasElements(item, isInline);
  return (part.style === "bullet" || part.style === "ordered") && hasElements(part, isSection);
}

function isInline(inline: Element): boolean {
  const value = inline[inlineFields.get(inline.type) ?? ""];
  return typeof value === "string" && value !== "";
}

function hasElements({ elements }: Element, isGood: (element: Element) => boolean): boolean {
  return Array.isArray(elements) && elements.length > 0 && elements.every(isGood);
}
