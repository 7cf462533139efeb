import { STOP_WORDS, splitWords } from "../text/tokens.ts";
import { NAME_OR_NUMBER } from "./related-sentences.ts";

/**
 * Records the names and numbers of withheld sentences that nothing in the answer contains, so that the
 * evidence can be quoted for them.
 */
export class LostWords {
  readonly #known: Set<string>;
  readonly #withheld: string[] = [];

  /** `asked` are the words of the question, which say nothing new. */
  constructor(asked: Iterable<string>) {
    this.#known = new Set(asked);
  }

  addSaid(text: string): void {
    for (const word of findNamesAndNumbers(text)) this.#known.add(word);
  }

  addWithheld(text: string): void {
    this.#withheld.push(text);
  }

  /** Returns the withheld sentences since the last call. */
  takeWithheld(): string[] {
    return this.#withheld.splice(0);
  }

  /** Returns how many words that only the withheld `text` contains are in another text. */
  countIn(other: string, text: string): number {
    const words = new Set(findNamesAndNumbers(other));
    return [...new Set(findNamesAndNumbers(text))].filter((word) => words.has(word) && !this.#known.has(word))
      .length;
  }
}

function findNamesAndNumbers(text: string): string[] {
  return splitWords((text.match(NAME_OR_NUMBER) ?? []).join(" ")).filter((word) => !STOP_WORDS.has(word));
}
