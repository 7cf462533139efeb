import { randomUUID } from "node:crypto";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { InvalidArgumentError } from "commander";
import { createApiClient } from "../api-client.ts";
import { type RunEnd, runOnce } from "../chat/run-once.ts";
import { readText, splitCommaList } from "../command-input.ts";
import { EXIT, formatFailure, UsageError } from "../exit.ts";
import { applyStyle, printAside, type Terminal, type TerminalDialogue } from "../terminal.ts";
import { type AddCommand, examples } from "./command.ts";

interface ChatOptions {
  tools?: string[];
  maxSteps?: number;
  workspace?: string;
  resume?: string;
  run?: string;
  json?: true;
}

export const addChatCommand: AddCommand = (program, terminal, finish) => {
  program
    .command("chat [prompt]")
    .description(
      "Stream one agent run. Without a prompt, or with -, it starts a conversation on a terminal; otherwise it reads the prompt from " +
        "standard input.",
    )
    .option(
      "--tools <names>",
      "comma-separated list of the tools that the model may call; default: all",
      splitCommaList,
    )
    .option("--max-steps <n>", "maximum number of model turns, 1 to 20; default: 8", parseSteps)
    .option(
      "--workspace <file>",
      "background text about your work for the model; not used in researched answers",
      readText,
    )
    .option("--resume <approval>", "continue a run that stopped for an approval; waits for the decision")
    .option("--run <id>", "with --resume: which run, when several wait for the same approval")
    .option("--json", "print each chunk as one line of JSON")
    .addHelpText(
      "after",
      examples(
        'plumbline chat "Who was Ada Lovelace?"',
        'plumbline chat "Tell Ada that the build is green" --tools chatapp_dm,connections_list',
        "plumbline chat --workspace notes.md",
        "plumbline chat --resume 018c2b1e-4c00-7000-8000-2b6f0c1d9a11",
      ),
    )
    .action(async (prompt: string | undefined, options: ChatOptions) => {
      const client = createApiClient(terminal, "dev-api-key");
      const json = options.json === true;
      if (options.resume !== undefined) {
        const request = createResumeRequest(prompt, options.resume, options);
        finish(EXIT.failed);
        const { ok } = await runOnce(terminal, client, request, { json });
        return finish(ok ? EXIT.ok : EXIT.failed);
      }
      if (options.run !== undefined) throw new UsageError("--run requires --resume.");
      const settings = toRunSettings(options);
      const given = prompt === undefined || prompt === "-" ? await terminal.readInput() : prompt;
      if (given !== undefined) {
        if (given.trim() === "")
          throw new UsageError("There is no prompt: pass one, or write it to standard input.");
        finish(EXIT.failed);
        const request = { messages: [{ role: "user" as const, content: given }], ...settings };
        const { ok } = await runOnce(terminal, client, request, { json });
        return finish(ok ? EXIT.ok : EXIT.failed);
      }
      if (!terminal.dialogue)
        throw new UsageError("There is no prompt, and no terminal on which to ask for one.");
      const conversation_id = randomUUID();
      await converse(terminal, terminal.dialogue, (messages, signal) =>
        runOnce(
          terminal,
          client,
          { conversation_id, messages, ...settings },
          {
            json,
            signal,
            askAgain: () => "Say which person you mean, by a title or in your own words",
          },
        ),
      );
    });
};

/**
 * Creates the request that resumes a run. A run keeps its original options. Only its number of turns can
 * change.
 */
function createResumeRequest(
  prompt: string | undefined,
  resume: string,
  { run, maxSteps, tools, workspace }: ChatOptions,
): Schemas["ResumeRequest"] {
  if (prompt !== undefined || tools !== undefined || workspace !== undefined)
    throw new UsageError(
      "--resume cannot be combined with a prompt, --tools or --workspace: the run keeps its own.",
    );
  return {
    resume,
    ...(run === undefined ? {} : { run_id: run }),
    ...(maxSteps === undefined ? {} : { max_steps: maxSteps }),
  };
}

function toRunSettings({ tools, maxSteps, workspace }: ChatOptions): Omit<Schemas["RunRequest"], "messages"> {
  return {
    ...(tools === undefined ? {} : { tools }),
    ...(maxSteps === undefined ? {} : { max_steps: maxSteps }),
    ...(workspace === undefined ? {} : { workspace_context: workspace }),
  };
}

function parseSteps(text: string): number {
  if (/^(1?\d|20)$/.test(text) && text !== "0") return Number(text);
  throw new InvalidArgumentError("It must be a number from 1 to 20.");
}

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
