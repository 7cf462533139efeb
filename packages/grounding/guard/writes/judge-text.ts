import { cleanText } from "@plumbline/core/text/clean-text.ts";
import { isNamedAddress } from "../addresses.ts";
import { getReason } from "../reasons.ts";
import { SentenceStream } from "../sentence-stream.ts";
import { isEncoded, textOfBase64 } from "./encoded.ts";
import { FIRST_LINE, judgeLine, type LineProblem, type WriteEvidence } from "./judge-line.ts";
import { holdsHtml, readHtml } from "./read-html.ts";

/** A sentence of a write that may not be sent. */
export interface TextProblem extends LineProblem {
  sentence: string;
}

/** Maximum number of sentences. Nobody writes more in one message, or waits while they are checked. */
const MAX_SENTENCES = 5_000;
/**
 * Matches a line break in a wrapped paragraph: no sentence ends before it, and the next line continues in
 * lower case.
 */
const WRAPPED = /(?<![.!?…:;,\s])[^\S\n]*\r?\n[^\S\n]*(?=\p{Ll})/gu;
const LINE_END = "\uE000";
const IMAGE_OR_LINK = /!?\[(?<label>[^[\]]*)\]\(\s*(?<target><[^<>]*>|[^()\s]*)(?<title>\s+[^()]*)?\)/gu;
const REFERENCE = /^\s*\[\^?[^[\]]+\]:[^\S\n]*(?<rest>.*)$/gmu;
const TABLE_RULE = /^[\s|:+-]+$/;
const MAX_SHOWN_LENGTH = 200;

/** Returns the problems of a text in Markdown, HTML or plain text, sentence by sentence. */
export function judgeText(text: string, write: WriteEvidence): TextProblem[] {
  const { lines, hidden, addresses } = readText(text);
  const problems = [
    ...hidden.map((one) => createProblem(one, "hidden")),
    ...addresses
      .filter(
        (one) =>
          !isNamedAddress(one.replace(/^mailto:/i, ""), write.evidence.addresses) && !one.startsWith("#"),
      )
      .map((one) => createProblem(one, "unknown_link")),
    ...(text.match(/\S+/g) ?? [])
      .filter((word) => isEncoded(word) && !write.said.some((message) => message.includes(word)))
      .map((one) => createProblem(one, "encoded")),
  ];
  const seen = new Set<string>();
  const stream = new SentenceStream();
  const sentences = [...stream.push(lines), ...stream.end()].filter((sentence) => sentence.text !== "");
  let context = FIRST_LINE;
  for (const [at, sentence] of sentences.entries()) {
    if (at >= MAX_SENTENCES) {
      problems.push(createProblem(sentence.text, "too_long"));
      break;
    }
    const judged = judgeLine(sentence.text, write, context);
    context = judged.context;
    if (judged.problem === undefined || seen.has(sentence.text)) continue;
    seen.add(sentence.text);
    problems.push({ sentence: sentence.text, ...judged.problem });
  }
  return problems;
}

/**
 * Judges the text that a base64 value shows when opened as a file. What the user sent passes. Other pictures
 * are refused, because they cannot be read.
 */
export function judgeFile(base64: string, write: WriteEvidence): TextProblem[] {
  if (write.said.some((message) => message.includes(base64))) return [];
  const text = textOfBase64(base64);
  if (text !== undefined) return judgeText(text, write);
  return [createProblem(base64, "encoded")];
}

export function createProblem(sentence: string, code: Parameters<typeof getReason>[0]): TextProblem {
  const shown = sentence.length > MAX_SHOWN_LENGTH ? `${sentence.slice(0, MAX_SHOWN_LENGTH)}…` : sentence;
  return { sentence: shown, verdict: "unclear", reason: getReason(code), source: null };
}

interface ReadText {
  /** The text that its reader sees, with one line for each paragraph, list item or table cell. */
  lines: string;
  hidden: string[];
  addresses: string[];
}

function readText(text: string): ReadText {
  const html = holdsHtml(text) ? readHtml(text) : undefined;
  const addresses = html?.addresses ?? [];
  // Links keep their labels, and their addresses are judged separately. A title is shown on hover.
  const labelled = (html?.text ?? text)
    .replace(IMAGE_OR_LINK, (...found) => {
      const { label = "", target = "", title = "" } = found.at(-1);
      addresses.push(target.replace(/^<|>$/g, ""));
      return title.trim() === "" ? label : `${label}\n${title.trim().replace(/^["'(]|["')]$/g, "")}\n`;
    })
    .replace(REFERENCE, (...found) => found.at(-1).rest)
    .split(/\r\n?|[\n\u2028\u2029]/)
    .flatMap((line) => (/\|/.test(line) ? splitCells(line) : [line]))
    .join("\n");
  const marked = labelled.replace(WRAPPED, " ").replace(/\n/g, LINE_END);
  const lines = decodeEntities(marked)
    .split(LINE_END)
    .map((line) => line.trim());
  return {
    lines: lines.join("\n"),
    hidden: html?.hidden ?? [],
    addresses: addresses.filter((one) => one !== ""),
  };
}

function splitCells(line: string): string[] {
  return TABLE_RULE.test(line) ? [] : line.split("|");
}

/** Decodes entities. A text with zero-width characters stays as it is, so that they are refused. */
function decodeEntities(text: string): string {
  if (!/[<&]/.test(text)) return text;
  return /[\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/.test(text) ? text : cleanText(text);
}
