import { createInterface } from "node:readline";

/** A person at a terminal. */
export interface Dialogue {
  /** The next line; `undefined` when there is to be no other (Ctrl-D, or Ctrl-C at the prompt). */
  ask(prompt: string): Promise<string | undefined>;
  /** Carries out what Ctrl-C aborts; a second Ctrl-C ends the process. */
  interruptible<Result>(task: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

/** The dialogue on a terminal's streams; earlier lines come back with ↑. */
export function dialogueOn(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Dialogue {
  let history: string[] = [];
  return {
    ask(prompt) {
      // One reader a line: in between the terminal is in its own mode, in which Ctrl-C is a signal.
      const reader = createInterface({ input, output, history, terminal: true });
      reader.on("history", (lines) => {
        history = [...lines];
      });
      return new Promise((resolve) => {
        reader.on("SIGINT", () => reader.close());
        reader.on("close", () => resolve(undefined));
        reader.question(prompt, (line) => {
          resolve(line);
          reader.close();
        });
      });
    },
    async interruptible(task) {
      const interruption = new AbortController();
      const interrupt = () => interruption.abort();
      process.once("SIGINT", interrupt);
      try {
        return await task(interruption.signal);
      } finally {
        process.off("SIGINT", interrupt);
      }
    },
  };
}
