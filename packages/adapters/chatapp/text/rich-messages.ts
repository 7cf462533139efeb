import { cutAtGaps } from "./cut-at-gaps.ts";
import {
  type Inline,
  inlinesIn,
  joinParts,
  type RichPart,
  showsAddress,
  textOf,
  textOfInlines,
} from "./rich-text.ts";

/**
 * JSON of one message's blocks, in characters. Slack documents no limit; users measured that it refuses about
 * 13,200 (`msg_blocks_too_long`, https://github.com/slackapi/bolt-js/issues/2509).
 */
const MAX_BLOCKS = 12_000;
/** Text beside the blocks may have 40,000 characters. */
const TEXT_PER_BLOCKS = 3.5;
/** JSON around the elements of a part, and around the items of a list. */
const ENVELOPE = 80;

/** Returns true for parts that are only text, so that no block is needed to show them. */
export function isPlainText(parts: readonly RichPart[]): boolean {
  return parts.every(
    (part) =>
      part.type === "rich_text_section" &&
      part.elements.every((one) => one.style === undefined && (one.type !== "link" || showsAddress(one))),
  );
}

/** Parts as messages, in order, each within the provider's limits. */
export function richMessages(parts: readonly RichPart[]): { text: string; blocks: string }[] {
  const groups: RichPart[][] = [];
  let room = 0;
  for (const part of parts.flatMap(fitPart)) {
    const size = sizeOf(part);
    const before = groups.at(-1)?.at(-1);
    const isJoined = before !== undefined && joinParts([before, part]).length === 1;
    room -= isJoined ? size - ENVELOPE : size;
    if (room < 0) {
      groups.push([]);
      room = MAX_BLOCKS - size;
    }
    groups.at(-1)?.push(part);
  }
  return groups.map((group) => {
    const elements = joinParts(group);
    return { text: textOf(elements), blocks: JSON.stringify([{ type: "rich_text", elements }]) };
  });
}

/** At least the JSON of a part in a message's blocks, in characters. */
function sizeOf(part: RichPart): number {
  return inlinesIn(part).reduce((size, one) => size + sizeOfInline(one), 2 * ENVELOPE);
}

function sizeOfInline(inline: Inline): number {
  return Math.max(JSON.stringify(inline).length + 1, textOfInlines([inline]).length / TEXT_PER_BLOCKS);
}

/** Splits a part that no message holds: an item of a list goes on as text. */
function fitPart(part: RichPart): RichPart[] {
  if (sizeOf(part) <= MAX_BLOCKS) return [part];
  const most = MAX_BLOCKS - 3 * ENVELOPE;
  const groups: Inline[][] = [];
  let room = 0;
  for (const one of inlinesIn(part).flatMap((inline) => fitInline(inline, most))) {
    room -= sizeOfInline(one);
    if (room < 0) {
      groups.push([]);
      room = most - sizeOfInline(one);
    }
    groups.at(-1)?.push(one);
  }
  return groups.map((elements, at): RichPart => {
    if (part.type !== "rich_text_list") return { ...part, elements };
    const section = { type: "rich_text_section", elements } as const;
    return at === 0 ? { ...part, elements: [section] } : section;
  });
}

function fitInline(inline: Inline, most: number): Inline[] {
  const { text } = inline;
  if (text === undefined) return [inline];
  const pieces = cutAtGaps(text, (piece) => sizeOfInline({ ...inline, text: piece }) <= most);
  return pieces.map((piece) => ({ ...inline, text: piece }));
}
