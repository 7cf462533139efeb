import { cutText } from "@plumbline/core/text/unicode.ts";

/** The text of one page while it is read: it takes so many characters, and knows when something was left out. */
export class PageText {
  readonly #lines: string[] = [];
  #room: number;
  truncated = false;

  constructor(characters: number) {
    this.#room = characters;
  }

  get full(): boolean {
    return this.#room <= 0;
  }

  add(line: string): void {
    if (line.length > this.#room) this.truncated = true;
    if (this.full) return;
    this.#lines.push(cutText(line, this.#room));
    this.#room -= line.length + 1;
  }

  toString(): string {
    return this.#lines.join("\n");
  }
}
