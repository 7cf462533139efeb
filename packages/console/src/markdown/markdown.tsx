import { signal } from "@preact/signals";
import { type ComponentChildren, h, type JSX } from "preact";
import { useEffect } from "preact/hooks";
import { CodeBlock } from "../parts/code-block.tsx";
import { ExternalLink } from "../parts/external-link.tsx";

type Reader = typeof import("./read-markdown.ts");

const reader = signal<Reader | undefined>(undefined);

/** Loads the Markdown parser once. If that fails, texts are shown unparsed. */
export async function loadMarkdown(): Promise<void> {
  if (reader.value === undefined) reader.value = await import("./read-markdown.ts").catch(() => undefined);
}

/**
 * Placeholders for the marks in a text: one private-use character per mark. `markAt` writes one.
 * `withoutMarks` removes any in the original text.
 */
const FIRST_MARK = 0xf0000;
const MARK = /[\u{f0000}-\u{ffffd}]/u;
const SPACED_MARK = / ?([\u{f0000}-\u{ffffd}])/u;

/** Appends the mark of a number to a text. At the end of a table row, the mark goes inside its last cell. */
export function withMarkAt(text: string, number: number): string {
  const end = /\|?\s*$/.exec(text)?.index ?? text.length;
  return `${text.slice(0, end)} ${String.fromCodePoint(FIRST_MARK + number)}${text.slice(end)}`;
}

export function withoutMarks(text: string): string {
  return text.replace(/[\u{f0000}-\u{ffffd}]/gu, "");
}

interface MarkdownProps {
  /** CommonMark with tables, and marks written by `withMarkAt`. */
  text: string;
  /** Renders a mark. Omitted for a text without marks. */
  mark?: (number: number) => ComponentChildren;
}

/** Renders Markdown text. Loads the parser if it is not loaded yet, and shows the text unparsed until then. */
export function Markdown({ text, mark = () => null }: MarkdownProps): JSX.Element {
  useEffect(() => void loadMarkdown(), []);
  const marked = (plain: string) => withMarks(plain, mark);
  const nodes = reader.value?.renderMarkdown<ComponentChildren>(text, {
    element: (tag, attributes, children) => h(tag, withoutMarksIn(attributes), children),
    text: marked,
    link: (url, words) => <ExternalLink href={url}>{words}</ExternalLink>,
    code: (label, code) => <CodeBlock label={label} value={withoutMarks(code)} />,
  });
  return nodes ? <div class="markdown">{nodes}</div> : <p class="as-written">{marked(text)}</p>;
}

function withoutMarksIn(attributes: Readonly<Record<string, string | undefined>>) {
  const title = attributes["data-title"];
  return title === undefined ? attributes : { ...attributes, "data-title": withoutMarks(title) };
}

function withMarks(text: string, mark: (number: number) => ComponentChildren): ComponentChildren {
  return text
    .split(SPACED_MARK)
    .map((part) => (MARK.test(part) ? mark((part.codePointAt(0) ?? FIRST_MARK) - FIRST_MARK) : part));
}
