import { queryWords } from "./quotes.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

/** Escapes HTML's special characters as entities. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Returns the text as HTML with the query's words in `<tag>`, as search pages highlight them. */
export function highlight(text: string, query: string, tag: string): string {
  const words = queryWords(query);
  return text.replace(/[\p{L}\p{N}]+|[&<>"']/gu, (part) =>
    words.has(part.toLowerCase()) ? `<${tag}>${part}</${tag}>` : (entities[part] ?? part),
  );
}
