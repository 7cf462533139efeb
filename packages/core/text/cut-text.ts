/** The start of a text, at most `length` UTF-16 code units and never half a character. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}
