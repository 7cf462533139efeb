import { type Block, makeBlock } from "./block.ts";
import { MAX_BLOCK_BYTES, MAX_CHILDREN, MAX_ELEMENTS, MAX_LEVELS } from "./request-limits.ts";

/**
 * The block with as much below it as one request may carry; the rest follows as its siblings, in order. A table is taken as it
 * is: its rows live nowhere else.
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
  return [makeBlock(block.type, block.content, below.slice(0, kept)), ...below.slice(kept)];
}
