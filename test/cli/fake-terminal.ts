import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { main } from "../../packages/cli/main.ts";
import type { Terminal, TerminalDialogue } from "../../packages/cli/terminal.ts";

/** The result of one run of the command line. */
export interface Run {
  code: number;
  out: string;
  err: string;
}

export interface RunOptions {
  environment?: Record<string, string>;
  /** Standard input; a terminal, from which nothing is read, when left out. */
  input?: string;
  /** The streams that a person watches; nobody watches when left out. */
  watched?: Partial<Terminal["watched"]>;
  /** The size of the screen that shows standard output; 80 by 24 when left out. */
  screen?: NonNullable<Terminal["screen"]>;
  /** The person who types. */
  dialogue?: TerminalDialogue;
  /** Aborts when the reader of standard output leaves; it stays when left out. */
  reader?: AbortSignal;
  /** Resolves when the program is to stop; never when left out. */
  stopSignal?: () => Promise<void>;
  /** The time, by which nothing passes when left out. */
  clock?: Terminal["clock"];
}

/** A terminal that writes into a run, and knows nothing of this process. */
export function fakeTerminal(run: Pick<Run, "out" | "err">, options: RunOptions = {}): Terminal {
  return {
    out: (text) => {
      run.out += text;
    },
    err: (text) => {
      run.err += text;
    },
    readInput: async () => options.input,
    dialogue: options.dialogue,
    onReaderGone: (gone) => {
      options.reader?.addEventListener("abort", gone);
      return () => options.reader?.removeEventListener("abort", gone);
    },
    stopSignal: options.stopSignal ?? (() => new Promise(() => undefined)),
    watched: { out: false, err: false, ...options.watched },
    screen: options.screen,
    clock: options.clock ?? new ManualClock(),
    environment: options.environment ?? {},
  };
}

/** Runs `plumbline` with these arguments, and nothing of this process's environment. */
export async function plumbline(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const run = { code: -1, out: "", err: "" };
  run.code = await main(args, fakeTerminal(run, options));
  return run;
}

/** Standard output as JSON, which stands there alone. */
export function printedJson({ out }: Run): Record<string, unknown> {
  return JSON.parse(out);
}

/** A person who types this at every prompt, and what was asked. `interruption` is their Ctrl-C. */
export function person(typed?: string, interruption = new AbortController().signal) {
  const asked: string[] = [];
  const dialogue: TerminalDialogue = {
    async ask(prompt) {
      asked.push(prompt);
      return typed;
    },
    askSecret: async () => undefined,
    runInterruptibly: (task) => task(interruption),
  };
  return { asked, dialogue };
}

/** The time, and what aborts at the wait of this number. */
export function endingAt(lastWait: number): { clock: ManualClock; end: AbortController } {
  const end = new AbortController();
  class EndingClock extends ManualClock {
    override wait(ms: number, signal?: AbortSignal): Promise<void> {
      if (this.waits.length + 1 === lastWait) end.abort(new Error("ended"));
      return super.wait(ms, signal);
    }
  }
  return { clock: new EndingClock(), end };
}

/** The time, and a person who interrupts at the wait of this number. */
export function interruptedAt(lastWait: number): { clock: ManualClock; dialogue: TerminalDialogue } {
  const { clock, end } = endingAt(lastWait);
  return { clock, dialogue: person(undefined, end.signal).dialogue };
}
