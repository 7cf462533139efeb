import { type DataFolder, drawBelow, type FileName, type Row } from "./rows.ts";

export const WEB_FILES = ["guard_rag", "guard_expertqa"] as const satisfies FileName[];

/** A question and the pages found for it, each with the snippets that a search backend would cut from it. */
export interface WebQuestion {
  question: string;
  hits: readonly { title: string; quotes: readonly string[] }[];
}

const SNIPPET_CHARACTERS = 300;
const MOST_PAGES = 10;

/**
 * The questions that came with texts of web pages, each once. Pages have no title there: their first words
 * stand for it.
 */
export function webQuestions(data: DataFolder): Row<WebQuestion>[] {
  const found = new Map<string, { id: string; texts: Set<string> }>();
  const add = (id: string, question: string, texts: readonly string[]) => {
    const known = found.get(question) ?? { id, texts: new Set() };
    for (const text of texts) known.texts.add(text);
    found.set(question, known);
  };
  for (const { id, value } of data.rows("guard_rag"))
    add(
      id,
      value.query,
      value.passages.split(/\n*passage \d+:/).filter((text) => text !== ""),
    );
  for (const { id, value } of data.rows("guard_expertqa"))
    add(id, value.question, value.evidence.map(pageText));
  return Array.from(found, ([question, { id, texts }]) => ({
    id,
    value: { question, hits: [...texts].slice(0, MOST_PAGES).map(snippetsOf) },
  }));
}

/** Without the reference and the address that stand before the text. */
function pageText(evidence: string): string {
  return evidence.replace(/^\[\d+\]\s*\S+\s*/, "");
}

/**
 * The beginning of a page, and of a long one a second piece from a drawn place, both cut at a word and marked
 * as backends do.
 */
function snippetsOf(text: string): { title: string; quotes: string[] } {
  const title = text.split(/\s+/).slice(0, 6).join(" ");
  if (text.length <= 2 * SNIPPET_CHARACTERS) return { title, quotes: [cutSnippet(text, 0)] };
  const from = SNIPPET_CHARACTERS + drawBelow(text.length - 2 * SNIPPET_CHARACTERS + 1, text);
  return { title, quotes: [cutSnippet(text, 0), cutSnippet(text, from)] };
}

function cutSnippet(text: string, from: number): string {
  const start = from === 0 ? 0 : text.indexOf(" ", from) + 1;
  const rest = text.slice(start);
  const before = start === 0 ? "" : "… ";
  if (rest.length <= SNIPPET_CHARACTERS) return `${before}${rest}`;
  const cut = rest.slice(0, SNIPPET_CHARACTERS);
  return `${before}${cut.slice(0, cut.lastIndexOf(" "))} …`;
}
