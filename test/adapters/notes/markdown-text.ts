import type { Block } from "../../../packages/adapters/notes/markdown/block.ts";

interface Item {
  text: { content: string };
}

/** Every rich text array of a block itself: its text, or a table row's cells. */
export function arraysOf({ content }: Block): Item[][] {
  const { rich_text, cells } = content as { rich_text?: Item[]; cells?: Item[][] };
  return cells ?? (rich_text === undefined ? [] : [rich_text]);
}

/** A block and all below it, in the order they are read. */
export function withAllBelow(block: Block): Block[] {
  return [block, ...block.children.flatMap(withAllBelow)];
}

/** The text of blocks, a line each array. */
export function textOf(blocks: readonly Block[]): string {
  const arrays = blocks.flatMap(withAllBelow).flatMap(arraysOf);
  return arrays.map((items) => items.map(({ text }) => text.content).join("")).join("\n");
}
