import type { Schemas } from "@plumbline/client/schemas.ts";
import { printable } from "./printable.ts";
import { type Screen, wrapText } from "./screen.ts";
import { aside, type Terminal } from "./terminal.ts";

type UnverifiedSentence = Schemas["Completion"]["unverified_sentences"][number];

/**
 * Prints what the model wrote from an outcome, or why it wrote nothing; what the guard held back stands beside it, marked. On a
 * `screen` the text is cut to half of it. Returns the rows that all of it takes there; `undefined` when nothing was written.
 */
export function printCompletion(
  terminal: Terminal,
  { completion, completion_error: failure }: Schemas["CompletionAnswer"],
  screen?: Screen,
): number | undefined {
  if (failure)
    aside(terminal, `The model wrote nothing: ${printable(failure.message)} (${failure.error_code})`);
  if (!completion) return undefined;
  const text = printable(completion.text.trimEnd());
  const lines = screen ? linesOn(screen, text) : text.split("\n");
  if (text !== "") terminal.out(`${lines.join("\n")}\n\n`);
  const beside = [
    ...completion.unverified_sentences.map(unverifiedText),
    `Written by ${printable(completion.model)} from these quotes:`,
  ];
  for (const told of beside) aside(terminal, told);
  if (text === "") return undefined;
  const besideRows =
    terminal.watched.err && screen
      ? beside.flatMap((told) => wrapText(told, { columns: screen.columns })).length
      : 0;
  return lines.length + 1 + besideRows;
}

/** A sentence that no citation supports: beside the answer, never in it. */
export function printUnverified(terminal: Terminal, sentence: UnverifiedSentence): void {
  aside(terminal, unverifiedText(sentence));
}

function unverifiedText({ text, verdict, reason }: UnverifiedSentence): string {
  return `unverified (${verdict}): ${printable(text)} — ${printable(reason)}`;
}

function linesOn({ columns, rows }: Screen, text: string): string[] {
  const most = Math.floor(rows / 2);
  const lines = text.split("\n").flatMap((line) => wrapText(line, { columns }));
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), "… the whole answer: --all"];
}
