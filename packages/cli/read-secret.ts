import { UsageError } from "./exit.ts";
import type { Terminal } from "./terminal.ts";

/** A secret from standard input: never from the command line, where the shell's history and the process list keep it. */
export async function readSecret(terminal: Terminal, what: string): Promise<string> {
  const text = (await terminal.input())?.trim();
  if (text) return text;
  throw new UsageError(`Give the ${what} on standard input, for instance: … < token.txt`);
}
