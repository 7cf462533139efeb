import { foldCase, splitUserWords } from "@plumbline/core/places/words.ts";
import type { RunTrace } from "@plumbline/core/policy/run-trace.ts";
import type { AddressStream } from "@plumbline/grounding/guard";
import { loadGuard } from "../load-guard.ts";

/** Filters the output of a run that has read outside text. */
export class OutsideText {
  readonly #trace: Pick<RunTrace, "readOutside">;
  readonly #said: readonly string[];
  readonly #ownLinks = new Set<string>();
  #words: Set<string> | undefined;

  /** `said` contains the user's messages and allowed destinations. Addresses in them may be written. */
  constructor(trace: Pick<RunTrace, "readOutside">, said: readonly string[]) {
    this.#trace = trace;
    this.#said = said;
  }

  /** True once the run has read outside text. */
  get isRead(): boolean {
    return this.#trace.readOutside;
  }

  /** Returns whether a word occurs in the user's messages, ignoring case. */
  wasSaid(word: string): boolean {
    this.#words ??= new Set(
      this.#said.flatMap((text) => text.split(/\s+/).concat(splitUserWords(text))).map(foldCase),
    );
    return this.#words.has(foldCase(word));
  }

  /** Adds links that a write of the run returned. They may be written like those that the user mentioned. */
  addOwnLinks(links: readonly string[]): void {
    for (const link of links) this.#ownLinks.add(link);
  }

  /** Returns a text without those links. The label of each stays. */
  removeOwnLinks(text: string): string {
    let left = text;
    for (const link of this.#ownLinks) left = left.replaceAll(`](${link})`, "]").replaceAll(link, "");
    return left === text ? text : left.replaceAll(/\[([^\]]*)\]/g, "$1");
  }

  /** Creates a stream filter that removes addresses that the user did not mention. */
  async createAddressStream(): Promise<AddressStream> {
    const { AddressStream, findUserAddresses } = await loadGuard();
    return new AddressStream(findUserAddresses([...this.#said, ...this.#ownLinks]));
  }

  /** Removes addresses that the user did not mention from a whole text. */
  async clean(text: string): Promise<string> {
    if (!this.isRead) return text;
    const addresses = await this.createAddressStream();
    return addresses.push(text) + addresses.end();
  }
}
