import { spawn } from "node:child_process";
import { fstatSync } from "node:fs";
import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import { stopSignal } from "@plumbline/local/server/stop-signal.ts";
import { addAliases, addEnvFile } from "./env-file.ts";
import type { Screen } from "./screen.ts";

type Stream = "out" | "err";

/** Input and output of the CLI. Replaced in tests. */
export interface Terminal {
  /** Writes results and nothing else. */
  out(text: string): void;
  /** Writes messages, which are not results. */
  err(text: string): void;
  /**
   * Reads all of standard input as text. Returns `undefined` if it is a terminal, from which there is nothing
   * to read.
   */
  readInput(): Promise<string | undefined>;
  /** The dialogue with the user, or `undefined` if there is no terminal. */
  dialogue: TerminalDialogue | undefined;
  /**
   * Calls `gone` after the reader of `out` has disconnected, if that can be detected before the next write.
   * Returns a function that stops this.
   */
  onReaderGone(gone: () => void): () => void;
  /** Resolves when the process receives Ctrl-C or SIGTERM. */
  stopSignal(): Promise<void>;
  /** True for a stream that is shown on a terminal, not written to a file or another program. */
  watched: Readonly<Record<Stream, boolean>>;
  /** Size of the terminal of standard output. Omitted if it is unknown. */
  screen?: Screen | undefined;
  clock: Clock;
  environment: Readonly<Record<string, string | undefined>>;
}

let environment: Terminal["environment"] | undefined;

export const processTerminal: Terminal = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  async readInput() {
    if (process.stdin.isTTY) return undefined;
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks).toString("utf8");
  },
  // On standard error, so that standard output contains only results.
  dialogue:
    process.stdin.isTTY && process.stderr.isTTY ? createDialogue(process.stdin, process.stderr) : undefined,
  onReaderGone,
  stopSignal,
  watched: { out: process.stdout.isTTY === true, err: process.stderr.isTTY === true },
  get screen() {
    const { columns, rows } = process.stdout;
    return columns && rows ? { columns, rows } : undefined;
  },
  clock: systemClock,
  get environment() {
    environment ??= addAliases(addEnvFile(process.env));
    return environment;
  },
};

const STYLES = { bold: 1, dim: 2, green: 32, yellow: 33, red: 31, cyan: 36 };

export type TextStyle = keyof typeof STYLES;

/** Applies an ANSI style, if the terminal supports it and NO_COLOR is not set (no-color.org). */
export function applyStyle(
  { watched, environment }: Terminal,
  kind: TextStyle,
  text: string,
  stream: Stream = "out",
): string {
  const shown = watched[stream] && !environment.NO_COLOR && environment.TERM !== "dumb";
  return shown ? `\u001b[${STYLES[kind]}m${text}\u001b[0m` : text;
}

/** Returns a terminal that prints everything on standard error, for refusals and questions. */
export function onStandardError(terminal: Terminal): Terminal {
  const { err, watched } = terminal;
  return { ...terminal, out: err, watched: { ...watched, out: watched.err } };
}

/** Returns a terminal that prints everything on standard output, for a refusal that is part of a story. */
export function onStandardOutput(terminal: Terminal): Terminal {
  const { out, watched } = terminal;
  return { ...terminal, err: out, watched: { ...watched, err: watched.out } };
}

/** Prints an unobtrusive line on standard error. */
export function printAside(terminal: Terminal, text: string): void {
  terminal.err(`${applyStyle(terminal, "dim", text, "err")}\n`);
}

/**
 * Prints a value as JSON, the only output on standard output. Escapes characters that a terminal might
 * interpret.
 */
export function printJson(terminal: Terminal, value: unknown): void {
  terminal.out(`${JSON.stringify(value, null, 2).replace(CONTROL_CHARACTERS, escapeCharacter)}\n`);
}

/** Prints a value as JSON on one line, for a sequence of values. */
export function printJsonLine(terminal: Terminal, value: unknown): void {
  terminal.out(`${JSON.stringify(value).replace(CONTROL_CHARACTERS, escapeCharacter)}\n`);
}

/** Matches control characters that JSON may contain unescaped. */
const CONTROL_CHARACTERS = /[\u007f-\u009f]/g;

const escapeCharacter = (mark: string) => `\\u00${mark.charCodeAt(0).toString(16)}`;

/** The dialogue with a user at a terminal. */
export interface TerminalDialogue {
  /** Reads the next line. Returns `undefined` if there are no more (Ctrl-D, or Ctrl-C at the prompt). */
  ask(prompt: string): Promise<string | undefined>;
  /** Reads a line without showing it or adding it to the history. Ends as `ask` does. */
  askSecret(prompt: string): Promise<string | undefined>;
  /** Runs a task that Ctrl-C aborts. A second Ctrl-C ends the process. */
  runInterruptibly<Result>(task: (signal: AbortSignal) => Promise<Result>): Promise<Result>;
}

/** Creates the dialogue on a terminal's streams. ↑ recalls earlier lines. */
export function createDialogue(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): TerminalDialogue {
  let history: string[] = [];
  return {
    ask(prompt) {
      // One reader per line, so that the terminal is in its normal mode in between, in which Ctrl-C is a
      // signal.
      const reader = createInterface({ input, output, history, terminal: true });
      reader.on("history", (lines) => {
        history = [...lines];
      });
      return readLine(reader, prompt);
    },
    askSecret(prompt) {
      output.write(prompt);
      const unseen = new Writable({ write: (_chunk, _encoding, done) => done() });
      const reader = createInterface({ input, output: unseen, historySize: 0, terminal: true });
      return readLine(reader, "").finally(() => output.write("\n"));
    },
    async runInterruptibly(task) {
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

/** Reads one line. Resolves with `undefined` if the input ends first, or on Ctrl-C. */
function readLine(reader: Interface, prompt: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    reader.on("SIGINT", () => reader.close());
    reader.on("close", () => resolve(undefined));
    reader.question(prompt, (line) => {
      resolve(line);
      reader.close();
    });
  });
}

const STANDARD_OUTPUT = 1;

/**
 * Calls `gone` after the reader of a piped standard output, such as `head`, has left. Returns a function that
 * stops watching. Node notices only at its next write and has no poll(2) for it. GNU's `tail -f` does, and
 * exits on SIGPIPE. With another `tail`, or without one, `gone` is not called.
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
