/** Blocks in one array of children (Notion API reference, "Request limits"). */
export const MAX_CHILDREN = 100;
/** Blocks in one request, nested ones among them. */
export const MAX_ELEMENTS = 1_000;
/** Levels of children that one request may carry below a block. */
export const MAX_LEVELS = 2;
/** Bytes of blocks in one request: the provider takes 500 kB, some of which is for the page's properties. */
export const MAX_BYTES = 440_000;
/** Bytes of one block with all that is below it. */
export const MAX_BLOCK_BYTES = 400_000;
