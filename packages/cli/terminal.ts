import { spawn } from "node:child_process";
import { fstatSync } from "node:fs";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import { stopSignal } from "@plumbline/local/server/stop-signal.ts";
import { withEnvFile } from "./env-file.ts";
import type { Screen } from "./screen.ts";

type Stream = "out" | "err";

/** Where the command line reads and writes; replaced in tests. */
export interface Terminal {
  /** Results, and nothing else. */
  out(text: string): void;
  /** Writes messages, which are not results. */
  err(text: string): void;
  /** All of standard input as text; `undefined` when it is a terminal, where nothing waits to be read. */
  input(): Promise<string | undefined>;
  /** The person who types; `undefined` when nobody does. */
  dialogue: TerminalDialogue | undefined;
  /**
   * Calls `gone` once the reader of `out` has left, where that shows before the next write. Returns a
   * function that stops watching.
   */
  onReaderGone(gone: () => void): () => void;
  /** Resolves when the process is asked to stop, by Ctrl-C or SIGTERM. */
  stopSignal(): Promise<void>;
  /** Streams that a person watches, rather than a file or another program. */
  watched: Readonly<Record<Stream, boolean>>;
  /** Size of the screen that standard output shows; left out where it is unknown. */
  screen?: Screen | undefined;
  clock: Clock;
  environment: Readonly<Record<string, string | undefined>>;
}

let environment: Terminal["environment"] | undefined;

export const processTerminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  async input() {
    if (process.stdin.isTTY) return undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString("utf8");
  },
  // On standard error, so that standard output holds answers alone.
  dialogue:
    process.stdin.isTTY && process.stderr.isTTY ? dialogueOn(process.stdin, process.stderr) : undefined,
  onReaderGone,
  stopSignal,
  watched: { out: process.stdout.isTTY === true, err: process.stderr.isTTY === true },
  get screen() {
    const { columns, rows } = process.stdout;
    return columns && rows ? { columns, rows } : undefined;
  },
  clock: systemClock,
  get environment() {
    environment ??= withEnvFile(process.env);
    return environment;
  },
};

const STYLES = { bold: 1, dim: 2, green: 32, yellow: 33, red: 31, cyan: 36 };

export type TextStyle = keyof typeof STYLES;

/**
 * Text in an ANSI style, on a terminal that shows it and to people who have not set NO_COLOR (no-color.org).
 */
export function style(
  { watched, environment }: Terminal,
  kind: TextStyle,
  text: string,
  stream: Stream = "out",
): string {
  const shown = watched[stream] && !environment.NO_COLOR && environment.TERM !== "dumb";
  return shown ? `\u001b[${STYLES[kind]}m${text}\u001b[0m` : text;
}

/** A line on standard error that is there to be overlooked. */
export function aside(terminal: Terminal, text: string): void {
  terminal.err(`${style(terminal, "dim", text, "err")}\n`);
}

/** Prints a value as JSON, alone on standard output. What a terminal might obey is escaped in it. */
export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(`${JSON.stringify(value, null, 2).replace(OBEYED, escaped)}\n`);
}

/** The same on a line of its own, for what comes one after the other. */
export function printJsonLine(terminal: Terminal, value: unknown): void {
  terminal.out(`${JSON.stringify(value).replace(OBEYED, escaped)}\n`);
}

/** Control characters that JSON may hold as they are. */
const OBEYED = /[\u007f-\u009f]/g;

const escaped = (mark: string) => `\\u00${mark.charCodeAt(0).toString(16)}`;

/** A person at a terminal. */
export interface TerminalDialogue {
  /** The next line; `undefined` when there is to be no other (Ctrl-D, or Ctrl-C at the prompt). */
  ask(prompt: string): Promise<string | undefined>;
  /** Asks for a line that is not shown while it is typed, nor kept; ends as `ask` does. */
  askSecret(prompt: string): Promise<string | undefined>;
  /** Carries out what Ctrl-C aborts; a second Ctrl-C ends the process. */
  interruptible<Result>(task: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

/** The dialogue on a terminal's streams; earlier lines come back with ↑. */
export function dialogueOn(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): TerminalDialogue {
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
    askSecret(prompt) {
      output.write(prompt);
      const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
      const reader = createInterface({ input, output: unseen, historySize: 0, terminal: true });
      return new Promise<string | undefined>((resolve) => {
        reader.on("SIGINT", () => reader.close());
        reader.on("close", () => resolve(undefined));
        reader.on("line", (line) => {
          resolve(line);
          reader.close();
        });
      }).finally(() => output.write("\n"));
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

const STANDARD_OUTPUT = 1;

/**
 * Calls `gone` once the reader of a piped standard output has left, such as `head`; returns what ends the
 * look-out. Node sees it at its next write alone, and has no poll(2) for it. GNU's `tail -f` has, and dies of
 * SIGPIPE; where it is another `tail`, or none, `gone` is not called.
 */
export function onReaderGone(gone: () => void): () => void {
  if (!fstatSync(STANDARD_OUTPUT).isFIFO()) return () => undefined;
  const lookOut = spawn("tail", ["-f", `--pid=${process.pid}`, "/dev/null"], {
    stdio: ["ignore", STANDARD_OUTPUT, "ignore"],
  });
  lookOut.on("error", () => undefined);
  lookOut.on("exit", (_code, signal) => {
    if (signal === "SIGPIPE") gone();
  });
  return () => void lookOut.kill();
}
