/** Bytes of JSON around a block's own content. */
const ENVELOPE_BYTES = 60;

/** A block of a page before it is sent: its own content apart from what stands below it, and its size. */
export interface Block {
  readonly type: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly children: readonly Block[];
  /** Levels of blocks below it. */
  readonly height: number;
  /** Blocks in all, itself among them. */
  readonly elements: number;
  /** Bytes of JSON in all, rounded up. */
  readonly bytes: number;
}

export function makeBlock(
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

/** The block as the provider takes it. */
export function blockRequest({ type, content, children }: Block): Record<string, unknown> {
  const below = children.length === 0 ? {} : { children: children.map(blockRequest) };
  return { object: "block", type, [type]: { ...content, ...below } };
}
