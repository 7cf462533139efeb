import type { Command, Option } from "commander";

/** A word that may follow, with what it is for. */
export interface CompletionWord {
  word: string;
  description: string;
}

export interface CompletionOption extends CompletionWord {
  takesValue: boolean;
  /** The only values it takes; empty where any text may follow. */
  values: readonly string[];
}

/** Lists what may follow one command on the line. */
export interface CompletionEntry {
  /** The words that lead to it, without the program's name: `watch add`; empty for the program itself. */
  path: string;
  /** Its commands, or the only values of its first argument. */
  words: readonly CompletionWord[];
  options: readonly CompletionOption[];
}

/** Lists what may follow each command, from the commands themselves. */
export function listCompletions(program: Command, path = ""): CompletionEntry[] {
  const named = program.commands.filter((command) => command.name() !== "help" || path === "");
  const entry: CompletionEntry = {
    path,
    words: [...named.map(wordOf), ...choicesOf(program)],
    options: [
      ...program.options.filter((option) => option.long !== undefined && !option.hidden).map(optionOf),
      { word: "--help", description: "Show how it is used.", takesValue: false, values: [] },
    ],
  };
  const below = named.map((command) =>
    listCompletions(command, path === "" ? command.name() : `${path} ${command.name()}`),
  );
  return [entry, ...below.flat()];
}

function wordOf(command: Command): CompletionWord {
  return { word: command.name(), description: command.description() };
}

function choicesOf({ registeredArguments: [first] }: Command): CompletionWord[] {
  return (first?.argChoices ?? []).map((word) => ({ word, description: "" }));
}

function optionOf(option: Option): CompletionOption {
  return {
    word: option.long ?? "",
    description: option.description,
    takesValue: option.required || option.optional,
    values: option.argChoices ?? [],
  };
}
