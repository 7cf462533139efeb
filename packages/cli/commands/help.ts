import { asTypedHere } from "@plumbline/core/errors/command-name.ts";
import type { Command } from "commander";
import { UsageError } from "../exit.ts";
import { type AddCommand, examples } from "./command.ts";

/**
 * Adds `help` to the program and each group of commands. It replaces commander's `help`, which accepts only
 * one word. Add it last.
 */
export const addHelpCommand: AddCommand = (program) => addHelp(program, "plumbline");

/** Adds `help` to a group. `called` is the words that lead to the group. */
function addHelp(group: Command, called: string): void {
  for (const command of group.commands) {
    const words = `${called} ${command.name()}`;
    command.showHelpAfterError(`For help: ${asTypedHere(words.replace("plumbline", "plumbline help"))}`);
    if (command.commands.length > 0) addHelp(command, words);
  }
  group
    .helpCommand(false)
    .command("help [command...]")
    .description("Show help for a command.")
    .addHelpText("after", examples(`${called} help`))
    .action((words: string[]) => findCommand(group, called, words).outputHelp());
}

function findCommand(group: Command, called: string, words: readonly string[]): Command {
  const [word, ...more] = words;
  if (word === undefined) return group;
  const found = group.commands.find((command) => command.name() === word);
  if (found) return findCommand(found, `${called} ${word}`, more);
  const help = asTypedHere(called.replace("plumbline", "plumbline help"));
  throw new UsageError(`There is no command ${word} in \`${called}\`. See \`${help}\`.`);
}
