import type { Terminal } from "./terminal.ts";

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 80;
const CLEAR_LINE = "\r\u001b[K";

/**
 * An animated line on standard error during a long operation. Shows nothing if standard error is not a
 * terminal that can overwrite lines.
 */
export class Spinner {
  readonly #terminal: Terminal;
  #cancel: (() => void) | undefined;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Shows a text until `stop`, with the elapsed seconds. */
  spin(what: string): void {
    this.stop();
    const { watched, environment, clock } = this.#terminal;
    if (!watched.err || environment.TERM === "dumb") return;
    const startedAt = clock.monotonic();
    const draw = (frame: number) => {
      const seconds = Math.floor((clock.monotonic() - startedAt) / 1000);
      const since = seconds > 0 ? ` ${seconds} s` : "";
      this.#terminal.err(`${CLEAR_LINE}${FRAMES[frame % FRAMES.length]} ${what}${since}`);
      this.#cancel = clock.after(FRAME_MS, () => draw(frame + 1));
    };
    draw(0);
  }

  /** Removes the line. */
  stop(): void {
    if (!this.#cancel) return;
    this.#cancel();
    this.#cancel = undefined;
    this.#terminal.err(CLEAR_LINE);
  }
}

/** Awaits a promise while showing a spinner. */
export async function withSpinner<Result>(
  terminal: Terminal,
  what: string,
  task: Promise<Result>,
): Promise<Result> {
  const spinner = new Spinner(terminal);
  spinner.spin(what);
  try {
    return await task;
  } finally {
    spinner.stop();
  }
}
