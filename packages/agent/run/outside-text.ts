import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { foldCase, splitUserWords } from "@plumbline/core/places/words.ts";
import type { RunTrace } from "@plumbline/core/policy/run-trace.ts";
import type { AddressStream } from "@plumbline/grounding/guard";

const loadGuard = loadOnce(() => import("@plumbline/grounding/guard"));

/** Filters the output of a run that has read outside text. */
export class OutsideText {
  readonly #trace: Pick<RunTrace, "readOutside">;
  readonly #said: readonly string[];
  #words: Set<string> | undefined;

  /** `said` contains the user's messages and permitted destinations. Addresses in them may be written. */
  constructor(trace: Pick<RunTrace, "readOutside">, said: readonly string[]) {
    this.#trace = trace;
    this.#said = said;
  }

  /** True once the run has read outside text. */
  get isRead(): boolean {
    return this.#trace.readOutside;
  }

  /** Returns true for a whole word of the user's messages, ignoring case. */
  wasSaid(word: string): boolean {
    this.#words ??= new Set(
      this.#said.flatMap((text) => text.split(/\s+/).concat(splitUserWords(text))).map(foldCase),
    );
    return this.#words.has(foldCase(word));
  }

  /** Returns a stream filter that removes addresses that the user did not mention. */
  async addressStream(): Promise<AddressStream> {
    const { AddressStream, addressesNamedIn } = await loadGuard();
    return new AddressStream(addressesNamedIn(this.#said));
  }

  /** Filters a whole text in the same way. */
  async cleaned(text: string): Promise<string> {
    if (!this.isRead) return text;
    const addresses = await this.addressStream();
    return addresses.push(text) + addresses.end();
  }
}
