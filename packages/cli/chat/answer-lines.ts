import type { Terminal } from "../terminal.ts";

/** The answer on standard output, and what is told beside it: both may end up on one screen, or in one file. */
export class AnswerLines {
  readonly #terminal: Terminal;
  /** The answer's last line is not ended. */
  #midLine = false;
  /** Something beside it has begun a line of its own since. */
  #apart = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** A part of the answer; `text` is what of it can be seen. */
  write(shown: string, text: string): void {
    if (text === "") return;
    this.#terminal.out(shown);
    this.#midLine = !text.endsWith("\n");
    this.#apart = false;
  }

  /** What is told beside the answer does not go on in its line. */
  stepAside(): void {
    const { watched } = this.#terminal;
    if (!this.#midLine || this.#apart || watched.out !== watched.err) return;
    this.#terminal.err("\n");
    this.#apart = true;
  }

  /** Ends the answer's last line. */
  end(): void {
    if (this.#midLine && !(this.#apart && this.#terminal.watched.out)) this.#terminal.out("\n");
    this.#midLine = false;
  }
}
