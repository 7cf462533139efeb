import { signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
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
  /** Renders a mark. */
  mark: (number: number) => ComponentChildren;
}

type Write = (tokens: readonly { type: string }[] | undefined) => ComponentChildren;

/**
 * Renders Markdown text without creating arbitrary markup: HTML is shown as text, and images become links. A
 * link opens only http(s), and shows its host if its text does not.
 */
export function Markdown({ text, mark }: MarkdownProps): JSX.Element {
  const read = reader.value;
  const marked = (plain: string) => withMarks(plain, mark);
  if (!read) return <p class="as-written">{marked(text)}</p>;
  const write: Write = (tokens = []) =>
    tokens.map((token) => shown(token as AnyToken, { read, write, marked }));
  return <div class="markdown">{write(read.markdownTokens(text))}</div>;
}

function withMarks(text: string, mark: MarkdownProps["mark"]): ComponentChildren {
  return text
    .split(SPACED_MARK)
    .map((part) => (MARK.test(part) ? mark((part.codePointAt(0) ?? FIRST_MARK) - FIRST_MARK) : part));
}

type AnyToken = ReturnType<Reader["markdownTokens"]>[number];

interface Writing {
  read: Reader;
  write: Write;
  marked: (text: string) => ComponentChildren;
}

function shown(token: AnyToken, { read, write, marked }: Writing): ComponentChildren {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return null;
    case "heading":
      // The page has two heading levels above these.
      return token.depth < 3 ? <h3>{write(token.tokens)}</h3> : <h4>{write(token.tokens)}</h4>;
    case "paragraph":
      return <p>{write(token.tokens)}</p>;
    case "blockquote":
      return <blockquote>{write(token.tokens)}</blockquote>;
    case "hr":
      return <hr />;
    case "code":
      return <CodeBlock label={token.lang?.split(" ")[0] || "Code"} value={withoutMarks(token.text)} />;
    case "list": {
      const items = token.items.map((item, at) => (
        <li key={at}>
          {item.task && (item.checked ? "☑ " : "☐ ")}
          {write(item.tokens)}
        </li>
      ));
      return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>;
    }
    case "table":
      return <TextTable table={token} write={write} />;
    case "strong":
      return <strong>{write(token.tokens)}</strong>;
    case "em":
      return <em>{write(token.tokens)}</em>;
    case "del":
      return <s>{write(token.tokens)}</s>;
    case "codespan":
      return <code>{marked(token.text)}</code>;
    case "br":
      return <br />;
    case "link":
      return link(token.href, write(token.tokens), token.text);
    case "image":
      return link(token.href, token.text || "image", token.text);
    case "text":
      return token.tokens ? write(token.tokens) : marked(read.decodeReferences(token.text));
    case "escape":
      return marked(token.text);
    default:
      return marked(token.raw);
  }

  function link(href: string, words: ComponentChildren, text: string): ComponentChildren {
    const target = read.linkTarget(read.decodeReferences(href));
    if (target === undefined || !target.startsWith("http")) return words;
    const { host } = new URL(target);
    return (
      <>
        <ExternalLink href={target}>{words}</ExternalLink>
        {!text.includes(host) && <span class="small soft"> ({host})</span>}
      </>
    );
  }
}

function TextTable({ table, write }: { table: Extract<AnyToken, { type: "table" }>; write: Write }) {
  return (
    <section class="text-table">
      <table>
        <thead>
          <tr>
            {table.header.map(({ tokens, align }, at) => (
              <th key={at} class={align === "right" ? "end" : undefined} scope="col">
                {write(tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((cells, row) => (
            <tr key={row}>
              {cells.map(({ tokens, align }, at) => (
                <td
                  key={at}
                  class={align === "right" ? "end" : undefined}
                  data-title={withoutMarks(table.header[at]?.text ?? "")}
                >
                  {write(tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
