/**
 * A sentence mark without the space behind it, where a page glued two sentences together; not in an address.
 */
const GLUED = /(?<=(?:\p{Ll}{3}|\d{4})[.!?])(?=\p{L}(?!\p{L}{0,3}(?:[\s).,;:/]|$))|\d{1,2}\s)/u;

/** Sentences of which those that their page glued together are taken apart. */
export function takenApart(sentences: readonly string[]): string[] {
  return sentences.flatMap((sentence) => sentence.split(GLUED).map((part) => part.trim()));
}

/**
 * Returns true if a page's text was cut within a title in quotation marks: `She hosted "Ready!` says nothing
 * whole.
 */
export function isCutInTitle(sentence: string): boolean {
  const marks = sentence.match(/(?<!\d\s?)"/g)?.length ?? 0;
  return marks % 2 === 1 && /[!?]$/.test(sentence);
}

/** A sentence as it is quoted: where its page cut it within a word, it shows that. */
export function withCutShown(sentence: string): string {
  return /^\p{Ll}{2}/u.test(sentence) ? `…${sentence}` : sentence;
}
