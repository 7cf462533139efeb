import { randomUUID } from "node:crypto";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { type RunEnd, runOnce } from "../chat/run-once.ts";
import { createNumberParser, readText, splitCommaList } from "../command-input.ts";
import { EXIT, formatFailure, UsageError } from "../exit.ts";
import { applyStyle, printAside, type Terminal, type TerminalDialogue } from "../terminal.ts";
import { command } from "./command.ts";

export const addChatCommand = command({
  words: "chat [prompt]",
  about:
    "Stream one agent run. Without a prompt, or with -, it starts a conversation on a terminal; otherwise it reads the prompt from " +
    "standard input.",
  options: {
    tools: [
      "--tools <names>  comma-separated list of the tools that the model may call; default: all",
      splitCommaList,
    ],
    model:
      "--model <id>  one of the service's models; default: its first, or the one that a resumed run began with",
    max_steps: [
      "--max-steps <n>  maximum number of model turns, 1 to 20; default: 8",
      createNumberParser(1, 20),
    ],
    workspace_context: [
      "--workspace <file>  background text about your work for the model; not used in researched answers",
      readText,
    ],
    resume: "--resume <approval>  continue a run that stopped for an approval; waits for the decision",
    run_id: "--run <id>  with --resume: which run, when several wait for the same approval",
    json: "--json  print each chunk as one line of JSON",
  },
  examples: [
    'plumbline chat "Who was Ada Lovelace?"',
    'plumbline chat "Tell Ada that the build is green" --tools chatapp_dm,connections_list',
    "plumbline chat --workspace notes.md",
    "plumbline chat --resume 018c2b1e-4c00-7000-8000-2b6f0c1d9a11",
  ],
  async run({ prompt, json = false, resume, run_id, ...settings }, { terminal, api, finish }) {
    const runToEnd = async (request: Schemas["RunRequest"] | Schemas["ResumeRequest"]) => {
      finish(EXIT.failed);
      const { ok } = await runOnce(terminal, api, request, { json });
      finish(ok ? EXIT.ok : EXIT.failed);
    };
    if (resume !== undefined) {
      // A run keeps its original options. Only its model and its number of turns can change.
      const { tools, workspace_context, ...turns } = settings;
      if ((prompt ?? tools ?? workspace_context) !== undefined)
        throw new UsageError(
          "--resume cannot be combined with a prompt, --tools or --workspace: the run keeps its own.",
        );
      return runToEnd({ resume, ...(run_id !== undefined && { run_id }), ...turns });
    }
    if (run_id !== undefined) throw new UsageError("--run requires --resume.");
    const given = prompt === undefined || prompt === "-" ? await terminal.readInput() : prompt;
    if (given !== undefined) {
      if (given.trim() === "")
        throw new UsageError("There is no prompt: pass one, or write it to standard input.");
      return runToEnd({ messages: [{ role: "user", content: given }], ...settings });
    }
    if (!terminal.dialogue)
      throw new UsageError("There is no prompt, and no terminal on which to ask for one.");
    const conversation_id = randomUUID();
    const askAgain = () => "Say which person you mean, by a title or in your own words";
    await converse(terminal, terminal.dialogue, (messages, signal) =>
      runOnce(terminal, api, { conversation_id, messages, ...settings }, { json, signal, askAgain }),
    );
  },
});

type Turn = Schemas["RunRequest"]["messages"][number];

/** Limits of a RunRequest: turns, and characters in all turns together. */
const MAX_TURNS = 200;
const MAX_CHARACTERS = 100_000;

/**
 * Holds a conversation until the user ends it. `run` answers each question from the whole conversation. If an
 * answer fails, prints the failure and drops the question. If the user stops an answer, keeps the part
 * already printed.
 */
async function converse(
  terminal: Terminal,
  dialogue: TerminalDialogue,
  run: (messages: Turn[], signal: AbortSignal) => Promise<RunEnd>,
): Promise<void> {
  printAside(terminal, "Ctrl-C stops an answer; at the prompt, it ends the conversation.");
  let turns: Turn[] = [];
  for (;;) {
    const line = await dialogue.ask(applyStyle(terminal, "bold", "> ", "err"));
    if (line === undefined) return terminal.err("\n");
    if (line.trim() === "") continue;
    const asked: Turn[] = fitLimits([...turns, { role: "user", content: line }]);
    const text = await dialogue.runInterruptibly((signal) => answer(terminal, asked, signal, run));
    if (text.trim() !== "") turns = [...asked, { role: "assistant", content: text }];
  }
}

/** Returns the answer's text, or "" without an answer. */
async function answer(
  terminal: Terminal,
  asked: Turn[],
  signal: AbortSignal,
  run: (messages: Turn[], signal: AbortSignal) => Promise<RunEnd>,
): Promise<string> {
  try {
    const { text } = await run(asked, signal);
    if (signal.aborted) printAside(terminal, "stopped");
    return text;
  } catch (error) {
    terminal.err(`${formatFailure(error)}\n`);
    return "";
  }
}

/** Returns the latest turns that fit the service's limits, starting with a user's turn. */
function fitLimits(turns: readonly Turn[]): Turn[] {
  let characters = 0;
  let from = turns.length;
  while (from > 0 && turns.length - from < MAX_TURNS) {
    characters += turns[from - 1]?.content.length ?? 0;
    if (characters > MAX_CHARACTERS && from < turns.length) break;
    from -= 1;
  }
  const kept = turns.slice(from);
  return kept[0]?.role === "assistant" ? kept.slice(1) : kept;
}
