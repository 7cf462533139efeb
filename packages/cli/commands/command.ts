import { asTypedHere } from "@plumbline/core/errors/command-name.ts";
import type { Command } from "commander";
import type { Terminal } from "../terminal.ts";

/** Adds a command to the program; `finish` sets the exit code of the run. */
export type AddCommand = (program: Command, terminal: Terminal, finish: (exitCode: number) => void) => void;

/** Formats example calls for the end of a command's help. */
export function examples(...calls: readonly string[]): string {
  return `\n${calls.length > 1 ? "Examples" : "Example"}:\n${calls.map((call) => `  ${asTypedHere(call)}`).join("\n")}`;
}
