import type { Schemas } from "@plumbline/client/schemas.ts";
import { printable } from "./printable.ts";
import { aside, type Terminal } from "./terminal.ts";

type UnverifiedSentence = Schemas["Completion"]["unverified_sentences"][number];

/** What the model wrote from an outcome, or why it wrote nothing; what the guard held back stands beside it, marked. */
export function printCompletion(
  terminal: Terminal,
  { completion, completion_error: failure }: Schemas["CompletionAnswer"],
): void {
  if (failure)
    aside(terminal, `The model wrote nothing: ${printable(failure.message)} (${failure.error_code})`);
  if (!completion) return;
  if (completion.text !== "") terminal.out(`${printable(completion.text.trimEnd())}\n\n`);
  for (const sentence of completion.unverified_sentences) printUnverified(terminal, sentence);
  aside(terminal, `Written by ${printable(completion.model)} from these quotes:`);
}

/** A sentence that no citation bears out: beside the answer, never in it. */
export function printUnverified(terminal: Terminal, { text, verdict, reason }: UnverifiedSentence): void {
  aside(terminal, `unverified (${verdict}): ${printable(text)} — ${printable(reason)}`);
}
