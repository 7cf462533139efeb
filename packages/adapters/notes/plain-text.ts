import { isJsonObject } from "./json-object.ts";

/** The text of a rich text array, without its styles. */
export function plainText(richText: unknown): string {
  if (!Array.isArray(richText)) return "";
  return richText
    .map((item) => (isJsonObject(item) && typeof item.plain_text === "string" ? item.plain_text : ""))
    .join("");
}
