import type { Schemas } from "@plumbline/client/schemas.ts";
import { toPrintable } from "./printable.ts";
import { type Screen, wrapText } from "./screen.ts";
import { numberPages, Sources } from "./sources.ts";
import { printAside, type Terminal } from "./terminal.ts";

/** Matches the marks that the service adds after a sentence. */
const MARKS = /^ (?:\[\d+\])+/;

type UnverifiedSentence = Schemas["Completion"]["unverified_sentences"][number];

/**
 * Prints what the model wrote from an outcome, or why it wrote nothing. Prints sentences that the guard
 * withheld separately, marked. On a `screen`, truncates the text to half of it. Returns the number of rows
 * used there, or `undefined` if nothing was written.
 */
export function printCompletion(
  terminal: Terminal,
  { completion, completion_error: failure, outcome }: Schemas["CompletionAnswer"],
  screen?: Screen,
): number | undefined {
  if (failure)
    printAside(terminal, `The model gave no answer: ${toPrintable(failure.message)} (${failure.error_code})`);
  if (!completion) return undefined;
  const text = toPrintable((outcome ? addPageMarks(completion, outcome) : completion.text).trimEnd());
  const lines = screen ? splitLines(screen, text) : text.split("\n");
  if (text !== "") terminal.out(`${lines.join("\n")}\n\n`);
  const beside = [
    ...completion.unverified_sentences.map(formatUnverified),
    `Written by the model “${toPrintable(completion.model)}”; each sentence is supported by these sources:`,
  ];
  for (const told of beside) printAside(terminal, told);
  if (text === "") return undefined;
  const besideRows =
    terminal.watched.err && screen
      ? beside.flatMap((told) => wrapText(told, { columns: screen.columns })).length
      : 0;
  return lines.length + 1 + besideRows;
}

/** Prints a sentence that no citation supports, separately from the answer. */
export function printUnverified(terminal: Terminal, sentence: UnverifiedSentence): void {
  printAside(terminal, formatUnverified(sentence));
}

function formatUnverified({ text, verdict, reason }: UnverifiedSentence): string {
  return `unverified (${verdict}): ${toPrintable(text)} — ${toPrintable(reason)}`;
}

/** Adds the page numbers of the list of sources below to each sentence. */
function addPageMarks(
  { text, citations: spans }: Schemas["Completion"],
  outcome: NonNullable<Schemas["CompletionAnswer"]["outcome"]>,
): string {
  const sources = new Sources(numberPages(outcome));
  let marked = "";
  let place = 0;
  for (const { end, indexes } of spans) {
    const pages = sources.formatMarks(indexes.flatMap((index) => outcome.citations[index] ?? []));
    marked += `${text.slice(place, end)} ${pages}`;
    place = end + (MARKS.exec(text.slice(end))?.[0].length ?? 0);
  }
  return marked + text.slice(place);
}

function splitLines({ columns, rows }: Screen, text: string): string[] {
  const most = Math.floor(rows / 2);
  const lines = text.split("\n").flatMap((line) => wrapText(line, { columns }));
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), "… the whole answer: --all"];
}
