import type { Block } from "./block.ts";
import { MAX_BYTES, MAX_CHILDREN, MAX_ELEMENTS } from "./request-limits.ts";

/** Blocks, each within the limits, in groups that one request each may carry; no group is empty. */
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

/** How many blocks there are, nested ones among them. */
export function countBlocks(blocks: readonly Block[]): number {
  return blocks.reduce((count, { elements }) => count + elements, 0);
}
