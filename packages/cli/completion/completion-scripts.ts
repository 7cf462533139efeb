import type { Command, Option } from "commander";
import { quoteForShell } from "../printable.ts";

export const COMPLETION_SHELLS = ["bash", "zsh", "fish"] as const;

export type CompletionShell = (typeof COMPLETION_SHELLS)[number];

/**
 * Returns the script that completes `plumbline` in a shell. The script calls neither the program nor the
 * service.
 */
export function writeCompletion(shell: CompletionShell, table: readonly CompletionEntry[]): string {
  return { bash: writeBash, zsh: writeZsh, fish: writeFish }[shell](table);
}

function writeBash(table: readonly CompletionEntry[]): string {
  const joinWords = (listed: readonly CompletionWord[]) =>
    quoteForShell(listed.map(({ word }) => word).join(" "));
  return `# Completes plumbline in bash. Written by \`plumbline completion bash\`.
_plumbline() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local known=${quoteForShell(joinPaths(table))} called="" words="" options="" values="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$known" in *"|\${called:+$called }\${COMP_WORDS[i]}|"*) called="\${called:+$called }\${COMP_WORDS[i]}" ;; esac
  done
  case "$called" in
${table.map((entry) => `    ${quoteForShell(entry.path)}) words=${joinWords(entry.words)} options=${joinWords(entry.options)} ;;`).join("\n")}
  esac
  COMPREPLY=()
  case "$called $previous" in
${writeValueCases(table, (values) => `values=${quoteForShell(values.join(" "))}`)}
    ${writeFreeValuePattern(table)}) return ;;
  esac
  if [[ -n $values ]]; then COMPREPLY=($(compgen -W "$values" -- "$current"))
  elif [[ $current == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))
  else COMPREPLY=($(compgen -W "$words" -- "$current")); fi
}
complete -o default -F _plumbline plumbline
`;
}

function writeZsh(table: readonly CompletionEntry[]): string {
  return `#compdef plumbline
# Completes plumbline in zsh. Written by \`plumbline completion zsh\`.
_plumbline() {
  local known=${quoteForShell(joinPaths(table))} called="" previous="\${words[CURRENT-1]}"
  local -a follow options values
  local -i i
  for ((i = 2; i < CURRENT; i++)); do
    if [[ $known == *"|\${called:+$called }\${words[i]}|"* ]]; then called="\${called:+$called }\${words[i]}"; fi
  done
  case "$called" in
${table
  .map(
    ({ path, words, options }) =>
      `    ${quoteForShell(path)}) follow=(${words.map(quoteForZsh).join(" ")}) options=(${options.map(quoteForZsh).join(" ")}) ;;`,
  )
  .join("\n")}
  esac
  case "$called $previous" in
${writeValueCases(table, (values) => `values=(${values.map(quoteForShell).join(" ")})`)}
    ${writeFreeValuePattern(table)}) _files; return ;;
  esac
  if (( $#values )); then compadd -a values
  elif [[ \${words[CURRENT]} == -* ]]; then _describe option options
  elif (( $#follow )); then _describe command follow
  else _files; fi
}
if [[ \${funcstack[1]} == _plumbline ]]; then _plumbline "$@"; else compdef _plumbline plumbline; fi
`;
}

function writeFish(table: readonly CompletionEntry[]): string {
  const lines = table.flatMap(({ path, words, options }) => {
    const start = `complete -c plumbline -n ${quoteForFish(`__plumbline_at ${quoteForFish(path)}`)}`;
    return [
      ...words.map(
        ({ word, description }) => `${start} -f -a ${quoteForFish(word)} -d ${quoteForFish(description)}`,
      ),
      ...options.map(({ word, description, takesValue, values }) => {
        const value =
          values.length > 0 ? ` -x -a ${quoteForFish(values.join(" "))}` : takesValue ? " -r" : "";
        return `${start} -l ${word.replace(/^--/, "")}${value} -d ${quoteForFish(description)}`;
      }),
    ];
  });
  const paths = table.filter(({ path }) => path !== "").map(({ path }) => quoteForFish(path));
  return `# Completes plumbline in fish. Written by \`plumbline completion fish\`.
set -g __plumbline_commands ${paths.join(" ")}
function __plumbline_at
    set -l called
    set -l typed (commandline -opc)
    set -e typed[1]
    for word in $typed
        if contains -- (string join -- ' ' $called $word) $__plumbline_commands
            set called $called $word
        end
    end
    test "$called" = "$argv[1]"
end
${lines.join("\n")}
`;
}

/** Joins all paths with bars, so that a shell pattern finds a whole path: `|tool|tool list|`. */
function joinPaths(table: readonly CompletionEntry[]): string {
  return `|${table.map(({ path }) => path).join("|")}|`;
}

/** Writes a case for each option with a fixed set of values. */
function writeValueCases(
  table: readonly CompletionEntry[],
  assign: (values: readonly string[]) => string,
): string {
  return table
    .flatMap(({ path, options }) => options.map((option) => ({ path, ...option })))
    .filter(({ values }) => values.length > 0)
    .map(({ path, word, values }) => `    ${quoteForShell(`${path} ${word}`)}) ${assign(values)} ;;`)
    .join("\n");
}

/** Writes the pattern of options that accept any text, for which only files are offered. */
function writeFreeValuePattern(table: readonly CompletionEntry[]): string {
  const free = table.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue, values }) => takesValue && values.length === 0)
      .map(({ word }) => quoteForShell(`${path} ${word}`)),
  );
  return free.join(" | ");
}

function quoteForZsh({ word, description }: CompletionWord): string {
  const name = word.replaceAll(":", "\\:");
  return quoteForShell(description === "" ? name : `${name}:${description}`);
}

function quoteForFish(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** A possible next word with its description. */
interface CompletionWord {
  word: string;
  description: string;
}

interface CompletionOption extends CompletionWord {
  takesValue: boolean;
  /** Its allowed values. Empty if it accepts any text. */
  values: readonly string[];
}

/** Words and options that may follow one command. */
interface CompletionEntry {
  /**
   * The words that lead to the command, without the program's name: `watch add`. Empty for the program
   * itself.
   */
  path: string;
  /** Its commands, or the allowed values of its first argument. */
  words: readonly CompletionWord[];
  options: readonly CompletionOption[];
}

/** Lists what may follow each command, from the commands' definitions. */
export function listCompletions(program: Command, path = ""): CompletionEntry[] {
  const named = program.commands.filter((command) => command.name() !== "help" || path === "");
  const entry: CompletionEntry = {
    path,
    words: [...named.map(toWord), ...listChoices(program)],
    options: [
      ...program.options
        .filter((option) => option.long !== undefined && !option.hidden)
        .map(toCompletionOption),
      { word: "--help", description: "Show help.", takesValue: false, values: [] },
    ],
  };
  const below = named.map((command) =>
    listCompletions(command, path === "" ? command.name() : `${path} ${command.name()}`),
  );
  return [entry, ...below.flat()];
}

function toWord(command: Command): CompletionWord {
  return { word: command.name(), description: command.description() };
}

function listChoices({ registeredArguments: [first] }: Command): CompletionWord[] {
  return (first?.argChoices ?? []).map((word) => ({ word, description: "" }));
}

function toCompletionOption(option: Option): CompletionOption {
  return {
    word: option.long ?? "",
    description: option.description,
    takesValue: option.required || option.optional,
    values: option.argChoices ?? [],
  };
}
