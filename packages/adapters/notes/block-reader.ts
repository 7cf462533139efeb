import { blockLine, type ListedBlock, ownsChildren } from "./block-line.ts";
import { PageText } from "./page-text.ts";

const MAX_DEPTH = 3;
/** Lists (of 100 blocks) that are read of one parent. */
const MAX_LISTS = 3;
const MAX_CALLS = 60;
/** Of one page, and of all pages together: it all goes to a model. */
const MAX_PAGE_CHARACTERS = 20_000;
const MAX_CHARACTERS = 100_000;

/** One answer of a block's children. */
export interface BlockList {
  results: readonly ListedBlock[];
  next_cursor: string | null;
  /** Some blocks of the list could not be read, or the next list is not named. */
  incomplete: boolean;
}

/** Where the blocks come from, and until when they may be asked for. */
export interface BlockSource {
  /** `undefined` for a parent whose blocks may not be read. */
  list(parentId: string, cursor: string | undefined): Promise<BlockList | undefined>;
  mayContinue(): boolean;
}

/**
 * Reads the text of pages: three levels deep, 300 blocks of each parent, 20,000 characters of each page; 60 calls and 100,000
 * characters for all pages together.
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

  /** `above` are the ids from the page down to the parent: a block that holds itself comes to an end. */
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
    const line = blockLine(block);
    if (line !== undefined) page.add(line.replace(/^/gm, indent));
    const { id } = block;
    if (!ownsChildren(block) || (id !== undefined && above.includes(id))) return;
    if (above.length === MAX_DEPTH || id === undefined) page.truncated = true;
    else await this.#readBelow([...above, id], line === undefined ? indent : `${indent}  `, page);
  }

  async #list(parentId: string, cursor: string | undefined): Promise<BlockList | undefined> {
    if (this.#calls === MAX_CALLS || !this.#source.mayContinue()) return undefined;
    this.#calls += 1;
    return this.#source.list(parentId, cursor);
  }
}
