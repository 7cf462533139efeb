import type { Schemas } from "@plumbline/client/schemas.ts";
import { failureLine } from "../exit.ts";
import { aside, style, type Terminal, type TerminalDialogue } from "../terminal.ts";
import type { RunEnd } from "./run-once.ts";

type Turn = Schemas["RunRequest"]["messages"][number];

/** Limits of a RunRequest: turns, and characters across all turns. */
const MOST_TURNS = 200;
const MOST_CHARACTERS = 100_000;

/**
 * Holds a conversation until the person ends it; `run` gives each answer from the whole conversation. When an
 * answer fails, the failure is printed and the question is dropped. When an answer is stopped, the part
 * already given stays.
 */
export async function converse(
  terminal: Terminal,
  dialogue: TerminalDialogue,
  run: (messages: Turn[], signal: AbortSignal) => Promise<RunEnd>,
): Promise<void> {
  aside(terminal, "Ctrl-C ends an answer, and at the prompt the conversation.");
  let turns: Turn[] = [];
  for (;;) {
    const line = await dialogue.ask(style(terminal, "bold", "> ", "err"));
    if (line === undefined) return terminal.err("\n");
    if (line.trim() === "") continue;
    const asked: Turn[] = withinLimits([...turns, { role: "user", content: line }]);
    const text = await dialogue.interruptible((signal) => answered(terminal, asked, signal, run));
    if (text.trim() !== "") turns = [...asked, { role: "assistant", content: text }];
  }
}

/** The answer's text; empty for one that did not come. */
async function answered(
  terminal: Terminal,
  asked: Turn[],
  signal: AbortSignal,
  run: (messages: Turn[], signal: AbortSignal) => Promise<RunEnd>,
): Promise<string> {
  try {
    const { text } = await run(asked, signal);
    if (signal.aborted) aside(terminal, "stopped");
    return text;
  } catch (error) {
    terminal.err(`${failureLine(error)}\n`);
    return "";
  }
}

/** The latest turns, as many as the service takes, from one of the person's on. */
function withinLimits(turns: readonly Turn[]): Turn[] {
  let characters = 0;
  let from = turns.length;
  while (from > 0 && turns.length - from < MOST_TURNS) {
    characters += turns[from - 1]?.content.length ?? 0;
    if (characters > MOST_CHARACTERS && from < turns.length) break;
    from -= 1;
  }
  const kept = turns.slice(from);
  return kept[0]?.role === "assistant" ? kept.slice(1) : kept;
}
