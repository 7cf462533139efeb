import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { foldCase, splitUserWords } from "@plumbline/core/places/words.ts";
import type { RunTrace } from "@plumbline/core/policy/run-trace.ts";
import type { AddressStream } from "@plumbline/grounding/guard";

const loadGuard = loadOnce(() => import("@plumbline/grounding/guard"));

/** Guards what a run says once it has read a stranger's words. */
export class OutsideText {
  readonly #trace: Pick<RunTrace, "readOutside">;
  readonly #said: readonly string[];
  #words: Set<string> | undefined;

  /** `said`: the user's messages and what the request allows; the addresses in them may be written. */
  constructor(trace: Pick<RunTrace, "readOutside">, said: readonly string[]) {
    this.#trace = trace;
    this.#said = said;
  }

  /** True once such words have come into the run. */
  get isRead(): boolean {
    return this.#trace.readOutside;
  }

  /** Returns true for a whole word of the user's messages, in any letter case. */
  wasSaid(word: string): boolean {
    this.#words ??= new Set(
      this.#said.flatMap((text) => text.split(/\s+/).concat(splitUserWords(text))).map(foldCase),
    );
    return this.#words.has(foldCase(word));
  }

  /** Takes out of a text, as it comes, the addresses that the user did not name. */
  async addressStream(): Promise<AddressStream> {
    const { AddressStream, addressesNamedIn } = await loadGuard();
    return new AddressStream(addressesNamedIn(this.#said));
  }

  /** The same of a whole text. */
  async cleaned(text: string): Promise<string> {
    if (!this.isRead) return text;
    const addresses = await this.addressStream();
    return addresses.push(text) + addresses.end();
  }
}
