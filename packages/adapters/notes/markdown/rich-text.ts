import { cutText } from "@plumbline/core/text/unicode.ts";
import { joinRuns, type Style, type StyledText } from "../../markdown/inline-text.ts";

/**
 * Limits of the provider (Notion API reference, "Request limits"): UTF-16 units per item, items per array.
 */
const MAX_CONTENT = 2_000;
const MAX_ITEMS = 100;
/** Maximum size in bytes. A fraction of the 500 kB of a whole request. */
const MAX_BYTES = 100_000;

/** An item of a rich text array in the provider's format. */
export interface RichTextItem {
  type: "text";
  text: { content: string; link?: { url: string } };
  annotations?: Omit<Style, "link">;
}

/**
 * Converts text to rich text arrays within all limits: one array (empty without text), or several if the text
 * does not fit.
 */
export function toRichTextArrays(texts: readonly StyledText[]): RichTextItem[][] {
  let array: RichTextItem[] = [];
  let bytes = 0;
  const arrays = [array];
  for (const item of joinRuns(texts).flatMap(toItems)) {
    const size = Buffer.byteLength(JSON.stringify(item));
    if (array.length === MAX_ITEMS || bytes + size > MAX_BYTES) {
      array = [];
      bytes = 0;
      arrays.push(array);
    }
    array.push(item);
    bytes += size;
  }
  return arrays;
}

function toItems({ text, style: { link, ...annotations } }: StyledText): RichTextItem[] {
  const styled = Object.keys(annotations).length === 0 ? {} : { annotations };
  const linked = link === undefined ? {} : { link: { url: link } };
  const items: RichTextItem[] = [];
  for (let rest = text; rest !== ""; ) {
    const content = cutText(rest, MAX_CONTENT);
    items.push({ type: "text", text: { content, ...linked }, ...styled });
    rest = rest.slice(content.length);
  }
  return items;
}
