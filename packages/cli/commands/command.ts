import type { Command } from "commander";
import type { Terminal } from "../terminal.ts";

/** Adds a command to the program; `finish` sets the exit code of the run. */
export type AddCommand = (program: Command, terminal: Terminal, finish: (exitCode: number) => void) => void;
