import { asTypedHere, PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { Argument } from "commander";
import {
  COMPLETION_SHELLS,
  type CompletionShell,
  listCompletions,
  writeCompletion,
} from "../completion/completion-scripts.ts";
import { type AddCommand, examples } from "./command.ts";

export const addCompletionCommand: AddCommand = (program, terminal) => {
  program
    .command("completion")
    .description("Print a shell completion script for commands, options and values.")
    .addArgument(new Argument("<shell>", "the shell").choices(COMPLETION_SHELLS))
    .addHelpText(
      "after",
      `${examples(
        'plumbline completion bash > "$HOME/.local/share/bash-completion/completions/plumbline"',
        'plumbline completion zsh > "$HOME/.zfunc/_plumbline"',
        'plumbline completion fish > "$HOME/.config/fish/completions/plumbline.fish"',
      )}

For the current session only: ${asTypedHere("source <(plumbline completion bash); in fish: plumbline completion fish | source")}
${explainOtherName()}`,
    )
    .action((shell: CompletionShell) => {
      terminal.out(writeCompletion(shell, listCompletions(program)));
    });
};

/** Returns a note on how to complete the command if it is typed under another name. */
function explainOtherName(): string {
  if (PLUMBLINE === "plumbline") return "";
  const command = PLUMBLINE.replace("npx --no ", "npx --no -- ");
  return `It completes the word plumbline, so define that first: plumbline() { ${command} "$@"; }`;
}
