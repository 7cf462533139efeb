/** Bytes of JSON around a block's content. */
const ENVELOPE_BYTES = 60;

/** A block of a page before it is sent: its content, its children, and its size. */
export interface Block {
  readonly type: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly children: readonly Block[];
  /** Number of levels of children. */
  readonly height: number;
  /** Number of blocks, including itself. */
  readonly elements: number;
  /** Total bytes of JSON, rounded up. */
  readonly bytes: number;
}

export function createBlock(
  type: string,
  content: Readonly<Record<string, unknown>>,
  children: readonly Block[] = [],
): Block {
  const sum = (size: (child: Block) => number) => children.reduce((total, child) => total + size(child), 0);
  return {
    type,
    content,
    children,
    height: children.reduce((height, child) => Math.max(height, child.height + 1), 0),
    elements: 1 + sum(({ elements }) => elements),
    bytes: ENVELOPE_BYTES + Buffer.byteLength(JSON.stringify(content)) + sum(({ bytes }) => bytes),
  };
}

/** Converts a block to the provider's format. */
export function blockRequest({ type, content, children }: Block): Record<string, unknown> {
  const below = children.length === 0 ? {} : { children: children.map(blockRequest) };
  return { object: "block", type, [type]: { ...content, ...below } };
}

/** Groups blocks, each within the limits, for one request per group. No group is empty. */
export function batchBlocks(blocks: readonly Block[]): Block[][] {
  const batches: Block[][] = [];
  let batch: Block[] = [];
  let elements = 0;
  let bytes = 0;
  for (const block of blocks) {
    elements += block.elements;
    bytes += block.bytes;
    if (
      batches.length === 0 ||
      batch.length === MAX_CHILDREN ||
      elements > MAX_ELEMENTS ||
      bytes > MAX_BYTES
    ) {
      batch = [];
      batches.push(batch);
      elements = block.elements;
      bytes = block.bytes;
    }
    batch.push(block);
  }
  return batches;
}

/** Counts blocks, including nested ones. */
export function countBlocks(blocks: readonly Block[]): number {
  return blocks.reduce((count, { elements }) => count + elements, 0);
}

/**
 * Splits a block so that its children fit into one request. The rest follows as siblings, in order. Does not
 * split a table, because its rows cannot be moved elsewhere.
 */
export function fitBlock(block: Block, levels: number = MAX_LEVELS): Block[] {
  if (block.children.length === 0 || block.type === "table") return [block];
  const below = block.children.flatMap((child) => fitBlock(child, Math.max(levels - 1, 0)));
  let elements = 1;
  let bytes = block.bytes - block.children.reduce((sum, child) => sum + child.bytes, 0);
  let kept = 0;
  for (const child of below) {
    elements += child.elements;
    bytes += child.bytes;
    const fits = child.height < levels && elements <= MAX_ELEMENTS && bytes <= MAX_BLOCK_BYTES;
    if (!fits || kept === MAX_CHILDREN) break;
    kept += 1;
  }
  return [createBlock(block.type, block.content, below.slice(0, kept)), ...below.slice(kept)];
}

/** Maximum number of blocks in one array of children (Notion API reference, "Request limits"). */
export const MAX_CHILDREN = 100;
/** Maximum number of blocks in one request, including nested ones. */
const MAX_ELEMENTS = 1_000;
/** Maximum number of levels below a block in one request. */
const MAX_LEVELS = 2;
/**
 * Maximum size of the blocks in one request, in bytes. The provider accepts 500 kB, of which the page's
 * properties need a part.
 */
const MAX_BYTES = 440_000;
/** Limit in bytes of one block including everything below it. */
export const MAX_BLOCK_BYTES = 400_000;
