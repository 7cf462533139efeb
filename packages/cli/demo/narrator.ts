import { style, type Terminal } from "../terminal.ts";

/** Tells the demo as it goes: a heading a scene, what is asked, what came back. */
export class Narrator {
  readonly terminal: Terminal;
  #scene = 0;

  constructor(terminal: Terminal) {
    this.terminal = terminal;
  }

  scene(title: string): void {
    this.#scene += 1;
    this.terminal.out(`\n${style(this.terminal, "bold", `${this.#scene}. ${title}`)}\n`);
  }

  /** The call as anybody could make it. */
  asked(call: string): void {
    this.terminal.out(`${style(this.terminal, "cyan", `> ${call}`)}\n`);
  }

  say(text: string): void {
    this.terminal.out(`${text}\n`);
  }

  /** One line of an answer as JSON, so that the reader sees the real thing. */
  show(value: unknown): void {
    this.terminal.out(`${style(this.terminal, "dim", JSON.stringify(value))}\n`);
  }
}
