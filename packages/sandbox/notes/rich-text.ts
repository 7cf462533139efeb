import { invalid } from "./failures.ts";
import { arrayAt, type JsonObject, objectAt, textAt } from "./json-value.ts";

const plainStyle = {
  bold: false,
  italic: false,
  strikethrough: false,
  underline: false,
  code: false,
  color: "default",
};

/** Returns an item of text as the provider shows it. */
export function richTextItem(content: string, url: string | null = null, annotations: JsonObject = {}) {
  return {
    type: "text",
    text: { content, link: url === null ? null : { url } },
    annotations: { ...plainStyle, ...annotations },
    plain_text: content,
    href: url,
  };
}

/**
 * Reads a rich text array from a request: at most 100 items of at most 2,000 UTF-16 units, with absolute URLs
 * as links.
 */
export function readRichText(value: unknown, path: string) {
  return arrayAt(value, path).map((item, index) => {
    const place = `${path}[${index}]`;
    const { text, annotations = {} } = objectAt(item, place);
    const { content, link } = objectAt(text, `${place}.text`);
    const url =
      link == null ? null : textAt(objectAt(link, `${place}.text.link`).url, `${place}.text.link.url`);
    if (url !== null && !/^(https?:\/\/|mailto:)./.test(url)) throw invalid("Invalid URL for link.");
    const words = textAt(content, `${place}.text.content`);
    if (/\p{Cs}/u.test(words)) throw invalid(`body failed validation: body.${place} is not valid Unicode.`);
    return richTextItem(words, url, objectAt(annotations, `${place}.annotations`));
  });
}

/** Returns the text of a rich text array without its styles. */
export function plainTextOf(value: unknown): string {
  return Array.isArray(value) ? value.map((item) => String(item.plain_text)).join("") : "";
}
