import { cleanText } from "@plumbline/core/text/clean-text.ts";
import { decodedText } from "./decoded-text.ts";
import { SentenceStream } from "./sentence-stream.ts";

/** Stands for the end of a line while markup is taken out: a private-use character, that no text means anything by. */
const LINE_END = "\uE000";
const BLOCK_TAG =
  /<(?=\/?(?:address|article|blockquote|br|dd|div|dl|dt|h[1-6]|hr|li|ol|p|pre|section|table|td|th|tr|ul)(?=[\s/>]))/gi;
/** A line break in a paragraph that somebody wrapped: no sentence ends before it, and what follows goes on in lower case. */
const WRAPPED = /(?<![.!?…:;\s])[^\S\n]*\r?\n[^\S\n]*(?=\p{Ll})/gu;
/** A key that says something, rather than naming a field. */
const STATES = /\s(?:is|are|was|were|has|had|did|does|will|\p{L}+ed)(?:\s|$)/u;
const CLOSED_SENTENCE = /[。！？]/u;

/** The sentences of all texts in a JSON value, at any depth and in order; those of its keys where they are sentences. */
export function* proseSentences(value: unknown): Generator<string> {
  for (const written of textsIn(value)) {
    const leaf = decodedText(written) ?? written;
    if (!isProse(leaf)) continue;
    const stream = new SentenceStream();
    for (const { text } of [...stream.push(readableLines(leaf)), ...stream.end()])
      if (text !== "") yield text;
  }
}

/** Depth costs no stack here: a model may nest as deep as its answer is long. */
function* textsIn(value: unknown): Generator<string> {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === "string") yield next;
    if (typeof next !== "object" || next === null) continue;
    const inner = Array.isArray(next)
      ? next
      : Object.entries(next).flatMap(([key, field]: [string, unknown]) =>
          STATES.test(key) ? [key, field] : [field],
        );
    for (let at = inner.length - 1; at >= 0; at -= 1) left.push(inner[at]);
  }
}

/** One token (an id, an address, a number, a file) says nothing, unless its script needs no spaces. */
function isProse(text: string): boolean {
  return /\S\s+\S/.test(text) || CLOSED_SENTENCE.test(text);
}

/** Where a page of HTML leads; a reader follows it without seeing it. */
const TARGET = /\bhref\s*=\s*["']?([^\s"'>]{1,2000})/gi;

/** HTML and plain text as a reader sees them, a paragraph or list item a line. */
function readableLines(text: string): string {
  const targets = Array.from(text.matchAll(TARGET), ([, target = ""]) => target);
  const marked =
    text.search(BLOCK_TAG) === -1
      ? text.replace(WRAPPED, " ").replace(/[\n\r\u2028\u2029]/g, LINE_END)
      : text.replace(BLOCK_TAG, `${LINE_END}<`);
  return [...cleanText(marked).split(LINE_END), ...targets].join("\n");
}
