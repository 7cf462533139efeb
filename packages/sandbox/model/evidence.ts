import type { ChatRequest } from "./chat-request.ts";

/** A sentence given to the model. */
export interface PromptEvidence {
  readonly text: string;
  /** Index of its source. */
  readonly index: number;
  /** Number that places the sentence in an answer (`[[12]]`), if it has one. */
  readonly number?: number;
}

const numberedLine = /^\s*[-*]?\s*\[(\d+)\]\s*(\S.*)$/;
const placeableLine = /^\[\[(\d+)\]\]\s+(\S.*?)\s+\(source (\d+)\)$/;

/**
 * Returns the evidence in a prompt, in order and without repetitions. Evidence is the claims of every
 * research outcome (JSON, alone in a message or inside one) and every line that starts with an index in
 * brackets. Ignores the assistant's own messages.
 */
export function evidenceIn(request: ChatRequest): readonly PromptEvidence[] {
  const found = toldTexts(request).flatMap((text) => [...claimsIn(jsonWithin(text)), ...numberedLines(text)]);
  return found.filter((one, position) => found.findIndex(({ text }) => text === one.text) === position);
}

/** Returns every text given to the model: all texts inside the JSON of a message, and the message itself. */
export function everythingTold(request: ChatRequest): readonly string[] {
  return toldTexts(request).flatMap((text) => [...textsIn(jsonWithin(text)), text]);
}

function toldTexts({ messages }: ChatRequest): string[] {
  return messages.filter(({ role }) => role !== "assistant").map(({ text }) => text);
}

/** Returns the JSON value between the first opening and the last closing brace, if there is one. */
function jsonWithin(text: string): unknown {
  const [start, end] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (start === -1 || end < start) return undefined;
  try {
    return JSON.parse(text.slice(start, end + 1));
  } catch {
    return undefined;
  }
}

function claimsIn(value: unknown): PromptEvidence[] {
  if (typeof value !== "object" || value === null) return [];
  const { text, citation_index: index }: { text?: unknown; citation_index?: unknown } = value;
  if (typeof text === "string" && typeof index === "number") return [{ text, index }];
  // Notes on the outcome look like claims but are not.
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "unverified_notes" ? [] : claimsIn(inner),
  );
}

function numberedLines(text: string): PromptEvidence[] {
  return text.split("\n").flatMap((line) => {
    const [, number, placeable, source] = placeableLine.exec(line) ?? [];
    if (placeable !== undefined)
      return [{ text: placeable, index: Number(source) - 1, number: Number(number) }];
    const [, index, sentence] = numberedLine.exec(line) ?? [];
    return index === undefined || sentence === undefined ? [] : [{ text: sentence, index: Number(index) }];
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
